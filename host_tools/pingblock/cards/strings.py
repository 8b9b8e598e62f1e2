"""The reminder cards' texts, in the languages of the game's own booklet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pingblock.errors import BadInput
from pingblock.suggestion import no_such

ALL = "all"

# (what stands in the badge, key of its text). The badges need no language.
SOUNDS = (("+1", "coin"), ("»", "powerup"), ("−5", "villain"), ("−10", "gameover"))
SILENT = ("silent_1_2", "silent_3_4", "silent_5", "silent_6")
BATTERY = ("battery_type", "battery_demo", "battery_tool", "battery_keep")


@dataclass(frozen=True)
class Card:
    """One language's card. ``battery`` is empty unless it was asked for."""

    language: str
    name: str
    title: str
    press: str
    sounds: tuple[tuple[str, str], ...]
    silent_title: str
    silent: tuple[str, ...]
    battery: tuple[str, ...]


@cache
def _texts() -> Mapping[str, Mapping[str, str]]:
    text = files("pingblock.cards").joinpath("strings.json").read_text("utf-8")
    held: Mapping[str, Mapping[str, str]] = json.loads(text)
    return held


def languages() -> dict[str, str]:
    """Returns the languages: code to their own names."""
    return {code: texts["name"] for code, texts in _texts().items()}


def cards(wanted: Iterable[str], battery: bool = False) -> list[Card]:
    """Returns the cards of some languages.

    Args:
        wanted: codes such as "de"; "all" stands for all.
        battery: also the lines about a toy of one AAA cell.

    Raises:
        BadInput: there is no such language.
    """
    codes = [each for code in wanted for each in _codes(code)]
    return [_card(code, battery) for code in dict.fromkeys(codes)]


def card_in(code: str, battery: bool = False) -> Card:
    """Returns the card of one language; parameters and errors as of ``cards``, without "all"."""
    return _card(_code(code), battery)


def _codes(code: str) -> list[str]:
    return list(_texts()) if code.lower() == ALL else [_code(code, ALL)]


def _code(code: str, *others: str) -> str:
    """Returns the code of a known language; BadInput names them all, and other words."""
    known = list(_texts())
    short = code.lower().replace("_", "-").split("-")[0]
    short = "no" if short in ("nb", "nn") else short
    if short not in known:
        raise BadInput(no_such("language", code, [*known, *others]))
    return short


def _card(code: str, battery: bool) -> Card:
    texts = _texts()[code]
    return Card(
        language=code,
        name=texts["name"],
        title=texts["title"],
        press=texts["press"],
        sounds=tuple((badge, texts[key]) for badge, key in SOUNDS),
        silent_title=texts["silent_title"],
        silent=tuple(texts[key] for key in SILENT),
        battery=tuple(texts[key] for key in BATTERY) if battery else (),
    )
