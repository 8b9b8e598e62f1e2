"""Hints for the screen: what each hand does in each press game but the block. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.languages import N_, _

Hints = tuple[tuple[str, str], ...]  # key, what it does there

_AUCTION = ("L L", N_("auction; SPACE bids, sold 10 s after"))
_FIRST = ("L L", N_("before the first roll: who begins?"))
_AGAIN = ("C", N_("says the roll again"))
_JAIL = ("H", N_("this roll is a try to leave jail"))
_PLAIN: Hints = (("SPACE", N_("rolls; low beeps, then high ones")), _AGAIN, _AUCTION, _FIRST)
_PROPERTY: Hints = (_PLAIN[0], _JAIL, _AGAIN, _AUCTION, _FIRST)
_DICE: Mapping[str, Hints] = {
    "one": (("SPACE", N_("rolls the die")), *_PLAIN[1:]),
    "two": _PLAIN,
    "celebration": (
        ("SPACE", N_("rolls the die")),
        ("C", N_("presses the Question Block")),
        _JAIL,
        ("K", N_("says it again; K K is an auction")),
        _AUCTION,
        _FIRST,
    ),
}
_STORM: Hints = (
    ("SPACE", N_("rolls the number and the action")),
    ("H", N_("this number is a try to leave jail")),
    ("C", N_("says the roll again")),
    ("K", N_("the start was passed: the storm")),
    ("L L", N_("before the first roll: who begins?")),
)
_CARDS: Hints = (
    ("SPACE", N_("draws the next card")),
    ("C", N_("says the card again")),
    ("P", N_("SPACE counts skulls as well")),
)
_SKULLS: Hints = (
    ("C", N_("takes the last skull back")),
    ("K", N_("ends the turn; once more: the finish")),
    ("P", N_("SPACE means something else")),
)
_FORTUNE: Mapping[str, Hints] = {
    "turn": (("SPACE", N_("draws a card, then counts skulls")), *_SKULLS),
    "skull": (("SPACE", N_("counts a skull")), *_SKULLS),
}
_STARTS: Mapping[str, str] = {
    "dice": N_("Roll the dice"),
    "storm_dice": N_("Roll the dice"),
    "fortune": N_("Draw a card"),
}


def hints(game: str, rules: str | None) -> Hints:
    """Returns what the keys do in a game, by its rules; nothing for the block."""
    return tuple((key, _(does)) for key, does in _hints(game, rules or ""))


def _hints(game: str, rules: str) -> Hints:
    if game == "dice":
        return _DICE.get(rules, _PROPERTY)
    if game == "fortune":
        return _FORTUNE.get(rules, _CARDS)
    return _STORM if game == "storm_dice" else ()


def start(game: str, rules: str | None) -> str:
    """Returns what to do first in a game, such as "Roll the dice"."""
    if (game, rules) == ("fortune", "skull"):
        return _("Count the skulls")
    return _(_STARTS.get(game, N_("Press the block")))
