"""Reads and checks the file of a custom sound, so that it cannot harm the mixer. Pure.

The file is little-endian: ``PBS1``, CRC32 of the rest, number of program words, number of recorded
halfwords, the words of its program (``tunes.sequencer``), and the recording. The program assumes
that its recording is the first one. ``aim`` points it to the real place.
"""

import struct
from array import array

MAGIC = b"PBS1"
CLOCK_HZ, CLOCKS_A_TICK = 125_000_000, 16 * 5670  # a control tick is 16 samples of the mixer
HEAD = "<4sIHH"
HEAD_BYTES = 12
CRC_FROM = 8  # The CRC does not cover the bytes before.
PROGRAM_BYTES_MOST = 4096
RAM_BYTES_MOST = 32_768  # most memory of all custom sounds together
LENGTH_MS_MOST = 14_000  # Games assume that a sound of 15 s hangs.
RECORDINGS_AT = 948  # first halfword after the mixer's tables

_HEAD_WORDS, _NOTE_WORDS, _INSTRUMENT_WORDS = 2, 7, 9
_NO_NOTE = 0x3FFFFFFF
_VOICES = (24, 56, 88, 120)
_TURN = 1 << 24
_SINE = (690, 256 << 12, 256 << 12)
_TABLE, _REST = 3, 16 << 12
_ENVELOPE_MOST = 1 << 24
_PULSE_MOST = 8191
_FORMANT_MOST = 1 << 22


def read_head(data: bytes) -> tuple[int, int, int]:
    """Reads a file's first ``HEAD_BYTES``.

    Returns:
        (CRC32, program words, recorded halfwords), ints.

    Raises:
        ValueError: it is not a sound, or too big.
    """
    if len(data) < HEAD_BYTES:
        raise ValueError("it is cut off")
    magic, crc, words, halfwords = struct.unpack(HEAD, data)
    if magic != MAGIC:
        raise ValueError("it is not a sound")
    if words * 4 > PROGRAM_BYTES_MOST or words * 4 + halfwords * 2 > RAM_BYTES_MOST:
        raise ValueError("it is too big")
    return crc, words, halfwords


def aim(program: "array[int]", halfwords: int, first: int) -> int:
    """Checks a program and points it to its recording.

    Args:
        program: ``array('i')``, changed in place.
        halfwords: length of its recording.
        first: its first halfword in the mixer's state, ``RECORDINGS_AT`` or more.

    Returns:
        Its length without repetitions, ms.

    Raises:
        ValueError: the mixer cannot play this. The program is unchanged.
    """
    try:
        instruments = _instruments(program)
    except IndexError:
        raise ValueError("its program is cut off") from None
    whole = CLOCK_HZ // 1000
    length_ms = program[0] * CLOCKS_A_TICK // whole if 0 < program[0] < 65_536 else 0
    if not 0 < length_ms <= LENGTH_MS_MOST or program[1] != 1:
        raise ValueError("its length is impossible")
    _check_notes(program, instruments, halfwords)
    for place in instruments:
        if program[place] == _TABLE and program[place + 1] >= RECORDINGS_AT:
            program[place + 1] += first - RECORDINGS_AT
    return length_ms


def _instruments(program: "array[int]") -> list[int]:
    """Returns where the instruments begin (list of int), if notes and end mark are valid."""
    place = _HEAD_WORDS
    while program[place] != _NO_NOTE:
        place += _NOTE_WORDS
    found = list(range(place + 1, len(program), _INSTRUMENT_WORDS))
    if not found or found[-1] + _INSTRUMENT_WORDS != len(program):
        raise ValueError("its instruments are cut off")
    return found


def _check_notes(program: "array[int]", instruments: list[int], halfwords: int) -> None:
    limits = {place: _highest_step(program, place, halfwords) for place in instruments}
    before = place = 0
    for place in range(_HEAD_WORDS, instruments[0] - 1, _NOTE_WORDS):
        tick, voice, instrument, step, slide, hold, level = program[place : place + _NOTE_WORDS]
        if not before <= tick < program[0] or voice not in _VOICES or instrument not in limits:
            raise ValueError("a note is in no place")
        most = limits[instrument]
        if not (0 < step <= most and 0 <= step + slide * hold <= most and 0 < hold < 65_536):
            raise ValueError("a note's pitch is impossible")
        if not 0 <= level <= 16_384:
            raise ValueError("a note is too loud")
        before = tick
    if not place:
        raise ValueError("it has no notes")


def _highest_step(program: "array[int]", place: int, halfwords: int) -> int:
    """Returns the highest step of an instrument's notes. Raises ValueError if it is invalid."""
    kind, first, second, third, attack, curve, decay, sustain, release = program[
        place : place + _INSTRUMENT_WORDS
    ]
    for part in (attack, decay, sustain, release):
        if not 0 <= part <= _ENVELOPE_MOST:
            raise ValueError("an envelope is impossible")
    if attack == 0 or curve not in (0, 1) or (curve and max(decay, release) > 65_535):
        raise ValueError("an envelope is impossible")
    fits = {
        0: 0 <= first <= 256 and 0 <= second <= _PULSE_MOST and 0 <= third <= _PULSE_MOST,
        1: True,
        2: 0 < first < 32_768,
        4: 0 < first <= _FORMANT_MOST,
        _TABLE: (first, second, third) == _SINE or _recorded(first, second, third, halfwords),
    }
    if not fits.get(kind, False):
        raise ValueError("an instrument is impossible")
    return third if kind == _TABLE else _TURN


def _recorded(first: int, end: int, rest: int, halfwords: int) -> bool:
    """Returns whether a table is in the recording, with one more halfword for interpolation."""
    last = first - RECORDINGS_AT + (end >> 12)
    return first >= RECORDINGS_AT and rest == _REST <= end and last < halfwords
