"""Finds name, settings and notes of a ringtone in a text, as collections and programs write it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate

from pingblock.errors import BadInput

LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128)
OCTAVES = range(1, 9)
# Setting -> a description of its possible values.
RIGHT = {
    "d": f"use one of {', '.join(map(str, LENGTHS))}",
    "o": f"octaves are {OCTAVES[0]} to {OCTAVES[-1]}",
    "b": "beats a minute are 1 to 9999",
}
_POSSIBLE = {"d": LENGTHS, "o": OCTAVES}
DEFAULTS = {"d": 4, "o": 6, "b": 63}  # the defaults of the format
# Other characters with the same meaning. Each is replaced by one character, so that columns stay
# right.
# full-width characters of East Asia
_SAME = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SAME |= dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x3000, 0x1A), 0x20)
# quotation marks, and the mark of a continued line
_SAME |= dict.fromkeys((0x22, 0x5C, 0xAB, 0xBB, *range(0x2018, 0x2020)), 0x20)
_SAME |= {0x3001: ord(","), 0x266D: ord("b"), 0x266F: ord("#"), 0x2010: ord("-"), 0x2013: ord("-")}
_COMMENT = re.compile(r"^[ \t]*(?://|;|#(?=\s)).*$", re.MULTILINE)
_BEGINS_SETTINGS = re.compile(r"[\s\"',;]*[a-zA-Z]+\s*=")
_BETWEEN = re.compile(r"[\s,;\"']*")
_END = r"(?=[\s,;\"']|$)"
_SETTING = re.compile(rf"([a-zA-Z]+)\s*=\s*([0-9]+(?:\.[0-9]+)?|[a-zA-Z]){_END}")
# For b and o, a point can follow the number. With the unit bpm, b needs no name.
_BEATS = re.compile(rf"(?:(b|bpm|tempo)\s*=\s*)?([0-9]+(?:\.[0-9]*)?)\s*bpm{_END}", re.IGNORECASE)
_POINT = re.compile(rf"(b|bpm|tempo|o|octave)\s*=\s*([0-9]+)\.{_END}", re.IGNORECASE)
_WAYS = (_SETTING, _BEATS, _POINT)
_NAMES = {"bpm": "b", "tempo": "b", "octave": "o", "duration": "d"}
_LEFT_OUT = {
    "l": "a sound is played once",
    "s": "there is one style",
    "v": "the device has its own volume",
}
_AROUND = " \t\n\r\v\f,;\"'\xa0"


def wrong(text: str, offset: int, why: str) -> BadInput:
    """Returns an error about the place at ``offset`` of a text, with line and column."""
    before = text[:offset]
    line = before.count("\n") + 1
    column = offset - (before.rfind("\n") + 1) + 1
    return BadInput(f"line {line}, column {column}: {why}")


@dataclass(frozen=True)
class Ringtone:
    """The parts of a ringtone.

    Args:
        settings_at, notes_at: where settings and notes begin in ``text``.
        said: sentences about parts that were skipped.
    """

    settings: str
    settings_at: int
    notes: str
    notes_at: int
    text: str
    said: list[str] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The offset in the text where the notes end."""
        return self.notes_at + len(self.notes)


def first_ringtone(text: str) -> Ringtone:
    """Returns the parts of the first ringtone of a text.

    Raises:
        BadInput: the text is not a ringtone. The message has line and column.
    """
    plain = text.replace("\r\n", " \n").replace("\r", "\n").translate(_SAME)
    plain = _COMMENT.sub(lambda comment: " " * len(comment[0]), plain)
    if plain.lstrip().upper().startswith("BEGIN:IMELODY"):
        raise wrong(plain, 0, "this is an iMelody file: find the ringtone as RTTTL")
    parts = plain.split(":")
    starts = list(accumulate((len(part) + 1 for part in parts), initial=0))
    at = _settings_part(parts)
    if at is None:
        if len(parts) == 3:
            return Ringtone(parts[1], starts[1], parts[2].rstrip(_AROUND), starts[2], plain)
        where = len(plain) if len(parts) < 3 else starts[3] - 1
        raise wrong(plain, where, "a ringtone is name:settings:notes, with two colons")
    if at + 1 == len(parts):
        raise wrong(plain, len(plain), "a ringtone is name:settings:notes, with two colons")
    notes, said = parts[at + 1], []
    rest = parts[at + 2 :]
    if any(map(str.strip, rest)):
        last_line = notes.rfind("\n")  # The last line is the name of the next ringtone.
        if last_line < 0 or not any(_is_settings(part) or not part.strip() for part in rest):
            where = starts[at + 2] - 1
            raise wrong(plain, where, "a ringtone is name:settings:notes, with two colons")
        notes = notes[:last_line]
        said.append("The file has several ringtones: the first is used.")
    return Ringtone(parts[at], starts[at], notes.rstrip(_AROUND), starts[at + 1], plain, said)


def _settings_part(parts: list[str]) -> int | None:
    """Returns which part between colons has the settings, because a name can contain colons."""
    found = [n for n, part in enumerate(parts) if _is_settings(part)]
    follows = [n for n in found[:2] if n - 1 in found]
    return follows[0] if follows else next(iter(found), None)


def _is_settings(part: str) -> bool:
    return bool(_BEGINS_SETTINGS.match(part))


def settings_of(found: Ringtone) -> dict[str, float]:
    """Returns the values of the settings d, o and b.

    Args:
        found: the ringtone. Sentences about ignored settings are added to its ``said``.

    Raises:
        BadInput: the first problem, with its line and column.
    """
    values: dict[str, float] = {}
    text, at = found.settings, 0
    while (at := _end_of_gap(text, at)) < len(text):
        match = next(filter(None, (way.match(text, at) for way in _WAYS)), None)
        where = found.settings_at + at
        name = (match[1] or "b").lower() if match else ""
        key = _NAMES.get(name, name)
        if not match or key not in {**RIGHT, **_LEFT_OUT} or match[2].isalpha() != (key == "s"):
            word = re.split(r"[,;]", text[at:])[0].strip()[:20]
            why = f"the settings are d, o and b, such as d=4, not '{word}'"
            raise wrong(found.text, where, why)
        at = match.end()
        if key in _LEFT_OUT:
            found.said.append(f"The setting {match[0]} is left out: {_LEFT_OUT[key]}.")
            continue
        value = float(match[2])
        if not (1 <= value <= 9999 if key == "b" else value in _POSSIBLE[key]):
            raise wrong(found.text, where, f"{key}={match[2]} is not possible: {RIGHT[key]}")
        if values.setdefault(key, value) != value:
            why = f"{key} is {values[key]:g} and {value:g}: leave one of them"
            raise wrong(found.text, where, why)
    return {**DEFAULTS, **values}


def _end_of_gap(text: str, at: int) -> int:
    gap = _BETWEEN.match(text, at)
    return gap.end() if gap else at
