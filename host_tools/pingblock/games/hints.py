"""Hints for the screen: what each hand does in each press game but the block. Pure."""

from __future__ import annotations

from collections.abc import Mapping

Hints = tuple[tuple[str, str], ...]  # key, what it does there

_AUCTION = ("L L", "auction; SPACE bids, sold 10 s after")
_FIRST = ("L L", "before the first roll: who begins?")
_AGAIN = ("C", "says the roll again")
_JAIL = ("H", "this roll is a try to leave jail")
_PLAIN: Hints = (("SPACE", "rolls; low beeps, then high ones"), _AGAIN, _AUCTION, _FIRST)
_PROPERTY: Hints = (_PLAIN[0], _JAIL, _AGAIN, _AUCTION, _FIRST)
_DICE: Mapping[str, Hints] = {
    "one": (("SPACE", "rolls the die"), *_PLAIN[1:]),
    "two": _PLAIN,
    "celebration": (
        ("SPACE", "rolls the die"),
        ("C", "presses the Question Block"),
        _JAIL,
        ("K", "says it again; K K is an auction"),
        _AUCTION,
        _FIRST,
    ),
}
_STORM: Hints = (
    ("SPACE", "rolls the number and the action"),
    ("H", "this number is a try to leave jail"),
    ("C", "says the roll again"),
    ("K", "the start was passed: the storm"),
    ("L L", "before the first roll: who begins?"),
)
_CARDS: Hints = (
    ("SPACE", "draws the next card"),
    ("C", "says the card again"),
    ("P", "SPACE counts skulls as well"),
)
_SKULLS: Hints = (
    ("C", "takes the last skull back"),
    ("K", "ends the turn; once more: the finish"),
    ("P", "SPACE means something else"),
)
_FORTUNE: Mapping[str, Hints] = {
    "turn": (("SPACE", "draws a card, then counts skulls"), *_SKULLS),
    "skull": (("SPACE", "counts a skull"), *_SKULLS),
}
_STARTS: Mapping[str, str] = {
    "dice": "Roll the dice",
    "storm_dice": "Roll the dice",
    "fortune": "Draw a card",
}


def hints(game: str, rules: str | None) -> Hints:
    """Returns what the keys do in a game, by its rules; nothing for the block."""
    if game == "dice":
        return _DICE.get(rules or "", _PROPERTY)
    if game == "fortune":
        return _FORTUNE.get(rules or "", _CARDS)
    return _STORM if game == "storm_dice" else ()


def start(game: str, rules: str | None) -> str:
    """Returns what to do first in a game, such as "Roll the dice"."""
    if (game, rules) == ("fortune", "skull"):
        return "Count the skulls"
    return _STARTS.get(game, "Press the block")
