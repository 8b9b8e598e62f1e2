"""Measures an update of the whole firmware over the link: its duration, and presses during it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from random import Random

import numpy as np
from tests import slots_image
from tests.scenarios.trials.cable import Cable

from benchmarks.subjects import OURS, no_traceback, only_coins
from benchmarks.table import Pair, Row
from pingblock.virtual.chip.engine import ChipEngine
from pingware.shared.slot_format import PATH

SLOT = 1  # the slot that the update writes
KINDS = ("quiet", "in play")
TOOK_S: dict[str, Pair] = {"quiet": (6.0, 6.0), "in play": (20.0, 20.0)}
WAIT_MS = (45.0, 45.0)
_BETWEEN_MS = (900, 2500)  # time between two presses, which give one coin each
_PRESSES = 20
# If the speaker moved less than this before a press, the press comes during a sound.
_SOUNDING_MS = 100.0
_COUNTED_MS = 100.0  # By then, the outcome of a press is reported.


@dataclass(frozen=True)
class Update:
    """Result of an update.

    Args:
        took_s: time in s from the first byte until the firmware is complete in the slot.
        wait_ms: longest time in ms from a press in silence to the first movement of the speaker.
        lost: number of presses without an outcome.
    """

    took_s: float
    wait_ms: float
    lost: int


def measure(kind: str, xip: bool) -> Update:
    """Sends the firmware of the download to the other slot.

    Args:
        kind: one of ``KINDS``.
        xip: whether flash cache misses are emulated.
    """
    flash = slots_image.flash({})
    cable = Cable(lambda sink: ChipEngine(sink, flash=flash, xip=xip), OURS.up_ms)
    bench, chance = cable.bench, Random(3)
    with bench:
        only_coins(bench)
        since_ms = bench.now_ms
        steps = (chance.uniform(*_BETWEEN_MS) for _ in range(_PRESSES))
        pressed = list(accumulate(steps, initial=since_ms)) if kind == "in play" else []
        for at_ms in pressed:
            bench.press(at_ms)
        with cable.device() as device:
            device.put(PATH, slots_image.firmware().stream(SLOT))
        took_ms = bench.now_ms - since_ms
        heard = [at_ms for at_ms in pressed if at_ms < bench.now_ms]
        bench.advance(2 * _COUNTED_MS)
        no_traceback(bench)
        outcomes = [float(event["at_ms"]) for event in bench.events("outcome")]
        lost = [
            at_ms
            for at_ms in heard
            if not any(0 <= told - at_ms < _COUNTED_MS for told in outcomes)
        ]
        steps_of = bench.parts.sound.waveform(0)
        changes = np.diff(steps_of.levels, prepend=steps_of.levels[:1]) != 0
        moved_ms = steps_of.times_us[changes] / 1000
        waits = [first_move_ms(moved_ms, at_ms) for at_ms in heard]
        return Update(took_ms / 1000, max(waits, default=0.0), len(lost))


def first_move_ms(moved_ms: np.ndarray, at_ms: float) -> float:
    """Returns how many ms after a time the speaker first moved, or 0 if it was already playing."""
    before, after = moved_ms[moved_ms < at_ms], moved_ms[moved_ms >= at_ms]
    if before.size and at_ms - before[-1] < _SOUNDING_MS:
        return 0.0
    return float(after[0]) - at_ms


def rows(results: dict[str, tuple[Update, Update]]) -> list[Row]:
    """Returns the rows for the table."""
    pairs = {kind: results[f"updating {kind}"] for kind in KINDS}
    a, b = pairs["in play"]
    took = [
        Row(f"update of the whole image, {kind}", "s", (x.took_s, y.took_s), target=TOOK_S[kind])
        for kind, (x, y) in pairs.items()
    ]
    press = "press to first sample, during an update"
    return [
        *took,
        Row(f"{press}, max from the first touch", "ms", (a.wait_ms, b.wait_ms), target=WAIT_MS),
        Row(f"{press}, lost presses", "", (a.lost, b.lost), target=(0, 0)),
    ]
