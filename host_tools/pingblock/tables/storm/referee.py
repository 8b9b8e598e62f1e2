"""Rules of ``storm``: turns, walls, the storm, and the last player with HP (FN-01 to FN-39)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.game import TableEvent, TableGame
from pingblock.tables.storm import words
from pingblock.tables.storm.board import CHEST, HP_MOST, StormBoard
from pingblock.tables.storm.board_file import read_board, shipped_text
from pingblock.tables.storm.bots import plain_step
from pingblock.tables.storm.corrections import AMENDS
from pingblock.tables.storm.flow import advance
from pingblock.tables.storm.state import (
    ACTIONS,
    DROP_IN,
    FREE,
    NOBODY,
    NOWHERE,
    OPTIONS,
    ROLL_OFF,
    TURN,
    StormDraft,
    StormRules,
    StormState,
)
from pingblock.tables.storm.turns import dice_due, dropping, in_jail
from pingblock.tables.storm.verbs import VERBS
from pingblock.tables.storm.walking import STORM

_BOTS = {"plain": plain_step}
_FORMS = {do: verb.form for do, verb in VERBS.items()}


@lru_cache(maxsize=32)
def _board(text: str) -> StormBoard:
    return read_board(text or shipped_text(), "board")


class StormGame(TableGame[StormState]):
    """The referee of ``storm``, a ``TableGame``."""

    name = "storm"
    version = 2
    players = range(2, 8)  # FN-02
    options = OPTIONS
    bots = _BOTS
    verbs = _FORMS
    amends = AMENDS
    say = staticmethod(words.say)
    view = staticmethod(words.view)  # The whole state, because nothing is hidden.

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> StormState:
        """Returns the state before the drop-in. Raises BadInput if the board file has faults."""
        board = _board(options["board"])
        spaces, seats = len(board.spaces), len(players)
        given = {name: options[name] for name in StormRules._fields}
        return StormState(
            board=board,
            rules=StormRules(**{**given, "faces": tuple(options["faces"])}),
            hp=(HP_MOST,) * seats,
            place=(NOWHERE,) * seats,
            jail=(FREE,) * seats,
            resting=(False,) * seats,
            items=((),) * seats,
            owner=(NOBODY,) * spaces,
            stormed=(False,) * spaces,
            walls=(False,) * spaces,
            dropped=((),) * spaces,
            deck=board.chest,
            phase=ROLL_OFF if options["roll_off"] else DROP_IN,
            tied=tuple(range(seats)),
        )

    def to_act(self, state: StormState) -> tuple[int, ...]:
        """Returns the one seat that decides now, or () if chance is due or the game is over."""
        if state.result or state.due or dice_due(state):
            return ()
        if state.phase == DROP_IN:
            return (dropping(state),)
        return (state.swap.to if state.swap else state.turn,)

    def legal(self, state: StormState) -> tuple[Command, ...]:
        """Returns every legal command. For items and trades it lists only examples."""
        if state.result:
            return ()
        seats = self.to_act(state)
        found = [
            command(do, seat if seat >= 0 else None, **args)
            for do, verb in VERBS.items()
            if verb.form.chance != bool(seats)
            for seat in seats or (-1,)
            for args in verb.options(state, seat)
        ]
        return tuple(dict.fromkeys(step for step in found if not self.why_not(state, step)))

    def why_not(self, state: StormState, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command, or None if it is legal."""
        if state.result:
            return Refusal("The game is over.", state.result.rule)
        return VERBS[step.do].why_not(state, step)

    def apply(self, state: StormState, step: Command) -> tuple[StormState, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and its events."""
        draft = StormDraft(state)
        VERBS[step.do].do(draft, step)
        if draft.state.phase == TURN:
            advance(draft)
        return draft.done()

    def draw(self, state: StormState, chance: SeededChance) -> Command | None:
        """Returns the outcome of dice or cards that is due, drawn fairly, or None."""
        if state.result:
            return None
        if state.due[:1] == (CHEST,):
            # FN-33: used items are at the bottom of the deck
            known = state.deck or state.under[:1]
            if not known:
                return self.legal(state)[0]
            return command("chest", **known[chance.below(len(known))]._asdict())
        if state.due[:1] == (STORM,):
            return command("storm", space=_storm_card(state, chance))
        if not dice_due(state):
            return None
        number = 1 + chance.below(6)
        if state.phase == ROLL_OFF or in_jail(state):
            return command("dice", number=number)
        stickers = [a for a, n in zip(ACTIONS, state.rules.faces, strict=True) for _ in range(n)]
        return command("dice", number=number, action=stickers[chance.below(len(stickers))])


def _storm_card(state: StormState, chance: SeededChance) -> int:
    """Draws a remaining Storm card. For an unknown deck, it is any space that was not drawn.

    A small board has fewer spaces than cards. Then any space can come (FN-A-07).
    """
    left = list(state.board.storm_cards)
    if left:
        for space in state.storm_drawn:
            left.remove(space)
    else:
        spaces = range(len(state.board.spaces))
        left = [at for at in spaces if at not in state.storm_drawn] or list(spaces)
    return left[chance.below(len(left))]
