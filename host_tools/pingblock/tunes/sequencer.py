"""Turns a tune's rows into the program that the mixer plays. Pure, with integers only.

``sounds/README.md`` describes the format of the rows. All times become control ticks of 16 samples
(0.7258 ms), so that repetitions are exactly equal. ``drivers.mixer_score_reader`` reads the words
of a program. A test checks that the two modules agree.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CLOCK_HZ = 125_000_000  # RP2040 system clock
CLOCKS_A_SAMPLE = 5670  # 6 PWM wraps of 945 clocks: 22 045.9 samples a second
CLOCKS_A_TICK = 16 * CLOCKS_A_SAMPLE
VOICES = 4
NOTE_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
KINDS = {"pulse": 0, "triangle": 1, "noise": 2, "sine": 3, "sample": 3, "formant": 4}

_FULL = 1 << 24
_NO_NOTE = 0x3FFFFFFF
_HEAD_WORDS, _NOTE_WORDS, _INSTRUMENT_WORDS = 2, 7, 9
_VOICE, _VOICE_WORDS, _SINE_AT, _RECORDINGS_AT = 24, 32, 690, 948
_SINE_SAMPLES = 256
_BUFFER_TICKS = 8
# Start of the shift register with which ups and downs are most even over 1024 steps. With 1, the
# first 14 steps would all be down.
_NOISE_START = 278
_SILENT_TAIL = 16  # silent samples after a recording
_OCTAVE_8_MHZ = (
    4186009, 4434922, 4698636, 4978032, 5274041, 5587652,
    5919911, 6271927, 6644875, 7040000, 7458620, 7902133,
)  # fmt: skip


def ticks(ms: float) -> int:
    """Returns ``ms`` as control ticks, rounded up so that no time is too short."""
    return -(-int(ms) * (CLOCK_HZ // 1000) // CLOCKS_A_TICK)


def pitch_mhz(note: str | float) -> int:
    """Returns a pitch in mHz.

    Args:
        note: a name such as ``"E6"`` or ``"C#4"`` (octaves 0..8, A4 = 440 Hz), or a number in Hz.

    Raises:
        ValueError: the note is unknown.
    """
    if not isinstance(note, str):
        return round(note * 1000)
    if note[:-1] not in NOTE_NAMES or note[-1] not in "012345678":
        raise ValueError("no note " + note)
    return _OCTAVE_8_MHZ[NOTE_NAMES.index(note[:-1])] >> (8 - int(note[-1]))


def place_recordings(
    samples: "Mapping[str, tuple[str | float, bytes]]",
) -> "tuple[array[int], dict[str, tuple[int, int, int]]]":
    """Returns the mixer's recordings and the place of each.

    Args:
        samples: name -> the note at which it was played, and signed 8-bit samples as bytes.

    Returns:
        ``array('H')`` of an even length, where 32768 means zero, and a dict: name -> first
        halfword in the mixer's state, number of samples, pitch in mHz.
    """
    recordings = array("H")
    places: dict[str, tuple[int, int, int]] = {}
    for name in sorted(samples):
        note, data = samples[name]
        places[name] = (_RECORDINGS_AT + len(recordings), len(data), pitch_mhz(note))
        recordings.extend(array("H", [(byte ^ 0x80) << 8 for byte in data]))
        rest = _SILENT_TAIL + 1 + (len(data) + 1) % 2
        recordings.extend(array("H", [32768] * rest))
    return recordings, places


def _step(
    note: str | float, instrument: "Mapping[str, Any]", places: dict[str, tuple[int, int, int]]
) -> int:
    """Returns the phase change per sample. 1 << 24 is a period, 4096 a recorded sample."""
    if instrument["wave"] == "sample":
        return 4096 * pitch_mhz(note) // places[instrument["sample"]][2]
    return _phase_a_sample(note, _SINE_SAMPLES << 12 if instrument["wave"] == "sine" else 1 << 24)


def _phase_a_sample(note: str | float, turn: int) -> int:
    return (pitch_mhz(note) * turn * CLOCKS_A_SAMPLE + CLOCK_HZ * 500) // (CLOCK_HZ * 1000)


def _parameters(
    instrument: "Mapping[str, Any]", places: dict[str, tuple[int, int, int]]
) -> tuple[int, int, int]:
    """Returns the three words that each kind of wave uses in its own way."""
    wave = instrument["wave"]
    if wave == "pulse":
        high_for = instrument.get("duty_pct", 50) * 256 // 100
        # height * time above zero = depth * time below zero, so the mean is zero
        most = max(high_for, 256 - high_for)
        return high_for, 8191 * (256 - high_for) // most, 8191 * high_for // most
    if wave == "sine":
        return _SINE_AT, _SINE_SAMPLES << 12, _SINE_SAMPLES << 12
    if wave == "sample":
        first, count, _ = places[instrument["sample"]]
        return first, (count + _SILENT_TAIL) << 12, _SILENT_TAIL << 12
    if wave == "formant":
        return _phase_a_sample(instrument["formant_hz"], 1 << 24), 0, 0
    return _NOISE_START, 0, 0


def _rate(ms: float, exponential: bool) -> int:
    """Returns the decay of an envelope per tick: to 1 % in ``ms``, or linearly to 0."""
    count = max(1, ticks(ms))
    return min(65535, 65536 * 46 // (10 * count)) if exponential else -(-_FULL // count)


def _instrument_words(
    instrument: "Mapping[str, Any]", places: dict[str, tuple[int, int, int]]
) -> tuple[int, ...]:
    exponential = instrument.get("curve", "exponential") == "exponential"
    return (
        (KINDS[instrument["wave"]],)
        + _parameters(instrument, places)
        + (
            -(-_FULL // max(1, ticks(instrument.get("attack_ms", 2)))),
            int(exponential),
            _rate(instrument.get("decay_ms", 0), exponential),
            instrument.get("sustain_pct", 100) * _FULL // 100,
            _rate(instrument.get("release_ms", 5), exponential),
        )
    )


def tail_ticks(instrument: "Mapping[str, Any]") -> int:
    """Returns how many ticks a note can sound after its end, including the rest of a buffer."""
    release = max(1, ticks(instrument.get("release_ms", 5)))
    if instrument.get("curve", "exponential") == "exponential":
        release = release * 17 // 10  # 1 % is -40 dB, but the envelope sounds until -66 dB.
    return release + _BUFFER_TICKS + 2


def _by_time(rows: "Any") -> "list[Any]":
    """Returns the rows in order of time and then of place, which not every sort ensures."""
    order = sorted((rows[n][0], n) for n in range(len(rows)))
    return [rows[n] for _, n in order]


def _free_voice(busy_until: list[int], tick: int) -> int:
    for voice in range(VOICES):
        if busy_until[voice] <= tick:
            return voice
    raise ValueError("more than 4 notes sound at once")


def _note_words(
    row: "Any",
    voice: int,
    instrument: "Mapping[str, Any]",
    word: int,
    places: dict[str, tuple[int, int, int]],
) -> tuple[int, ...]:
    """Returns the words of one note: time, voice, instrument, pitch, slide, hold, level."""
    hold = max(1, ticks(row[3]))
    step = _step(row[2], instrument, places)
    slide = (_step(row[5], instrument, places) - step) // hold if len(row) > 5 else 0
    where = _VOICE + _VOICE_WORDS * voice
    level = row[4] * 16384 // 100
    return (ticks(row[0]), where, word, step, slide, hold, level)


def compile_tune(
    tune: "Mapping[str, Any]",
    instruments: "Mapping[str, Mapping[str, Any]]",
    places: dict[str, tuple[int, int, int]],
    repeats: int = 1,
) -> "array[int]":
    """Returns a tune as a program for the mixer.

    Args:
        tune: dict with ``rows`` and, if it repeats, ``repeat_every_ms``.
        instruments: dict of name to instrument.
        places: places of recordings, from ``place_recordings``.
        repeats: how many times the tune sounds, >= 1.

    Raises:
        ValueError: a note is unknown, or more than 4 notes sound at once.
    """
    rows = _by_time(tune["rows"])
    names = sorted({row[1] for row in rows})
    first = _HEAD_WORDS + _NOTE_WORDS * len(rows) + 1
    busy_until = [0] * VOICES
    words: list[int] = []
    for row in rows:
        instrument = instruments[row[1]]
        voice = _free_voice(busy_until, ticks(row[0]))
        where = first + _INSTRUMENT_WORDS * names.index(row[1])
        note = _note_words(row, voice, instrument, where, places)
        busy_until[voice] = note[0] + note[5] + tail_ticks(instrument)
        words.extend(note)
    words.append(_NO_NOTE)
    for name in names:
        words.extend(_instrument_words(instruments[name], places))
    period = ticks(tune.get("repeat_every_ms", 0)) or max(busy_until)
    return array("i", [period, repeats] + words)


def length_ms(program: "array[int]") -> int:
    """Returns the length of a program in ms of sample time, without the fades around it."""
    return program[0] * program[1] * CLOCKS_A_TICK // (CLOCK_HZ // 1000)
