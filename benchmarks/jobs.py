"""All measurements in emulated time, spread over the machine's cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from tests import purity
from tests.servo_pulses import LIMITS_DEG_S

from benchmarks import (
    boot,
    device_games,
    latency,
    playing,
    stack_depth,
    starts,
    takeover,
    updated,
    updating,
    upload,
    worms,
)
from benchmarks.device_games import DICE
from benchmarks.subjects import OURS, PEER, PICOZERO

LOADS = ("load", "idle", "collect")
Job = Callable[[bool], Any]
Results = dict[str, tuple[Any, Any]]


def _of(subject: Any, measure: Callable[..., Any], *arguments: object) -> Job:
    """Returns ``measure(subject, ..., xip)`` as a function that only takes ``xip``."""
    return partial(measure, subject, *arguments)


def inharmonic_db(_xip: bool) -> float:
    """Returns the inharmonic energy in dB of all tunes' worst note, the same in both columns."""
    return purity.worst_db()


def jobs() -> dict[str, Job]:
    """Returns name -> measurement, longest first. Each can emulate flash cache misses."""
    subjects = (OURS, PICOZERO)
    return {
        "run length": worms.length_error_ms,
        "underruns": playing.underruns,
        **{
            f"press {load} {subject.name}": _of(subject, latency.press_latency, load)
            for load in LOADS
            for subject in subjects
        },
        **{f"ready {subject.name}": _of(subject, boot.ready_ms, "idle") for subject in subjects},
        f"compiled {PEER}": _of(PICOZERO, boot.ready_ms, "compiled"),
        **{f"ram {subject.name}": _of(subject, boot.ram_free_kb) for subject in subjects},
        "ram block": boot.ram_block_kb,
        "loaded": boot.loaded_ms,
        "changes": _of(OURS, updated.after_changes),
        **{f"stack {game}": _of(game, stack_depth.left_kb) for game in stack_depth.BENCHED},
        **{f"updated {name}": _of(name, updated.measure) for name in updated.NAMES},
        **{f"updating {kind}": _of(kind, updating.measure) for kind in updating.KINDS},
        **{
            f"press {load} {DICE.name}": _of(DICE, latency.press_latency, load)
            for load in ("load", "idle")
        },
        **{f"ram {name}": _of(name, device_games.ram_free_kb) for name in device_games.GAMES},
        **{f"choose {name}": _of(name, device_games.choose_ms) for name in device_games.GAMES},
        "press moving": _of(OURS, latency.press_latency, "moving"),
        "take-over": _of(starts.YIELD, takeover.worst),
        "pulses": worms.pulses,
        **{f"limit {name}": _of(name, worms.over_limit_pct) for name in LIMITS_DEG_S},
        "cpu moving": worms.cpu_moving_pct,
        "cpu moving and playing": worms.cpu_moving_and_playing_pct,
        **{
            f"upload {who} {'timed' if timed else 'untimed'}": _of(timed, measure)
            for who, measure in (("ours", upload.ours), ("mpremote", upload.mpremotes))
            for timed in (False, True)
        },
        "sinad": playing.sine_sinad_db,
        "purity": inharmonic_db,
        "cpu silent": playing.cpu_silent_pct,
        "cpu coin": playing.cpu_coin_pct,
        "cpu viper": _of(4, partial(playing.cpu_playing_pct, viper=True)),
        **{f"cpu {voices}": _of(voices, playing.cpu_playing_pct) for voices in range(5)},
    }


def measure(chosen: Mapping[str, Job]) -> Results:
    """Runs the measurements in as many processes as there are cores.

    Returns:
        Name -> results without and with flash cache misses.
    """
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        begun = {
            name: (pool.submit(job, False), pool.submit(job, True)) for name, job in chosen.items()
        }
        return {name: (a.result(), b.result()) for name, (a, b) in begun.items()}
