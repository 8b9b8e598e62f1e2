"""Makes table rows from the measurements. Targets are without and with flash cache misses."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from tests.servo_pulses import LIMITS_DEG_S

from benchmarks import (
    boot,
    device_games,
    games,
    interpreters,
    page,
    speed,
    stack_depth,
    updated,
    updating,
)
from benchmarks.jobs import Results
from benchmarks.subjects import OURS, PEER
from benchmarks.table import Pair, Row, clocked
from pingblock.tables.property.board_file import SHIPPED

# targets for a press on an idle device, and with any other load
IDLE_MS, BUSY_MS = (0.35, 0.45), (0.4, 0.6)
TAKE_OVER_MS = (6.5, 6.5)
CPU_PCT = (7.0, 8.0)  # targets with assembler kernels, which the firmware uses
COIN_PCT = (10.0, 14.0)
SINAD_DB = (60.0, 60.0)
PURITY_DB = (-35.0, -35.0)
GAME_RAM_KB = (140.0, 140.0)
CHOOSE_MS = (1500.0, 1500.0)
RUN_ERROR_MS = (10.0, 10.0)
PULSE_US = (5.0, 5.0)
# targets in percent of the profile's speed limit, during presses and ticks
LIMIT_PCT = (105.0, 105.0)
MOVING_PCT = (10.0, 14.0)
# How many times as fast as mpremote's copy, and the greatest delay of a task that wants to run
# every 10 ms.
TIMES_RAM, TIMES_FLASH = (6, 5), (3, 2.9)
LATE_MS = (60.0, 60.0)
DESK_IDLE, CHIP_IDLE, CHIP_BUSY = 1000.0, 500.0, 3.0
WASM_IDLE, WASM_PLAYING, WASM_MB, WASM_KB = 4000.0, 120.0, 25.0, 250.0
_NAMES = {
    "idle": "press to first sample, idle",
    "load": "press to first sample, under load",
    "collect": "press 1 ms after the start of gc.collect",
}


def _presses_of(load: str) -> Iterator[tuple[str, str, str, Pair | None]]:
    """Yields the name of a figure, its unit, its field in ``Latency``, and its target."""
    yield "min", "ms", "counted.low", None
    yield "median", "ms", "counted.middle", None
    yield "max", "ms", "counted.high", IDLE_MS if load == "idle" else BUSY_MS
    yield "max from the first touch", "ms", "touched.high", None
    yield "presses without a sound", "of 40", "counted.lost", (0, 0)


def _pair(both: tuple[Any, Any], path: str) -> Pair:
    """Returns a figure, measured without and with flash cache misses."""
    of = attrgetter(path)
    return of(both[0]), of(both[1])


def _presses(results: Results, load: str) -> list[Row]:
    ours, peer = (results[f"press {load} {who}"] for who in (OURS.name, PEER))
    return [
        Row(f"{_NAMES[load]}, {what}", unit, _pair(ours, path), _pair(peer, path), target)
        for what, unit, path, target in _presses_of(load)
    ]


def _take_over(results: Results) -> list[Row]:
    audible, silent, announced, lost = (
        _pair(results["take-over"], name)
        for name in ("audible_ms", "silent_ms", "announced_ms", "lost")
    )
    new = "press to the new sound, during"
    return [
        Row("press to audible, from silence, max", "ms", audible),
        Row(f"{new} silence, max", "ms", silent),
        Row(f"{new} announcements, max", "ms", announced, target=TAKE_OVER_MS),
        Row("lost presses around announcements", "", lost, target=(0, 0)),
    ]


def _worms(results: Results) -> list[Row]:
    moving, pulses = results["press moving"], results["pulses"]
    press, run = "press while the worms move", "run of 5 s, worst error of 50 runs"
    silent = "presses without a sound"
    return [
        Row(f"{press}, max", "ms", _pair(moving, "counted.high"), target=BUSY_MS),
        Row(f"{press}, {silent}", "of 40", _pair(moving, "counted.lost"), target=(0, 0)),
        Row(run, "ms", results["run length"], target=RUN_ERROR_MS),
        Row("servo pulse, worst error", "us", _pair(pulses, "width_us"), target=PULSE_US),
        Row("servo frame, worst error", "ms", _pair(pulses, "jitter_ms")),
        *(
            Row(f"fastest pulses, motion {name}", "%", results[f"limit {name}"], target=LIMIT_PCT)
            for name in LIMITS_DEG_S
        ),
        Row("CPU, worms move", "%", results["cpu moving"], target=MOVING_PCT),
        Row("CPU, worms move and 6 coins are announced", "%", results["cpu moving and playing"]),
    ]


def _games(results: Results) -> list[Row]:
    """Returns the rows of other games. The other column is picozero, with one sound for all."""
    rows = []
    for load in ("idle", "load"):
        what = f"{_NAMES[load]}, a roll of two dice"
        ours, peer = (results[f"press {load} {who}"] for who in (device_games.DICE.name, PEER))
        high, lost = (_pair(ours, f"counted.{name}") for name in ("high", "lost"))
        rows.append(Row(f"{what}, max", "ms", high, _pair(peer, "counted.high"), BUSY_MS))
        rows.append(Row(f"{what}, presses without a sound", "of 40", lost, target=(0, 0)))
    for name in device_games.GAMES:
        free, took = results[f"ram {name}"], results[f"choose {name}"]
        rows.append(Row(f"RAM free, {name} and base", "kB", free, None, GAME_RAM_KB, True))
        rows.append(Row(f"time to choose a game, {name}", "ms", took, target=CHOOSE_MS))
    return rows


def _uploads(results: Results) -> list[Row]:
    """Returns the rows of uploads. The other column has mpremote."""

    def row(what: str, name: str, flash: str, times: Pair | None = None, **more: bool) -> Row:
        ours, peer = (
            _pair(results[f"upload {who} {flash}"], name) for who in ("ours", "mpremote")
        )
        target = (peer[0] * times[0], peer[1] * times[1]) if times else None
        return Row(f"{what} (peer: mpremote)", _UNITS[name], ours, peer, target, **more)

    late = "longest delay of a task during an upload"
    late_ms = {kind: _pair(results[f"upload ours {kind}"], "late_ms") for kind in _FLASHES}
    return [
        row("upload, flash as fast as RAM", "kb_s", "untimed", TIMES_RAM, at_least=True),
        row("upload to flash", "kb_s", "timed", TIMES_FLASH, at_least=True),
        row("round trip of a request", "round_trip_ms", "timed"),
        row(
            "upload to flash, by the clock of this computer",
            "wall_kb_s",
            "timed",
            at_least=True,
            wall=True,
        ),
        *(
            Row(f"{late}, {flash}", "ms", late_ms[kind], target=LATE_MS)
            for kind, flash in _FLASHES.items()
        ),
    ]


_FLASHES = {"untimed": "flash as fast as RAM", "timed": "flash with real times"}
_UNITS = {"kb_s": "kB/s", "round_trip_ms": "ms", "wall_kb_s": "kB/s"}


def _cpu(results: Results) -> list[Row]:
    names = ("mixer without a voice", "1 voice sounds", *(f"{n} voices sound" for n in (2, 3)))
    voices = [Row(f"CPU, {name}", "%", results[f"cpu {n}"]) for n, name in enumerate(names)]
    return [
        *voices,
        Row("CPU, 4 voices sound", "%", results["cpu 4"], target=CPU_PCT),
        Row("CPU, 4 voices, viper kernel", "%", results["cpu viper"]),
        Row("CPU, a coin with its light and link", "%", results["cpu coin"], target=COIN_PCT),
        Row("CPU, silent", "%", results["cpu silent"]),
    ]


def emulated(results: Results) -> list[Row]:
    """Returns the rows in emulated time, which are the same for the same sources."""
    (wrong_a, count), (wrong_b, _) = results["underruns"]
    ready, ram = (
        (results[f"{what} {OURS.name}"], results[f"{what} {PEER}"]) for what in ("ready", "ram")
    )
    presses = [row for load in _NAMES for row in _presses(results, load)]
    underruns = f"underruns under load, {count} samples"
    return [
        *presses,
        *_take_over(results),
        *_cpu(results),
        *_worms(results),
        *_games(results),
        *_uploads(results),
        Row(underruns, "", (wrong_a, wrong_b), target=(0, 0)),
        Row("SINAD at 1 kHz", "dB", results["sinad"], target=SINAD_DB, at_least=True),
        Row("inharmonic energy, worst of all notes", "dB", results["purity"], target=PURITY_DB),
        Row("reset to ready for a press", "ms", *ready, boot.READY_MS),
        Row(
            "reset to ready for a press, peer compiled",
            "ms",
            ready[0],
            results[f"compiled {PEER}"],
        ),
        Row("reset to all modules loaded", "ms", results["loaded"], target=boot.LOADED_MS),
        Row("RAM free, block and base", "kB", *ram, boot.RAM_KB, at_least=True),
        *updated.rows(results),
        *updating.rows(results),
        *stack_depth.rows(results),
        Row(
            "RAM free, only the block",
            "kB",
            results["ram block"],
            target=boot.RAM_KB,
            at_least=True,
        ),
    ]


def by_the_clock() -> list[Row]:
    """Measures the engines' speed, without other load on the computer, and returns the rows."""
    idle, busy = (
        (each(True, False), each(True, True)) for each in (speed.chip_idle, speed.chip_busy)
    )
    return [
        clocked("speed, desk, firmware idle", "s/s", speed.idle("desk"), DESK_IDLE),
        clocked("speed, desk, playing", "s/s", speed.playing("desk")),
        clocked("speed, wasm, firmware idle", "s/s", speed.idle("wasm"), WASM_IDLE),
        clocked("speed, wasm, playing", "s/s", speed.playing("wasm"), WASM_PLAYING),
        *_interpreters(),
        clocked("speed, chip, firmware idle", "s/s", idle, CHIP_IDLE),
        clocked("speed, chip, busy code", "s/s", busy, CHIP_BUSY),
        clocked("speed, chip without the loop in C, firmware idle", "s/s", speed.chip_idle(False)),
        clocked("speed, chip without the loop in C, busy code", "s/s", speed.chip_busy(False)),
        *_tables(),
        *page.rows(),
    ]


def _interpreters() -> list[Row]:
    """Measures what opening an engine costs."""
    first_s = interpreters.first_start_s()
    starts = {engine: interpreters.start(engine) for engine in ("desk", "wasm", "chip")}
    return [
        clocked("wasm, first start on a computer", "s", first_s),
        *(clocked(f"{engine}, start", "s", took_s) for engine, (took_s, _) in starts.items()),
        clocked("desk, memory including its process", "MB", starts["desk"][1]),
        clocked("wasm, memory", "MB", starts["wasm"][1], WASM_MB),
        clocked("chip, memory", "MB", starts["chip"][1]),
        clocked("wasm, module compressed", "kB", interpreters.module_kb(), WASM_KB),
    ]


def _tables() -> list[Row]:
    """Measures games of bots per second, which Python's speed limits."""
    property_games = [
        (
            f"{name}, random bots",
            games.property_games(name),
            games.PROPERTY_GAMES,
            games.PEER_GAMES,
        )
        for name in SHIPPED
    ]
    fortune = [
        (f"fortune, {bot} bots", games.fortune_games(bot), games.FORTUNE_GAMES, None)
        for bot in ("plain", "random")
    ]
    return [clocked(what, "games/s", *figures) for what, *figures in (*property_games, *fortune)]
