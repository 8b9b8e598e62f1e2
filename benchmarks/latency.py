"""Measures the time from a press to the first changed sample at the speaker pin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.finger import Finger, Touch
from benchmarks.marks import Mark, marked, next_mark_us
from benchmarks.schedule import press_times_ms, request_times_ms
from benchmarks.spread import Spread, spread
from benchmarks.subjects import Subject, no_traceback, open_chip
from pingblock.virtual.serial_tap import sealed
from pingblock.virtual.virtual_device import Bench
from pingblock.virtual.waveform import Waveform

LIMIT_MS = 300.0  # a later sound is not the answer to the press
AFTER_COLLECT_US = 1000.0
# By then, the settings of `prepare` are stored. Storing them delays interrupts, so whether a press
# at that moment is affected would depend on a few milliseconds.
_STORED_MS = 5000.0
# The worms move during all presses. Presses during the ticks after that have other rows.
RUN_S = 33
_STATUS = sealed('{"id":900,"do":"status"}')


@dataclass(frozen=True)
class Latency:
    """Delay of the sound in ms.

    Args:
        counted: delay after the contact that was answered, see ``Touch``.
        touched: delay after the very first contact.
    """

    counted: Spread
    touched: Spread


def first_change_ms(wave: Waveform, edge_us: float) -> float | None:
    """Returns how many ms after ``edge_us`` the level first changed, or None if it did not."""
    before = wave.levels[wave.times_us <= edge_us]
    level = before[-1] if len(before) else 0.0
    changed = np.flatnonzero((wave.times_us > edge_us) & (wave.levels != level))
    if not len(changed):
        return None
    after_ms = (wave.times_us[changed[0]] - edge_us) / 1000
    return float(after_ms) if after_ms <= LIMIT_MS else None


def press_latency(subject: Subject, load: str, xip: bool, count: int = 40) -> Latency:
    """Presses ``count`` times with bounce, and returns the delays of the sound.

    Args:
        subject: the subject to press.
        load: ``idle``, ``load`` (under load, with requests), ``collect`` (each press 1 ms after
            the beginning of a garbage collection) or ``moving`` (the worms move).
        xip: whether flash cache misses are emulated.
        count: number of presses.
    """
    marks: list[Mark] = []
    with open_chip(subject.device("idle" if load == "moving" else load), xip, marks) as bench:
        bench.advance_to(subject.up_ms)
        subject.prepare(bench)
        bench.advance(_STORED_MS)
        if load == "moving":
            start_run(bench, RUN_S)
        if load == "collect":
            touches = _press_in_collections(bench, marks, count)
        else:
            touches = _press_on_time(bench, load == "load", count, subject.every_ms)
        no_traceback(bench)
        return _latency(touches, [_answer_ms(bench, touch) for touch in touches])


def _press_on_time(bench: Bench, asked: bool, count: int, every_ms: float) -> list[Touch]:
    start_ms = bench.now_ms + 500
    times_ms = press_times_ms(count, start_ms, 1, every_ms)
    finger = Finger(bench)
    touches = [finger.press(at_ms * 1000) for at_ms in times_ms]
    end_ms = times_ms[-1] + 2 * LIMIT_MS
    if asked:
        ask(bench, start_ms, end_ms)
    bench.advance_to(end_ms)
    return touches


def start_run(bench: Bench, run_s: int) -> None:
    """Starts a wiggle of ``run_s`` seconds by a request."""
    bench.request("worms_set", run_s=[run_s, run_s])
    answer = bench.request("worms", run="start")
    if answer.get("ok", {}).get("reply") != "done":
        raise RuntimeError(f"The worms do not run: {answer}")


def ask(bench: Bench, start_ms: float, end_ms: float) -> None:
    """Schedules a host that requests the status repeatedly."""
    for at_ms in request_times_ms(start_ms, end_ms, seed=1):
        bench.engine.send(at_ms * 1000, _STATUS)


def _press_in_collections(bench: Bench, marks: list[Mark], count: int) -> list[Touch]:
    touches = []
    finger = Finger(bench)
    for _ in range(count):
        touch = finger.press(next_mark_us(bench, marks) + AFTER_COLLECT_US)
        bench.advance(LIMIT_MS)
        if not marked(marks, touch.certain_us):
            raise RuntimeError("The collection was over before the press.")
        touches.append(touch)
    return touches


def _answer_ms(bench: Bench, touch: Touch) -> float | None:
    """Returns the time from the first contact to the sound, or None."""
    wave = bench.parts.sound.waveform(touch.first_us, touch.first_us + LIMIT_MS * 1000)
    return first_change_ms(wave, touch.first_us)


def _latency(touches: Sequence[Touch], answers_ms: Sequence[float | None]) -> Latency:
    pairs = zip(touches, answers_ms, strict=True)
    counted = [None if ms is None else _counted_ms(touch, ms) for touch, ms in pairs]
    return Latency(spread(counted), spread(answers_ms))


def _counted_ms(touch: Touch, answer_ms: float) -> float:
    answer_us = touch.first_us + answer_ms * 1000
    return (answer_us - touch.answered_us(answer_us)) / 1000
