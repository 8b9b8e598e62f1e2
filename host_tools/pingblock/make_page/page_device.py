"""Data for the page about a real Pico: settings with their ranges, and sounds."""

from __future__ import annotations

from functools import cache

from pingblock.cards.strings import languages as of_cards
from pingblock.cards.strings import meanings
from pingblock.common.options import OPTIONS, json_schema
from pingblock.languages.catalogues import languages
from pingblock.make_page.page_pack import compact
from pingblock.sounds.notes import FIRST_NOTE, NO_NOTE, NOTE_WORDS
from pingblock.sounds.rtttl import HELD_PCT, read_rtttl
from pingblock.sounds.rules import rule_of
from pingblock.sounds.sound import LIKE_COINS_MS
from pingblock.sounds.tables import names_played
from pingblock.tunes import sequencer
from pingware.games import catalog
from pingware.shared.light_show import EVERY_MS

_STEP_WORD = 3  # index of the step in the words of a note
PLACE = "data/device.json"


@cache
def device_data() -> dict[str, bytes]:
    """Returns the data files about a real Pico: path on the page to content."""
    about = {"settings": _settings(), "sounds": _sounds(), "drawn": _drawn()}
    return {PLACE: compact(about)}


def settings_texts() -> list[tuple[str, str]]:
    """Returns the page's texts about settings, for translation: context and text."""
    every = OPTIONS.values()
    return [
        *(("", option.help) for option in every),
        *(("", option.allowed) for option in every if "enum" not in json_schema(option.rule)),
        *(("setting", option.name.replace("_", " ")) for option in every),
    ]


def _settings() -> list[dict[str, object]]:
    """Returns each setting: name, help, allowed values in words and as a schema, and game."""
    games = catalog.CATALOG.games()
    owners = {name: game.name for game in games for name in game.settings}
    return [
        {
            "name": option.name,
            "help": option.help,
            "allowed": option.allowed,
            "schema": json_schema(option.rule),
            "of": owners.get(option.name, ""),
        }
        for option in OPTIONS.values()
    ]


def _drawn() -> dict[str, object]:
    """Returns the mixer's words for the notes that people can draw on the page: see own/tune.js.

    A drawn tune is a ringtone, so each note has the words that it has in a ringtone.
    """
    notes = dict(zip("cdefgabC", ("c", "d", "e", "f", "g", "a", "b", "c6"), strict=True))
    score = read_rtttl(f"drawn:d=8,o=5,b=150:{','.join(notes.values())}")
    (instrument,) = score.instruments.values()
    program = sequencer.compile_tune(score.tune, score.instruments, {})
    end = program.index(NO_NOTE)
    pitches = (sequencer.pitch_mhz(row[2]) / 1000 for row in score.rows)
    return {
        "steps": dict(
            zip(notes, program[FIRST_NOTE + _STEP_WORD : end : NOTE_WORDS], strict=True)
        ),
        "hz": dict(zip(notes, pitches, strict=True)),
        "instrument": list(program[end + 1 :]),
        "level": program[end - 1],
        "heldPct": HELD_PCT,
        "tail": sequencer.tail_ticks(instrument),
        "coinsMs": EVERY_MS,
        "likeCoinsMs": LIKE_COINS_MS,
    }


def _sounds() -> list[dict[str, object]]:
    """Returns each sound: name, meaning in each language, and limits of a replacement."""
    known = {code: meanings(code) for code in languages() if code in of_cards()}
    return [
        {
            "means": {
                code: means.get(name, ", ".join(tells).replace("_", " "))
                for code, means in known.items()
            },
            **vars(rule_of(name)),
        }
        for name, tells in sorted(names_played().items())
    ]
