"""Measures the apple base on the chip: how exact a wiggle's length and the servo's pulses are."""

from __future__ import annotations

from dataclasses import dataclass

from tests.servo_pulses import FRAME_MS, LIMITS_DEG_S, changes, each_pulse, fastest_deg_s

from benchmarks.firmware_changes import Flashed
from benchmarks.latency import start_run
from benchmarks.playing import cpu_pct
from benchmarks.subjects import OURS, no_traceback, open_chip
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench
from pingware.shared import motion, random32

SEED = 7
SALT = 0x576F726D  # the value of app.base: block and worms draw from different sources
RUN_S = 5
PULLED_MS = 400.0
HOMEWARDS = 15  # number of frames at the end that may be queued, where the way home begins


def _open(xip: bool) -> Bench:
    bench = open_chip(Flashed({"/seed": str(SEED).encode()}), xip)
    bench.advance_to(OURS.up_ms)
    return bench


def length_error_ms(xip: bool, runs: int = 50) -> float:
    """Returns the largest error in ms in the length of ``runs`` wiggles.

    A wiggle lasts from the edge of the lever's release to the event of its end.
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
    """Returns the CPU share in percent while the worms move without a sound."""
    with _open(xip) as bench:
        start_run(bench, 30)
        bench.advance(1000)
        return cpu_pct(bench, 10_000)


def cpu_moving_and_playing_pct(xip: bool) -> float:
    """Returns the CPU share in percent while the worms move and six coins play."""
    with _open(xip) as bench:
        bench.request("profile", name="custom", weights=[0, 0, 0, 0, 0, 1, 0, 0, 0])
        start_run(bench, 30)
        bench.advance(1000)
        bench.press(bench.now_ms, bounce=CLEAN)
        return cpu_pct(bench, 2000)


@dataclass(frozen=True)
class Pulses:
    """Pulses of a wiggle. Args: width_us: largest pulse error. jitter_ms: largest frame error."""

    width_us: float
    jitter_ms: float


def pulses(xip: bool, run_s: int = 20) -> Pulses:
    """Returns the largest errors: of a pulse from the path that the seed gives, and of a frame."""
    with _open(xip) as bench:
        start_run(bench, run_s)
        bench.advance(run_s * 1000 + 2000)
        rows = bench.servo()
        no_traceback(bench)
    wanted_us = _wanted_us(run_s * 1000 // int(FRAME_MS) - HOMEWARDS)
    told_us = [width_us for _, width_us in each_pulse(rows)]
    errors_us = [abs(told - wanted) for told, wanted in zip(told_us, wanted_us, strict=False)]
    if len(told_us) < len(wanted_us):
        raise RuntimeError(f"Only {len(told_us)} pulses of {len(wanted_us)} came.")
    changed_ms = [at_ms for at_ms, _ in changes(rows)]
    jitters_ms = [abs((at_ms - changed_ms[0] + 10) % FRAME_MS - 10) for at_ms in changed_ms]
    return Pulses(max(errors_us), max(jitters_ms))


def over_limit_pct(profile: str, xip: bool) -> float:
    """Returns the highest speed of a wiggle during presses and ticks, in percent of the limit."""
    with _open(xip) as bench:
        bench.request("worms_set", motion=profile)
        start_run(bench, RUN_S * 2)
        for _ in range(RUN_S * 4):
            bench.press(bench.now_ms, bounce=CLEAN)
            bench.advance(570)
        bench.advance(2000)
        no_traceback(bench)
        return 100 * fastest_deg_s(bench.servo()) / LIMITS_DEG_S[profile]


def _wanted_us(frames: int) -> list[float]:
    """Returns the pulse of each frame by the firmware's own rules."""
    chosen = motion.Calibration({})
    path = motion.Motion(chosen.low_cdeg, chosen.high_cdeg, chosen.home_cdeg)
    path.run(motion.NORMAL, random32.from_int(SEED ^ SALT))
    return [chosen.pulse_ns(path.step()) / 1000 for _ in range(frames)]
