"""A reminder card for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pingblock.cards.strings import Card

WIDTH = 72
_BADGE = 5


def text_of(cards: Sequence[Card], width: int = WIDTH) -> str:
    """Returns the cards as text, at most ``width`` (40 or more) characters wide."""
    return "\n\n".join(_text(card, width) for card in cards) + "\n"


def _text(card: Card, width: int) -> str:
    lines = _heading(card.title, "=", width)
    lines += [*_wrapped(card.press, "", width), ""] if card.press else []
    for badge, text in card.sounds:
        lines += _wrapped(text, f"{badge:>{_BADGE - 1}} ", width)
    if card.silent:
        lines += ["", *_heading(card.silent_title, "-", width)]
    for text in card.silent:
        lines += _wrapped(text, "  ", width)
    if card.battery:
        lines += ["", *[line for text in card.battery for line in _wrapped(text, "", width)]]
    return "\n".join(lines)


def _heading(text: str, line: str, width: int) -> list[str]:
    return [*_wrapped(text, "", width), line * min(width, len(text))]


def _wrapped(text: str, head: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head))
