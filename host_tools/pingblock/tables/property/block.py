"""The block in the middle of the board: outcomes of a press, and silent play with the die."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.board import BANK
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import BlockPress, ExtraMove, SilentCoins
from pingblock.tables.verb import Arguments, taking
from pingware.games.block.options import COINS_MAX
from pingware.games.block.outcomes import COINS, FAMILIES, POWER_UP
from pingware.games.block.rules import OUTCOMES
from pingware.shared.schema import needed, one_of, whole

_BRINGS = {family.kind: family.coins for family in FAMILIES}
_RULES = {"laugh": "QB-05", "game_over": "QB-06"}
_RULE = "QB-02"  # id of the rule for all other outcomes
_SILENT = ("laugh", "laugh", POWER_UP, "game_over")  # outcomes of a die from 3 to 6 (QB-07)


def _presses(state: PropertyState, seat: int) -> Arguments:
    if isinstance(state.task, BlockPress):
        for outcome in OUTCOMES:
            yield {"kind": outcome.kind, **({"coins": outcome.coins} if outcome.coins else {})}


def _no_press(state: PropertyState, step: Command) -> Refusal | None:
    if not isinstance(state.task, BlockPress):
        return Refusal("No player is on a block: this press does not count.", "QB-01")
    if (step.arg("kind") == COINS) != (step.arg("coins") is not None):
        return Refusal("Give a number from 1 to 6 for coins, and only for coins.", "QB-03")
    return None


def _press(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(BlockPress)
    _outcome(draft, task.seat, step.arg("kind"), step.arg("coins"))


def _outcome(draft: PropertyDraft, seat: int, kind: str, count: int) -> None:
    draft.tell("sound_heard", "block", seat, kind)
    if kind == POWER_UP:
        draft.first(ExtraMove(seat))
    elif (brings := _BRINGS[kind]) > 0:
        coins(draft, seat, brings * max(count or 0, 1))
    elif brings:
        draft.owe(seat, BANK, -brings, _RULES.get(kind, _RULE))


def coins(draft: PropertyDraft, seat: int, count: int) -> None:
    """Pays coins to a player (QB-03)."""
    draft.pay(BANK, seat, count)
    draft.tell("cash_received", "QB-03", seat, count)


def silent(draft: PropertyDraft, seat: int, roll: int) -> None:
    """Applies the die table of silent play (QB-07)."""
    if roll <= 2:
        draft.first(SilentCoins(seat))
        draft.tell("coins_rolled", "QB-07", seat)
    else:
        _outcome(draft, seat, _SILENT[roll - 3], 0)


VERBS = {
    "outcome": taking(
        N_("The block was pressed, and this was heard."),
        {
            "kind": needed(one_of(*_BRINGS)),
            "coins": whole(1, COINS_MAX),
        },
        {"kind": COINS, "coins": 4},
        (_presses, _no_press, _press),
        menu=N_("It sounds like …"),
        chance=True,
    ),
}
