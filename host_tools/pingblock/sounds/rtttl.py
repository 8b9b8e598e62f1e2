"""Reads RTTTL ringtones, such as ``name:d=4,o=5,b=100:8c,8d#.,p,2e6``. Errors give line and
column.

Source: the format of old phones. A note's length is 1 to 32, ``#`` means sharp, ``.`` means half
as long again, octaves are 4 to 7, and ``h`` is the German name of ``b``. Extensions: octaves 1 to
8, lengths up to 128, ``b`` after a letter for flat. Collections write it in many ways. Text with
one meaning is accepted, and text with two meanings is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pingblock.errors import BadInput
from pingblock.sounds.rtttl_parts import (
    LENGTHS,
    OCTAVES,
    RIGHT,
    Ringtone,
    first_ringtone,
    settings_of,
    wrong,
)
from pingblock.sounds.score import Row, Score
from pingblock.sounds.tune_text import ROWS_MOST

_WHOLE_NOTE_MS = 240_000  # length at one beat a minute, if a beat is a quarter
_SHORTEST_MS = 7  # Three voices can play notes this short one after another.
HELD_PCT = 88  # percentage of a note that sounds. The rest is silent, which separates notes.
_LOUDNESS_PCT = 45
_VOICE = "ringtone"
_INSTRUMENT = {
    "wave": "pulse", "duty_pct": 25,
    "attack_ms": 3, "decay_ms": 120, "sustain_pct": 60, "release_ms": 15,
}  # fmt: skip
_SUCH_AS = "notes look like c, 8d#, 2e6 or p (a pause)"
_NOTE = re.compile(r"([0-9]*)([.#_]*)([a-hA-H](?=[bB]))?([a-hprA-HPR-])([#_.0-9]*)")
_PAUSES = "PR-"
# Name of a note -> its name in the table, and the number of octaves to add.
_AS_SHARP = {"E": ("F", 0), "B": ("C", 1)}
_AS_FLAT = {
    "A": ("G#", 0), "B": ("A#", 0), "C": ("B", -1), "D": ("C#", 0), "E": ("D#", 0),
    "F": ("E", 0), "G": ("F#", 0),
}  # fmt: skip
_TOKENS_A_NOTE = 4


class _Token(NamedTuple):
    text: str
    at: int


class _Note(NamedTuple):
    at: int
    lasts_ms: float
    pitch: str  # "" means a pause


class _Wrong(ValueError):
    """The reason why some letters are not a note."""


def read_rtttl(text: str) -> Score:
    """Reads a ringtone for one instrument. If the text has several, reads the first.

    Raises:
        BadInput: the first problem, with its line and column.
    """
    found = first_ringtone(text)
    settings = settings_of(found)
    rows: list[Row] = []
    places: list[str] = []
    at_ms = 0.0
    for number, note in enumerate(_notes(found, settings), 1):
        if note.pitch:
            held_ms = max(6, int(note.lasts_ms * HELD_PCT / 100))
            rows.append((round(at_ms), _VOICE, note.pitch, held_ms, _LOUDNESS_PCT))
            places.append(f"note {number}")
        at_ms += note.lasts_ms
    if not rows:
        raise wrong(found.text, found.end, "there is no note in it")
    if len(rows) > ROWS_MOST:
        raise BadInput(
            f"The ringtone has {len(rows)} notes, but only {ROWS_MOST} are allowed: leave some "
            "out."
        )
    return Score(tuple(rows), {_VOICE: dict(_INSTRUMENT)}, 0, tuple(places), tuple(found.said))


def _notes(found: Ringtone, settings: dict[str, float]) -> Iterator[_Note]:
    """Yields the notes. A comma or a semicolon separates them.

    White space can separate them, too, if that is not ambiguous.
    """
    is_parted = bool(re.search("[,;]", found.notes))
    seen: set[str] = set()
    for part in re.finditer(r"[^,;]+", found.notes):
        start = found.notes_at + part.start()
        tokens = [_Token(word[0], start + word.start()) for word in re.finditer(r"\S+", part[0])]
        for token in _joined(tokens, settings, found.text, is_parted):
            try:
                _check_german(token.text, seen)
                yield _note(token, settings)
            except _Wrong as fault:
                raise wrong(found.text, token.at, str(fault)) from None


def _check_german(text: str, seen: set[str]) -> None:
    """Raises _Wrong if ``b`` and ``h`` are used, because then ``b`` is B flat in German."""
    seen.add("h" if "h" in text.lower() else re.sub("[0-9.]", "", text.lower()))
    if {"b", "h"} <= seen:
        raise _Wrong("'b' has two meanings beside 'h', B and B flat: write h or bb")


def _joined(
    tokens: list[_Token], settings: dict[str, float], text: str, is_parted: bool
) -> list[_Token]:
    """Returns the notes of a part. Joins the words of a note that the end of a line splits.

    Args:
        text: the text of the ringtone, for errors.
        is_parted: whether commas separate the notes. Then a word ``b`` can be a flat sign.

    Raises:
        BadInput: the words can be joined in two ways.
    """
    # For the words up to each place: number of ways to read them, and where the last note begins.
    ways, begins = [1], [0]
    for end in range(1, len(tokens) + 1):
        fits = [
            begin
            for begin in range(max(0, end - _TOKENS_A_NOTE), end)
            if ways[begin]
            and _is_note(_token(tokens[begin:end]), settings)
            and (is_parted or not _makes_flat(tokens[begin:end]))
        ]
        ways.append(min(2, sum(ways[begin] for begin in fits)))
        begins.append(fits[0] if fits else end)
    if not ways[-1]:
        return tokens
    if ways[-1] > 1:
        words = " ".join(token.text for token in tokens)[:20]
        why = f"'{words}' has two meanings: put commas between notes"
        raise wrong(text, tokens[0].at, why)
    found, end = [], len(tokens)
    while end:
        found.append(_token(tokens[begins[end] : end]))
        end = begins[end]
    return found[::-1]


def _makes_flat(tokens: list[_Token]) -> bool:
    pairs = pairwise(token.text for token in tokens)
    return any(one[-1].isalpha() and follows[0] in "bB" for one, follows in pairs)


def _token(tokens: list[_Token]) -> _Token:
    return _Token("".join(token.text for token in tokens), tokens[0].at)


def _is_note(token: _Token, settings: dict[str, float]) -> bool:
    try:
        return bool(_note(token, settings))
    except _Wrong:
        return False


def _note(token: _Token, settings: dict[str, float]) -> _Note:
    """Returns a note. Raises _Wrong if it is not one."""
    match = _NOTE.fullmatch(token.text)
    if not match:
        raise _Wrong(f"{_SUCH_AS}, not '{token.text[:20]}'")
    marks, is_flat = match[2] + match[5], match[3] is not None
    letter = (match[3] or match[4]).upper().replace("H", "B")
    octaves = re.findall("[0-9]+", match[5])
    sharps, dots = len(re.findall("[#_]", marks)), marks.count(".")
    if len(octaves) > 1 or sharps + is_flat > 1 or re.search("[0-9]", match[2]):
        raise _Wrong(f"{_SUCH_AS}, not '{token.text[:20]}'")
    if dots > 1:
        raise _Wrong(f"'{token.text[:20]}' has two dots, which can mean two lengths: remove one")
    lasts_ms = _lasts_ms(match[1], dots, settings)
    if letter in _PAUSES:
        return _Note(token.at, lasts_ms, "")
    octave = int(octaves[0]) if octaves else int(settings["o"])
    if is_flat or (sharps and letter in _AS_SHARP):
        letter, higher = (_AS_FLAT if is_flat else _AS_SHARP)[letter]
        octave, sharps = octave + higher, 0
    if octave not in OCTAVES:
        raise _Wrong(f"a note's octave is {octave}: {RIGHT['o']}")
    return _Note(token.at, lasts_ms, f"{letter}{'#' * sharps}{octave}")


def _lasts_ms(number: str, dots: int, settings: dict[str, float]) -> float:
    length = int(number) if number else settings["d"]
    if length not in LENGTHS:
        raise _Wrong(f"a note's length is {length}: {RIGHT['d']}")
    lasts_ms = _WHOLE_NOTE_MS / settings["b"] / length * (1.5 if dots else 1)
    if lasts_ms < _SHORTEST_MS:
        raise _Wrong(
            f"this note lasts {lasts_ms:.1f} ms, too short to be heard: lower the tempo b"
        )
    return lasts_ms
