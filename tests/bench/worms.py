"""The apple base on the chip: how long its runs are, and what its servo is told."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from tests.bench.firmware_changes import plain
from tests.bench.latency import start_run
from tests.bench.playing import cpu_pct
from tests.bench.subjects import OURS, no_traceback, open_chip

from pingblock.virtual.bench import Bench
from pingblock.virtual.parts.contact import CLEAN
from pingware.shared import motion, motion_profiles, random32, servo_calibration

SEED = 7
SALT = 0x576F726D  # app.base: block and worms draw from different sources
RUN_S = 5
PULLED_MS = 400.0
FRAME_MS = 20.0


def _open(xip: bool) -> Bench:
    bench = open_chip({**plain(), "/seed": str(SEED).encode()}, xip)
    bench.advance_to(OURS.up_ms)
    return bench


def length_error_ms(xip: bool, runs: int = 50) -> float:
    """Returns by how much the worst of ``runs`` runs was too long or too short, ms.

    A run is from the edge of the lever's release to the event that it has ended.
    """
    errors = []
    with _open(xip) as bench:
        bench.request("worms_set", run_s=[RUN_S, RUN_S])
        for _ in range(runs):
            bench.pull_lever(bench.now_ms, CLEAN)
            bench.advance(PULLED_MS)
            edge_ms = bench.now_ms
            bench.release_lever(edge_ms, CLEAN)
            bench.advance(RUN_S * 1000 + 500)
            ended = bench.events("run")[-1]
            if ended["state"] != "ended":
                raise RuntimeError(f"The run did not end: {ended}")
            errors.append(abs(ended["at_ms"] - edge_ms - RUN_S * 1000))
        no_traceback(bench)
    return max(errors)


def cpu_moving_pct(xip: bool) -> float:
    """Returns the CPU share while the worms move and nothing sounds, percent."""
    with _open(xip) as bench:
        start_run(bench, 30)
        bench.advance(1000)
        return cpu_pct(bench, 10_000)


def cpu_moving_and_playing_pct(xip: bool) -> float:
    """Returns the CPU share while the worms move and six coins are told, percent."""
    with _open(xip) as bench:
        bench.request("profile", name="custom", weights=[0, 0, 0, 0, 0, 1, 0, 0, 0])
        start_run(bench, 30)
        bench.advance(1000)
        bench.press(bench.now_ms, bounce=CLEAN)
        return cpu_pct(bench, 2000)


@dataclass(frozen=True)
class Pulses:
    """How well the servo was told. Args: width_us: worst error; jitter_ms: worst frame."""

    width_us: float
    jitter_ms: float


def pulses(xip: bool, run_s: int = 20) -> Pulses:
    """Returns the worst error of a pulse against the path that the seed gives, and of a frame."""
    with _open(xip) as bench:
        start_run(bench, run_s)
        bench.advance(run_s * 1000 + 2000)
        rows = bench.servo()
    told = [(row.time_ms, row.pulse_us) for row in rows]
    changes = [later for (_, before), later in pairwise(told) if later[1] != before]
    first_ms = changes[0][0]
    width_us = jitter_ms = 0.0
    for frame, wanted_us in enumerate(_wanted_us(run_s * 1000 // int(FRAME_MS))):
        due_ms = first_ms + frame * FRAME_MS
        width_us = max(width_us, abs(_pulse_at(told, due_ms + FRAME_MS / 2) - wanted_us))
        near_ms = [at_ms for at_ms, _ in changes if abs(at_ms - due_ms) < FRAME_MS / 2]
        jitter_ms = max([jitter_ms, *(abs(at_ms - due_ms) for at_ms in near_ms)])
    return Pulses(width_us, jitter_ms)


def _pulse_at(told: list[tuple[float, float]], at_ms: float) -> float:
    return told[bisect_right(told, (at_ms, inf)) - 1][1]


def _wanted_us(frames: int) -> list[float]:
    """Returns the pulse of each frame, by the firmware's own rules."""
    chosen = servo_calibration.Calibration({})
    path = motion.Motion(chosen.low_cdeg, chosen.high_cdeg, chosen.home_cdeg)
    path.run(motion_profiles.NORMAL, random32.from_int(SEED ^ SALT))
    return [chosen.pulse_ns(path.step()) / 1000 for _ in range(frames)]
