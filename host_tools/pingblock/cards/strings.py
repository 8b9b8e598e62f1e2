"""Texts of the reminder cards of each game, in twelve languages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.games.words import words_of_games
from pingware.games.block.outcomes import FAMILIES

ALL = "all"

BLOCK = "block"  # the game whose outcomes can also come from a die
# Kind of outcome -> its title. The badge needs no language.
_OUTCOMES = {kind: rows[0] for kind, rows in words_of_games()[BLOCK]["outcome"].items()}
SILENT = ("silent_1_2", "silent_3_4", "silent_5", "silent_6")
_VERDICTS = ("good", "fair", "replace_soon", "stop")
_JAIL = (("✓", "free", ("free",)), ("✗", "stay", ("stay",)))
_BEGIN = (("★", "first", ("beeps",)), ("=", "again", ("again",)))
# Game -> its lines: badge, key of the text, and the tunes that the text explains.
OTHERS: Mapping[str, Sequence[tuple[str, str, tuple[str, ...]]]] = {
    "dice": (
        ("⚂", "die", ("die_1", "die_2")),
        ("↺", "bonus", ("bonus",)),
        ("⚠", "jail", ("jail",)),
        *_JAIL,
        ("¤", "pay", ("pay",)),
        ("⚒", "auction", ("auction",)),
        ("▲", "bid", ("bid",)),
        ("●", "sold", ("sold",)),
        ("–", "unsold", ("unsold",)),
        *_BEGIN,
        ("¤?", "tick", ("tick",)),
        ("min", "clock", ("warning", "clock_over")),
    ),
    "storm_dice": (
        ("⚂", "number", ("die_1", "die_2")),
        ("✚", "heal", ("heal",)),
        ("⊕", "shot", ("shot",)),
        ("♫", "dance", ("dance",)),
        ("⚒", "hammer", ("hammer",)),
        ("☁", "wind", ("wind",)),
        *_JAIL,
        *_BEGIN,
    ),
    "fortune": (
        ("●", "gold", ("gold",)),
        ("♦", "diamond", ("diamond",)),
        ("☻", "monkey", ("monkey",)),
        ("×2", "captain", ("captain",)),
        ("★", "sorceress", ("sorceress",)),
        ("■", "chest", ("chest",)),
        ("☠", "skull1", ("skull1",)),
        ("☠☠", "skull2", ("skull2",)),
        ("⚔", "sea", ("sea2", "sea3", "sea4")),
        ("☮", "truce", ("truce",)),
        ("Z", "zombie", ("zombie",)),
        ("☁", "storm", ("storm",)),
    ),
    "skulls": (
        ("☠", "drum", ("drum_1", "drum_2", "drum_3")),
        ("✖", "crash", ("crash",)),
        ("⌂", "chant", ("chant",)),
        ("↺", "undone", ("undone",)),
        ("→", "next_turn", ("next_turn",)),
        ("⚑", "finish", ("finish",)),
    ),
    "worms": (
        ("◀", "ratchet", ("ratchet",)),
        ("▶", "go", ("go",)),
        ("5", "ticks", ("tick_1", "tick_2", "tick_3", "tick_4", "tick_5")),
        ("♪", "time_up", ("time_up",)),
        ("■", "stopped", ("stopped",)),
        ("✓", "match", ("match",)),
        ("↺", "undo", ("undo",)),
        ("✗", "refused", ("refused",)),
        ("★", "fanfare", ("fanfare",)),
        ("→", "player", ("beeps",)),
    ),
    "device": (
        ("☼", "ready", ("self_test",)),
        ("▼", "low", ("warn_battery",)),
        ("☽", "goodbye", ("goodbye",)),
        ("321", "verdict", _VERDICTS),
        ("–", "nothing_yet", ("nothing_yet",)),
        ("1–4", "game", ("beeps",)),
        ("♪", "calls", ("pay", "jail", "winner")),
    ),
}
GAMES = (BLOCK, *OTHERS)
BATTERY = ("battery_type", "battery_demo", "battery_tool", "battery_keep")


@dataclass(frozen=True)
class Card:
    """Card of one game in one language. Missing parts are empty, such as ``battery``."""

    language: str
    name: str
    title: str
    press: str
    sounds: tuple[tuple[str, str], ...]
    silent_title: str
    silent: tuple[str, ...]
    battery: tuple[str, ...]
    game: str = BLOCK


@cache
def _read(file: str) -> Mapping[str, Mapping[str, str]]:
    """Returns the texts in a file: language -> key -> text."""
    text = files("pingblock.cards").joinpath(file).read_text("utf-8")
    held: Mapping[str, Mapping[str, str]] = json.loads(text)
    return held


# the texts of the block's cards, and the meanings of the other games' sounds
_texts, _sounds = partial(_read, "strings.json"), partial(_read, "sounds.json")


def languages() -> dict[str, str]:
    """Returns the languages: code -> name in that language."""
    return {code: texts["name"] for code, texts in _texts().items()}


def cards(
    wanted: Iterable[str], battery: bool = False, games: Iterable[str] = (BLOCK,)
) -> list[Card]:
    """Returns the cards of some languages.

    Args:
        wanted: codes such as "de", or "all".
        battery: whether to add the lines about a toy with one AAA cell.
        games: names in ``GAMES``, or "all".

    Raises:
        BadInput: there is no such language, or no such game.
    """
    codes = dict.fromkeys(each for code in wanted for each in _codes(code))
    names = dict.fromkeys(each for name in games for each in _games(name))
    return [_card_of(name, code, battery) for code in codes for name in names]


def card_in(code: str) -> Card:
    """Returns the card of one language, not of "all". Raises the same errors as ``cards``."""
    return _card(_code(code), battery=False)


def outcome_in(code: str, kind: str) -> str:
    """Returns an outcome of the block as a card shows it: title, colon, action.

    If the language lacks it, the text is in English.
    """
    texts = _texts()
    if (text := texts[code].get(kind) or texts["en"].get(kind)) is not None:
        return text
    words = _OUTCOMES[kind]
    return f"{words['title']}: {words['say'][:1].lower()}{words['say'][1:]}"


def meanings(code: str = "en") -> dict[str, str]:
    """Returns the meaning of each tune as the cards of a language explain it: tune -> text."""
    texts = _sounds()[code]
    found = {family.tune: outcome_in(code, family.kind) for family in FAMILIES}
    for rows in OTHERS.values():
        found = {tune: texts[key] for _, key, tunes in rows for tune in tunes} | found
    return found


def _games(name: str) -> Sequence[str]:
    if name not in (ALL, *GAMES):
        raise BadInput(no_such("game", name, [*GAMES, ALL]))
    return GAMES if name == ALL else [name]


def _codes(code: str) -> list[str]:
    return list(_texts()) if code.lower() == ALL else [_code(code, ALL)]


def _code(code: str, *others: str) -> str:
    """Returns the code of a known language.

    Otherwise raises BadInput, which lists all codes.
    """
    known = list(_texts())
    short = code.lower().replace("_", "-").split("-")[0]
    short = "no" if short in ("nb", "nn") else short
    if short not in known:
        raise BadInput(no_such("language", code, [*known, *others]))
    return short


def _card_of(game: str, code: str, battery: bool) -> Card:
    if game == BLOCK:
        return _card(code, battery)
    texts, block = _sounds()[code], _texts()[code]
    name, _colon, question = block["title"].partition(":")
    space = name[len(name.rstrip()) :]  # French has a space before its colon.
    rows = tuple((badge, texts[key]) for badge, key, _ in OTHERS[game])
    title = f"{texts[f'n_{game}']}{space}:{question}"
    return Card(code, block["name"], title, "", rows, "", (), (), game)


def _card(code: str, battery: bool) -> Card:
    texts = _texts()[code]
    return Card(
        language=code,
        name=texts["name"],
        title=texts["title"],
        press=texts["press"],
        sounds=tuple(
            (words["badge"], outcome_in(code, kind)) for kind, words in _OUTCOMES.items()
        ),
        silent_title=texts["silent_title"],
        silent=tuple(texts[key] for key in SILENT),
        battery=tuple(texts[key] for key in BATTERY) if battery else (),
    )
