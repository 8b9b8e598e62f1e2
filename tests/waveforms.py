"""Figures of a waveform at the speaker pin: peak, clicks, silence, level after a capacitor."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pingblock.virtual.parts.speaker import SpeakerModel
from pingblock.virtual.waveform import Flags, Floats, Waveform

# A pin that is low for this long is idle, because no sound is at the bottom for 2 ms.
IDLE_US = 2000.0
# A step belongs to a tone if the level swings back within this many samples, 11.6 ms.
SWING_BACK = 256
# Steps below this share of full scale are not clicks.
SMALL_STEP = 0.01
# A level that does not change for this long is silence.
STILL_US = 20_000.0
MID = 0.5


def coupled(wave: Waveform, time_constant_us: float) -> Floats:
    """Returns the levels after a capacitor that was settled at first."""
    if not len(wave.levels):
        return wave.levels
    age = (wave.times_us - wave.times_us[-1]) / time_constant_us
    growth = np.exp(np.maximum(age, -100.0))
    charged = np.concatenate(([0.0], np.cumsum(wave.levels[:-1] * np.diff(growth))))
    left: Floats = wave.levels - (charged + wave.levels[0] * growth[0]) / growth
    return left


def peak(wave: Waveform) -> float:
    """Returns the largest swing from mid level, as a share of the largest possible one, 0.0..1.0.

    The ramps between 0 and mid level at start and end of a sound do not count.
    """
    biased = np.flatnonzero(wave.levels >= MID - 0.001)
    if not len(biased):
        return 0.0
    stretches = np.split(np.arange(len(wave.levels)), np.flatnonzero(_idle(wave)))
    return max((_peak_within(wave, stretch) for stretch in stretches), default=0.0)


def _peak_within(wave: Waveform, stretch: npt.NDArray[np.intp]) -> float:
    biased = stretch[wave.levels[stretch] >= MID - 0.001]
    if not len(biased):
        return 0.0
    body = wave.levels[biased[0] : biased[-1] + 1]
    return float(np.max(np.abs(body - MID)) / MID)


def max_step_outside_tone(wave: Waveform, passed: Flags | None = None) -> float:
    """Returns the largest step, 0.0..1.0 of full scale, that is not part of an oscillation.

    These are the steps into or out of an idle time, and the steps without an answering step within
    256 samples, before or after. An answering step goes in the other direction and is at least
    half as large.

    Args:
        passed: for each level, whether the amplifier was on. By default, all count.
    """
    steps = np.diff(wave.levels, prepend=0.0)
    lonely = _touches_idle(wave) | ~_answered(steps)
    if passed is not None:
        lonely &= passed
    return float(np.max(np.abs(steps[lonely]), initial=0.0))


def _idle(wave: Waveform) -> Flags:
    """Marks levels of 0 that belong to a run of zeros of 2 ms or more."""
    low = wave.levels == 0.0
    run = np.cumsum(np.diff(low, prepend=~low[:1]))
    holds_us = np.diff(wave.times_us, append=np.inf)
    lasts_us = np.bincount(run, weights=np.minimum(holds_us, 1e12))
    idle: Flags = low & (lasts_us[run] >= IDLE_US)
    return idle


def _touches_idle(wave: Waveform) -> Flags:
    idle = _idle(wave)
    after_idle: Flags = np.concatenate(([True], idle[:-1]))
    return idle | after_idle


def _answered(steps: Floats) -> Flags:
    """Marks steps that are small, or answered by an opposite step close by."""
    up, down = _largest_near(steps), _largest_near(-steps)
    opposite = np.where(steps > 0, down, up)
    return (np.abs(steps) < SMALL_STEP) | (opposite >= np.abs(steps) / 2)


def silent_after(wave: Waveform, at_ms: float) -> float:
    """Returns ms from ``at_ms`` until the level stops changing for 20 ms at least."""
    changes_us = wave.times_us[np.diff(wave.levels, prepend=-1.0) != 0]
    later_us = changes_us[changes_us > at_ms * 1000]
    still = np.flatnonzero(np.diff(later_us, prepend=at_ms * 1000, append=np.inf) >= STILL_US)
    if still[0] == 0:
        return 0.0
    return float(later_us[still[0] - 1]) / 1000 - at_ms


def _largest_near(values: Floats) -> Floats:
    """Returns for each value the largest one within ``SWING_BACK`` places on either side."""
    later, earlier = values.copy(), values.copy()
    reach = 1
    while reach < SWING_BACK:
        later[:-reach] = np.maximum(later[:-reach], later[reach:])
        earlier[reach:] = np.maximum(earlier[reach:], earlier[:-reach])
        reach *= 2
    return np.maximum(later, earlier)


def max_click(speaker: SpeakerModel) -> float:
    """Returns the largest step outside a tone that the amplifier passed on, 0.0..1.0."""
    steps = speaker.waveform()
    return max_step_outside_tone(steps, speaker.on_at(steps.times_us))


def passed_silent_after(speaker: SpeakerModel, at_ms: float) -> float:
    """Returns ms from ``at_ms`` until the levels that the amplifier passes on stop changing."""
    steps = speaker.waveform()
    passed = speaker.on_at(steps.times_us)
    return silent_after(Waveform(steps.times_us[passed], steps.levels[passed]), at_ms)
