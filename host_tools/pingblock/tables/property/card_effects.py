"""Effects of cards: their values and words, for decks in the board file and for paper decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.board import STATION, UTILITY
from pingblock.tables.property.board_rules import MONEY, NAME, SPACES_MOST
from pingware.shared.schema import Rule, needed, one_of, whole

EFFECT, PLAYER = "effect", "player"


class Effect(NamedTuple):
    """An effect of a card.

    Args:
        args: names of the effect's values.
        ask: sentence without values, for a form.
        say: the same sentence with values.
        ends: whether it moves the player or draws a card, so that no other effect can follow it.
    """

    args: tuple[str, ...]
    ask: str
    say: str
    ends: bool = False


EFFECTS = {
    "nothing": Effect((), N_("nothing to do"), N_("nothing to do")),
    "receive": Effect(
        ("amount",), N_("receive money from the Bank"), N_("receive {amount} from the Bank")
    ),
    "pay": Effect(("amount",), N_("pay the Bank"), N_("pay the Bank {amount}")),
    "collect": Effect(
        ("amount",), N_("collect from each player"), N_("collect {amount} from each player")
    ),
    "share": Effect(("amount",), N_("pay each player"), N_("pay each player {amount}")),
    "give": Effect(("amount", "player"), N_("pay one player"), N_("pay {player} {amount}")),
    "take": Effect(
        ("amount", "player"), N_("receive from one player"), N_("receive {amount} from {player}")
    ),
    "repairs": Effect(
        ("house", "hotel"),
        N_("pay for buildings"),
        N_("pay {house} for each small building, {hotel} for each large one"),
    ),
    "go_to": Effect(("space",), N_("move on to a space"), N_("move on to {space}"), True),
    "step": Effect(("steps",), N_("go some steps"), N_("go {steps} spaces"), True),
    STATION: Effect(
        ("times",),
        N_("move on to the nearest station"),
        N_("move on to the nearest station: its rent is due {times} times"),
        True,
    ),
    UTILITY: Effect(
        ("times",),
        N_("move on to the nearest utility"),
        N_("move on to the nearest utility: its rent is {times} times the dice"),
        True,
    ),
    "jail": Effect((), N_("go to jail"), N_("go to jail"), True),
    "draw": Effect(("deck",), N_("draw a card of a deck"), N_("draw a card ({deck})"), True),
    "keep": Effect((), N_("keep it, to leave jail"), N_("keep it, to leave jail")),
}
KEEP = "keep"

# rules for all values of effects
ARGS: dict[str, Rule] = {
    "amount": MONEY,
    "player": whole(0, 7),
    "house": MONEY,  # amount for each house
    "hotel": MONEY,
    "space": whole(0, 200),
    "steps": whole(-SPACES_MOST, SPACES_MOST),  # a negative number means backwards
    "times": whole(1, 100),
    "deck": NAME,
}
EFFECT_RULE = needed(one_of(*EFFECTS))


def misfit_on(kinds: Sequence[str], decks: Sequence[str], step: Command) -> Refusal | None:
    """Returns the reason why an effect with valid values does not suit a board, or None.

    Args:
        kinds: kinds of the spaces, from Go.
        decks: names of the board's decks.
        step: a card's command.
    """
    effect = step.arg(EFFECT)
    if effect == "go_to" and step.arg("space") >= len(kinds):
        return Refusal("The board has no such space.")
    if effect == "step" and not step.arg("steps"):
        return Refusal("A card moves by one space or more.")
    if effect in (STATION, UTILITY) and effect not in kinds:
        return Refusal("The board has no space of the kind {kind}.", kind=effect)
    if effect == "draw" and step.arg("deck") not in decks:
        return Refusal("There is no deck '{deck}': {names}.", deck=step.arg("deck"), names=decks)
    return None
