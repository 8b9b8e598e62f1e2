"""Many games of bots: the referee's own turns, each worked out once and remembered.

The same seeds give the same games as ``play_out``, about three times as fast: no commands, no
events of dice, and every turn that was seen before is a walk through a table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pingblock.errors import BadInput
from pingblock.tables.bots import Played
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import RefusedCommand
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import finish, turn
from pingblock.tables.fortune.bots import PLANS, Plan
from pingblock.tables.fortune.options import rules_of
from pingblock.tables.fortune.referee import turn_over
from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import STOP, Turn

_REMEMBERED_MOST = 300_000  # ways on from some turn; together about 60 MB


class _Spot:
    """A turn between two steps, with the ways on that were taken from it."""

    __slots__ = ("after", "hand", "plans", "turn", "up_to", "ways")

    def __init__(self, now: Turn) -> None:
        self.turn = now
        self.hand = now.hand
        self.ways = 6**now.hand
        self.up_to = d.rolls(now.hand)[1] if now.hand else []
        self.plans: dict[str, Plan] = {}
        self.after: dict[Any, _Spot | TurnScore] = {}


class QuickGames:
    """Plays games of ``fortune`` by bots.

    Args:
        options: a right value for every option.
        bots: the bot of each seat, names of ``PLANS``.

    Raises:
        BadInput: there is no such bot, or the options do not go together.
    """

    def __init__(self, options: Mapping[str, Any], bots: Sequence[str]) -> None:
        unknown = sorted(set(bots) - set(PLANS))
        if unknown:
            raise BadInput(f"There is no bot '{unknown[0]}'. There are: {', '.join(PLANS)}.")
        self._bots = tuple(bots)
        self._rules = rules_of(options)
        self._spots: dict[Turn, _Spot] = {}
        self._remembered = 0

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played:
        """Plays a game to its end; the same seed gives the same game.

        Args:
            seed: of dice and decisions.
            seen: gets the number of events of each kind that end a turn.
        """
        dice, whims = SeededChance(seed, DICE), SeededChance(seed, BOTS)
        seats = len(self._bots)
        state = FortuneState(self._rules, (0,) * seats, self._rules.deck)
        state = state._replace(seat=dice.at(0).below(seats))
        drawn, decided = 1, 0
        while state.result is None:
            cards = state.next_cards
            card = cards[dice.at(drawn).below(len(cards))]
            state = turn_over(state, card)[0]
            assert state.turn is not None
            assert state.seat is not None
            drawn, more, score = self._turn(
                state.turn, self._bots[state.seat], dice, drawn + 1, whims
            )
            decided += more
            state, events = finish.end_turn(state, score)
            if seen is not None:
                for event in events:
                    seen[event.kind] += 1
        return Played(state, state.result, drawn + decided)

    def _turn(
        self, begun: Turn, bot: str, dice: SeededChance, drawn: int, whims: SeededChance
    ) -> tuple[int, int, TurnScore]:
        """Returns the number of draws so far, that of the decisions, and the turn's score."""
        spot: _Spot | TurnScore = self._spots.get(begun) or self._spot(begun)
        decided = 0
        way: Any
        while isinstance(spot, _Spot):
            if spot.hand:
                way = bisect_right(spot.up_to, dice.at(drawn).below(spot.ways))
                drawn += 1
            else:
                plan = spot.plans.get(bot)
                if plan is None:
                    plan = spot.plans[bot] = PLANS[bot](self._rules, spot.turn)
                way = plan[whims.below(len(plan))] if len(plan) > 1 else plan[0]
                verb, selections = way
                number = len(selections)
                way = verb, selections[whims.below(number) if number > 1 else 0]
                decided += 1
            spot = spot.after.get(way) or self._step(spot, way)
        return drawn, decided, spot

    def _step(self, spot: _Spot, way: Any) -> _Spot | TurnScore:
        """Works out and remembers where a way leads: what dice show, or a decision."""
        if self._remembered >= _REMEMBERED_MOST:
            self._spots.clear()
            self._remembered = 0
        after: _Spot | TurnScore
        if spot.hand:
            shown = d.rolls(spot.hand)[0][way]
            now, score = turn.after_roll(self._rules, spot.turn, shown)
            after = score or self._spot(now)
        else:
            if refusal := turn.why_not(self._rules, spot.turn, turn.decision(way[0], 0, way[1])):
                raise RefusedCommand(refusal)
            if way[0] == STOP:
                after = turn.score_at_stop(self._rules, spot.turn)
            else:
                after = self._spot(turn.after_decision(spot.turn, *way))
        self._remembered += 1
        spot.after[way] = after
        return after

    def _spot(self, now: Turn) -> _Spot:
        found = self._spots.get(now)
        if found is None:
            found = self._spots[now] = _Spot(now)
        return found
