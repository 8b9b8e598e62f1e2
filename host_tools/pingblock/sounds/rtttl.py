"""Reader of RTTTL ringtones, ``name:d=4,o=5,b=100:8c,8d#.,p,2e6``; errors name their place.

Source: the format as phones wrote it: 1 to 32 for the length of a note, ``#`` for sharp, ``.`` for
half as long again, octaves 4 to 7; ``h`` is German for ``b``. Widened: octaves 1 to 8, length 64.
"""

from __future__ import annotations

import re

from pingblock.errors import BadInput
from pingblock.sounds.score import Row, Score
from pingblock.sounds.tune_text import ROWS_MOST

LENGTHS = (1, 2, 4, 8, 16, 32, 64)
SLOWEST_BPM, FASTEST_BPM = 10, 900
_DEFAULTS = {"d": 4, "o": 6, "b": 63}  # as the format says
_WHOLE_NOTE_MS = 240_000  # at one beat a minute, a beat being a quarter
_SHORTEST_MS = 12
_HELD_PCT = 88  # the rest of a note keeps it apart from the next
_LOUDNESS_PCT = 45
_VOICE = "ringtone"
_INSTRUMENT = {
    "wave": "pulse", "duty_pct": 25,
    "attack_ms": 3, "decay_ms": 120, "sustain_pct": 60, "release_ms": 15,
}  # fmt: skip
_SETTING = re.compile(r"\s*([a-zA-Z])\s*=\s*([0-9]{1,4})\s*")
_NOTE = re.compile(r"\s*([0-9]{0,3})([a-hA-HpP])(#|_)?(\.)?([1-8])?(\.)?\s*")


class _RtttlReader:
    """The file's text, and where one is in it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def wrong(self, offset: int, why: str) -> BadInput:
        before = self._text[:offset]
        line = before.count("\n") + 1
        column = offset - (before.rfind("\n") + 1) + 1
        return BadInput(f"line {line}, column {column}: {why}")


def read_rtttl(text: str) -> Score:
    """Reads a ringtone; one instrument plays it.

    Raises:
        BadInput: the first problem, with its line and column.
    """
    place = _RtttlReader(text)
    parts = text.split(":")
    if len(parts) != 3:
        at = len(text) if len(parts) < 3 else sum(map(len, parts[:3])) + 2
        raise place.wrong(at, "a ringtone is name:settings:notes, with two colons")
    settings_at = len(parts[0]) + 1
    settings = _settings(parts[1], settings_at, place)
    rows, places = _rows(parts[2], settings_at + len(parts[1]) + 1, settings, place)
    if not rows:
        raise place.wrong(len(text), "there is no note in it")
    if len(rows) > ROWS_MOST:
        raise BadInput(f"It has {len(rows)} notes, and {ROWS_MOST} are allowed: leave some out.")
    return Score(tuple(rows), {_VOICE: dict(_INSTRUMENT)}, 0, tuple(places))


def _settings(text: str, start: int, place: _RtttlReader) -> dict[str, int]:
    found = dict(_DEFAULTS)
    at = start
    for part in text.split(",") if text.strip() else []:
        match = _SETTING.fullmatch(part)
        if not match or match[1].lower() not in found:
            raise place.wrong(at, f"the settings are d, o and b, such as d=4, not '{part[:20]}'")
        key, value = match[1].lower(), int(match[2])
        right = {
            "d": value in LENGTHS,
            "o": 1 <= value <= 8,
            "b": SLOWEST_BPM <= value <= FASTEST_BPM,
        }
        if not right[key]:
            raise place.wrong(at, f"{key}={value} is not possible: {_RIGHT[key]}")
        found[key] = value
        at += len(part) + 1
    return found


_RIGHT = {
    "d": f"take one of {', '.join(map(str, LENGTHS))}",
    "o": "octaves are 1 to 8",
    "b": f"beats a minute are {SLOWEST_BPM} to {FASTEST_BPM}",
}


def _rows(
    text: str, start: int, settings: dict[str, int], place: _RtttlReader
) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    places: list[str] = []
    at_ms, at = 0.0, start
    for number, part in enumerate(text.rstrip(", \t\r\n").split(","), 1):
        match = _NOTE.fullmatch(part)
        if not match:
            why = "a note is such as c, 8d#, 2e6 or p (a pause)"
            raise place.wrong(at, f"{why}, not '{part.strip()[:20]}'")
        lasts_ms = _lasts_ms(match, settings, place, at)
        if match[2] not in "pP":
            note = _note(match, settings["o"], place, at)
            held_ms = max(6, int(lasts_ms * _HELD_PCT / 100))
            rows.append((round(at_ms), _VOICE, note, held_ms, _LOUDNESS_PCT))
            places.append(f"note {number}")
        at_ms += lasts_ms
        at += len(part) + 1
    return rows, places


def _lasts_ms(
    match: re.Match[str], settings: dict[str, int], place: _RtttlReader, at: int
) -> float:
    length = int(match[1]) if match[1] else settings["d"]
    if length not in LENGTHS:
        raise place.wrong(at, f"a note's length is {length}: {_RIGHT['d']}")
    lasts_ms = _WHOLE_NOTE_MS / settings["b"] / length
    lasts_ms *= 1.5 if match[4] or match[6] else 1.0
    if lasts_ms < _SHORTEST_MS:
        raise place.wrong(at, f"this note lasts {lasts_ms:.0f} ms, too short to be heard: lower b")
    return lasts_ms


def _note(match: re.Match[str], octave: int, place: _RtttlReader, at: int) -> str:
    letter = match[2].upper().replace("H", "B")
    if match[3] and letter in "EB":
        following = {"E": "F", "B": "C of the next octave"}[letter]
        raise place.wrong(at, f"there is no {letter}#: write {following}")
    return f"{letter}{'#' if match[3] else ''}{match[5] or octave}"
