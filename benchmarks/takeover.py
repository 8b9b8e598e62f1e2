"""Finds when a press's sound begins during another sound, by its samples at the pin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from tests.waveforms import max_click

from benchmarks.branches import branch
from benchmarks.subjects import OURS, only_coins, open_chip
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench
from pingblock.virtual.waveform import Floats

BLOCK = 128  # samples in a buffer. A sound after silence begins with a buffer of rising bias
FADE = 2 * BLOCK  # samples in which an earlier sound can be mixed with the new one
KNOWN = 512  # number of samples that distinguish a sound from all others
HEARD_MS = 500.0  # a device that has just started reports a press up to 490 ms after power-on
ROUNDING = 2  # allowed rounding error in PWM counts
AUDIBLE = 1.5 / 945  # -50 dB below a full-scale sine, as a share of the pin's full scale
TOP = 945
# two blocks long, so that presses come at all phases
PHASES_MS = [0.05 + 0.49 * phase for phase in range(24)]


@dataclass(frozen=True)
class Answer:
    """Result of a press, in ms after its edge. None means never.

    Args:
        began_ms: first sample of the press's sound.
        audible_ms: first sample that the amplifier passes on and a person can hear.
        draws: number of reported outcomes.
        largest_step: largest step without a tone that the amplifier passes on, 0.0..1.0.
    """

    began_ms: float | None
    audible_ms: float | None
    draws: int
    largest_step: float


def _counts(levels: Floats) -> Floats:
    counts: Floats = np.round(levels * TOP)
    return counts


def fingerprint(bench: Bench) -> Floats:
    """Returns samples that identify the prepared sound: those after ``FADE``."""

    def run() -> Floats:
        at_us = bench.now_ms * 1000
        bench.press(bounce=CLEAN)
        bench.advance(HEARD_MS)
        wave = bench.parts.sound.waveform(at_us)
        levels = _counts(wave.levels[wave.times_us > at_us])
        return levels[BLOCK + FADE : BLOCK + FADE + KNOWN]

    return branch(run)


def press_at(bench: Bench, at_ms: float, known: Floats, until_ms: float = HEARD_MS) -> Answer:
    """Presses at ``at_ms`` in a branch, and returns the result."""
    return branch(lambda: _press(bench, at_ms, known, until_ms))


def _press(bench: Bench, at_ms: float, known: Floats, until_ms: float) -> Answer:
    draws = len(bench.events("outcome"))
    bench.press(at_ms, bounce=CLEAN)
    times_us, levels = _levels(bench, at_ms, until_ms)
    begun = _begins(levels, known)
    return Answer(
        None if begun is None else float(times_us[begun]) / 1000 - at_ms,
        _audible_ms(bench, times_us, levels, begun, at_ms),
        len(bench.events("outcome")) - draws,
        max_click(bench.parts.sound),
    )


def _levels(bench: Bench, at_ms: float, until_ms: float) -> tuple[Floats, Floats]:
    bench.advance_to(at_ms + until_ms)
    wave = bench.parts.sound.waveform(at_ms * 1000)
    return wave.times_us, _counts(wave.levels)


def _begins(levels: Floats, known: Floats) -> int | None:
    """Returns the index of the known sound's first sample. The mixer can round differently."""
    for first in np.flatnonzero(np.abs(levels - known[0]) <= ROUNDING):
        found = levels[first : first + len(known)]
        if len(found) == len(known) and np.abs(found - known).max() <= ROUNDING:
            return max(int(first) - FADE, 0)
    return None


def _audible_ms(
    bench: Bench, times_us: Floats, levels: Floats, begun: int | None, at_ms: float
) -> float | None:
    if begun is None:
        return None
    on = bench.parts.sound.on_at(times_us)
    loud = np.abs(levels - TOP // 2) / TOP > AUDIBLE
    heard = np.flatnonzero((np.arange(len(levels)) >= begun) & on & loud)
    return float(times_us[heard[0]]) / 1000 - at_ms if len(heard) else None


def first_change_ms(bench: Bench, act: Callable[[], object], within_ms: float) -> float:
    """Returns the emulated time in ms when the pin first moves after ``act()``, in a branch.

    Raises:
        RuntimeError: the pin does not move.
    """

    def run() -> float:
        since_us = bench.now_ms * 1000
        act()
        bench.advance(within_ms)
        wave = bench.parts.sound.waveform(since_us)
        moved = (np.diff(wave.levels, prepend=wave.levels[:1]) != 0) & (wave.times_us > since_us)
        return float(wave.times_us[moved][0]) / 1000

    return branch(run)


@dataclass(frozen=True)
class Worst:
    """The latest of many presses, in ms after the edge.

    Args:
        silent_ms: first sample of the sound after silence.
        audible_ms: first audible sample of the sound after silence.
        announced_ms: first sample of a sound that replaces an announcement.
        lost: number of presses without an outcome or without its sound.
    """

    silent_ms: float
    audible_ms: float
    announced_ms: float
    lost: int


def worst(starts: Sequence[Callable[[Bench], float]], xip: bool) -> Worst:
    """Measures presses during silence and at all phases of announcements.

    Args:
        starts: functions that advance a device to just before an announcement, and return when it
            begins.
        xip: whether flash cache misses are emulated.
    """
    silent: list[Answer] = []
    announced: list[Answer] = []
    for start in starts:
        with open_chip(OURS.device("idle"), xip) as bench:
            bench.advance_to(OURS.up_ms)
            only_coins(bench)
            known = fingerprint(bench)
            first_ms = bench.now_ms + 10
            silent += [press_at(bench, first_ms + phase, known) for phase in PHASES_MS[::4]]
            at_ms = start(bench)
            announced += [press_at(bench, at_ms + phase, known) for phase in PHASES_MS]
    whole = [answer for answer in silent + announced if answer.draws == 1 and answer.began_ms]
    return Worst(
        max(answer.began_ms or np.inf for answer in silent),
        max(answer.audible_ms or np.inf for answer in silent),
        max(answer.began_ms or np.inf for answer in announced),
        len(silent + announced) - len(whole),
    )
