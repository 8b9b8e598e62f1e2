"""Adapts a recording to the rules of the built-in sound that it replaces."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import ceil

from pingblock.errors import BadInput
from pingblock.sounds import hearing
from pingblock.sounds.notes import Made, padded
from pingblock.sounds.recording import Recording, cut, fitted, trimmed, words
from pingblock.sounds.rules import Rule
from pingblock.tunes import sequencer
from pingware.shared import own_sound

POWER_MW = 130  # highest power, a little below the limit
_PROGRAM_BYTES = 76
_SPARE_SAMPLES = 20
SAMPLES_MOST = (own_sound.RAM_BYTES_MOST - _PROGRAM_BYTES) // 2 - _SPARE_SAMPLES
_TAIL_MS = 25  # A voice needs this time to fade.
_COUNTED_PAUSE_MS = 60  # pause so that a child can hear where the next one begins
_TOLD_LEAD_MS = 15
_NOTE_HZ = 440
_NOTE_MHZ = 440_000
_STEP_ONE = 4096
_INSTRUMENT = {
    "wave": "sample",
    "sample": "own",
    "attack_ms": 1,
    "release_ms": 5,
    "curve": "straight",
}


def fit(recording: Recording, before: Sequence[str], rule: Rule) -> Made:
    """Makes a program that plays the recording.

    Args:
        recording: recording from a sound file.
        before: sentences of the file's reader.
        rule: rule for the sound that it replaces.

    Raises:
        BadInput: the recording is too long.
    """
    said = list(before)
    ready = _cut(recording, rule, said)
    resampled, step = fitted(ready, SAMPLES_MOST)
    said.append(f"The sound is stored as {resampled.rate_hz:.0f} samples a second, mono.")
    gain = 1.0
    halfwords = words(resampled, gain)
    program = _program(len(resampled.samples), resampled.length_ms, step)
    power_mw = hearing.level(program, halfwords).power_mw
    if power_mw > POWER_MW:
        gain = (POWER_MW / power_mw) ** 0.5
        halfwords = words(resampled, gain)
        said.append(f"The sound is made softer, to {gain:.0%}, to spare the batteries.")
    sounds_ms = sequencer.length_ms(program)
    return Made(padded(program, rule), halfwords, sounds_ms, tuple(said))


def _cut(recording: Recording, rule: Rule, said: list[str]) -> Recording:
    bare = trimmed(recording)
    gone_ms = recording.length_ms - bare.length_ms
    if gone_ms > _TOLD_LEAD_MS:
        said.append(f"{gone_ms:.0f} ms of silence around it are cut off.")
    longest_ms = rule.longest_ms - (_COUNTED_PAUSE_MS if rule.counted else _TAIL_MS)
    if bare.length_ms <= longest_ms:
        return bare
    if rule.outcome or not rule.name:
        raise BadInput(
            f"The sound lasts {bare.length_ms:.0f} ms, but can last {longest_ms} ms at most: "
            "shorten it."
        )
    said.append(
        f"The sound lasts {bare.length_ms:.0f} ms: it is cut off after {longest_ms} ms, with a "
        "fade."
    )
    return cut(bare, longest_ms)


def _program(count: int, lasts_ms: float, step: int) -> array[int]:
    """Returns a program with one note, which plays ``count`` samples.

    Args:
        count: samples of the recording.
        lasts_ms: length of these samples in ms.
        step: the mixer's step. With 4096, the recording has the mixer's own sample rate.
    """
    # chosen so that the sequencer computes exactly this step
    pitch_mhz = _STEP_ONE * _NOTE_MHZ // step
    places = {"own": (own_sound.RECORDINGS_AT, count, pitch_mhz)}
    row = (0, "own", _NOTE_HZ, ceil(lasts_ms), 100)
    return array("i", sequencer.compile_tune({"rows": (row,)}, {"own": _INSTRUMENT}, places))
