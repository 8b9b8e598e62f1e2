"""Rules of ``die_race``: roll in turn, the first to reach the goal wins (DR-01 to DR-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pingblock.common.options import Option
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, Verb, command
from pingblock.tables.game import Result, TableEvent
from pingware.shared.schema import needed, whole

_SENTENCES = {"rolled": "{name} rolls {0} and has {1}.", "won": "{name} wins with {0}."}


class DieRaceState(NamedTuple):
    """The state of a game, with everything that the next steps depend on."""

    goal: int
    sums: tuple[int, ...]
    turn: int = 0
    turns: int = 0
    result: Result | None = None


class DieRaceGame:
    """The referee of ``die_race``, a ``TableGame``."""

    name = "die_race"
    version = 1
    players = range(1, 5)
    options: Mapping[str, Option] = {"goal": Option("goal", 20, whole(1, 100), "Sum that wins.")}
    verbs: Mapping[str, Verb] = {
        "dice": Verb("The die shows this.", {"number": needed(whole(1, 6))}, True, {"number": 3})
    }
    bots: Mapping[str, Any] = {"plain": None}  # no player ever decides

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> DieRaceState:
        """See ``TableGame``."""
        return DieRaceState(options["goal"], (0,) * len(players))

    def to_act(self, state: DieRaceState) -> tuple[int, ...]:
        """See ``TableGame``. Only the die decides, so it is empty."""
        return ()

    def legal(self, state: DieRaceState) -> tuple[Command, ...]:
        """See ``TableGame``."""
        return () if state.result else tuple(command("dice", number=n) for n in range(1, 7))

    def why_not(self, state: DieRaceState, step: Command) -> Refusal | None:
        """See ``TableGame``."""
        return Refusal("The game is over.", "DR-03") if state.result else None

    def apply(
        self, state: DieRaceState, step: Command
    ) -> tuple[DieRaceState, tuple[TableEvent, ...]]:
        """See ``TableGame``."""
        number, seat = step.arg("number"), state.turn
        sums = tuple(has + number * (at == seat) for at, has in enumerate(state.sums))
        state = state._replace(sums=sums, turn=(seat + 1) % len(sums), turns=state.turns + 1)
        rolled = TableEvent("rolled", "DR-01", seat, (number, sums[seat]))
        if sums[seat] < state.goal:
            return state, (rolled,)
        result = Result((seat,), sums, "The goal is reached.", "DR-02")
        won = TableEvent("won", "DR-02", seat, (sums[seat],))
        return state._replace(result=result), (rolled, won)

    def draw(self, state: DieRaceState, chance: SeededChance) -> Command | None:
        """See ``TableGame``."""
        return None if state.result else command("dice", number=1 + chance.below(6))

    def result(self, state: DieRaceState) -> Result | None:
        """See ``TableGame``."""
        return state.result

    def say(self, event: TableEvent, players: Sequence[str]) -> str:
        """See ``TableGame``."""
        return _SENTENCES[event.kind].format(*event.args, name=players[event.seat or 0])

    def view(self, state: DieRaceState) -> dict[str, Any]:
        """See ``TableGame``."""
        return {"goal": state.goal, "sums": list(state.sums), "turn": state.turn}
