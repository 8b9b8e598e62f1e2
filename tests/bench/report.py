"""Makes the table's rows of what was measured. The targets are the project's, a and b."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from tests.bench import device_games, frozen, games, interpreters, page, speed
from tests.bench.jobs import Results
from tests.bench.latency import Latency
from tests.bench.subjects import OURS, PEER
from tests.bench.table import Pair, Row
from tests.servo_pulses import LIMITS_DEG_S

from pingblock.tables.property.board_file import SHIPPED

PRESS_MS = (0.8, 1.0)
TAKE_OVER_MS = (6.5, 6.5)
CPU_PCT = (7.0, 8.0)  # with assembler kernels, which the firmware has
COIN_PCT = (10.0, 14.0)
SINAD_DB = (60.0, 60.0)
PURITY_DB = (-35.0, -35.0)
READY_MS = (100.0, 125.0)
RAM_KB = (112.0, 112.0)
GAME_RAM_KB = (105.0, 105.0)
CHOOSE_MS = (1500.0, 1500.0)
RUN_ERROR_MS = (10.0, 10.0)
PULSE_US = (5.0, 5.0)
LIMIT_PCT = (105.0, 105.0)  # of the profile's speed limit, beside presses and ticks
MOVING_PCT = (10.0, 14.0)
# In times of mpremote's copy; and how late a task may be that wants a turn every 10 ms.
TIMES_RAM, TIMES_FLASH = (6, 5), (3, 2.9)
LATE_MS = (60.0, 60.0)
DESK_IDLE, CHIP_IDLE, CHIP_BUSY = 1000.0, 500.0, 3.0
WASM_IDLE, WASM_PLAYING, WASM_MB, WASM_KB = 4000.0, 120.0, 25.0, 200.0
_NAMES = {
    "idle": "press to first sample, idle",
    "load": "press to first sample, under load",
    "collect": "press 1 ms into gc.collect",
}


def _presses(results: Results, load: str) -> list[Row]:
    ours: tuple[Latency, Latency] = results[f"press {load} {OURS.name}"]
    peer: tuple[Latency, Latency] = results[f"press {load} {PEER}"]

    def row(what: str, unit: str, path: str, target: Pair | None = None) -> Row:
        of = attrgetter(path)
        pairs = [(of(pair[0]), of(pair[1])) for pair in (ours, peer)]
        return Row(f"{_NAMES[load]}, {what}", unit, pairs[0], pairs[1], target)

    return [
        row("min", "ms", "counted.low"),
        row("median", "ms", "counted.middle"),
        row("max", "ms", "counted.high", PRESS_MS),
        row("max from the first touch", "ms", "touched.high"),
        row("without a sound", "of 40", "counted.lost", (0, 0)),
    ]


def _take_over(results: Results) -> list[Row]:
    def of(name: str) -> Pair:
        both = results["take-over"]
        return getattr(both[0], name), getattr(both[1], name)

    return [
        Row("press to audible, from silence, max", "ms", of("audible_ms")),
        Row("press to the new sound, in silence, max", "ms", of("silent_ms")),
        Row(
            "press to the new sound, in announcements, max",
            "ms",
            of("announced_ms"),
            target=TAKE_OVER_MS,
        ),
        Row("presses around announcements, lost", "", of("lost"), target=(0, 0)),
    ]


def _worms(results: Results) -> list[Row]:
    def of(job: str, name: str) -> Pair:
        return getattr(results[job][0], name), getattr(results[job][1], name)

    moving: tuple[Latency, Latency] = results["press moving"]
    highest = moving[0].counted.high, moving[1].counted.high
    lost = moving[0].counted.lost, moving[1].counted.lost
    return [
        Row("press while the worms move, max", "ms", highest, target=PRESS_MS),
        Row("press while the worms move, without a sound", "of 40", lost, target=(0, 0)),
        Row("run of 5 s, worst error of 50", "ms", results["run length"], target=RUN_ERROR_MS),
        Row("servo pulse, worst error", "us", of("pulses", "width_us"), target=PULSE_US),
        Row("servo frame, worst error", "ms", of("pulses", "jitter_ms")),
        *(
            Row(f"fastest pulses of {name}", "%", results[f"limit {name}"], target=LIMIT_PCT)
            for name in LIMITS_DEG_S
        ),
        Row("CPU, worms move", "%", results["cpu moving"], target=MOVING_PCT),
        Row("CPU, worms move and 6 coins are told", "%", results["cpu moving and playing"]),
    ]


def _games(results: Results) -> list[Row]:
    """The device's other games; picozero, which plays one sound for all, is beside their rolls."""

    def press(load: str) -> tuple[Latency, Latency]:
        return results[f"press {load} {device_games.DICE.name}"]

    def pair(both: tuple[Latency, Latency], path: str) -> Pair:
        of = attrgetter(path)
        return of(both[0]), of(both[1])

    rows = []
    for load in ("idle", "load"):
        what = f"{_NAMES[load]}, a roll of two dice"
        peer = pair(results[f"press {load} {PEER}"], "counted.high")
        max_ms, lost = (pair(press(load), f"counted.{name}") for name in ("high", "lost"))
        rows.append(Row(f"{what}, max", "ms", max_ms, peer, PRESS_MS))
        rows.append(Row(f"{what}, without a sound", "of 40", lost, target=(0, 0)))
    for name in device_games.GAMES:
        free, took = results[f"ram {name}"], results[f"choose {name}"]
        rows.append(Row(f"RAM free, {name} and base", "kB", free, None, GAME_RAM_KB, True))
        rows.append(Row(f"request to ready for a press, {name}", "ms", took, target=CHOOSE_MS))
    return rows


def _uploads(results: Results) -> list[Row]:
    """mpremote stands in the peer's column here."""

    def row(what: str, unit: str, name: str, flash: str, **more: Any) -> Row:
        pairs = [results[f"upload {who} {flash}"] for who in ("ours", "mpremote")]
        values = [(getattr(pair[0], name), getattr(pair[1], name)) for pair in pairs]
        times = more.pop("times", None)
        target = (values[1][0] * times[0], values[1][1] * times[1]) if times else None
        return Row(f"{what} (peer: mpremote)", unit, *values, target, **more)

    up = {"at_least": True}
    late_ms = {kind: results[f"upload ours {kind}"] for kind in ("untimed", "timed")}
    return [
        row("upload, flash as fast as RAM", "kB/s", "kb_s", "untimed", times=TIMES_RAM, **up),
        row("upload to flash", "kB/s", "kb_s", "timed", times=TIMES_FLASH, **up),
        row("round trip of a request", "ms", "round_trip_ms", "timed"),
        row("upload to flash, this machine", "kB/s", "wall_kb_s", "timed", wall=True, **up),
        *(
            Row(
                f"latest turn of a task during an upload, {kind}",
                "ms",
                (both[0].late_ms, both[1].late_ms),
                target=LATE_MS,
            )
            for kind, both in late_ms.items()
        ),
    ]


def _cpu(results: Results) -> list[Row]:
    names = {0: "mixer runs, no voice", 1: "1 voice sounds", 4: "4 voices sound"}
    rows = [
        Row(
            f"CPU, {names.get(voices, f'{voices} voices sound')}",
            "%",
            results[f"cpu {voices}"],
            target=CPU_PCT if voices == 4 else None,
        )
        for voices in range(5)
    ]
    return [
        *rows,
        Row("CPU, 4 voices, viper kernel", "%", results["cpu viper"]),
        Row("CPU, a coin is told, with light and link", "%", results["cpu coin"], target=COIN_PCT),
        Row("CPU, silent", "%", results["cpu silent"]),
    ]


def emulated(results: Results) -> list[Row]:
    """Returns the rows in emulated time: the same on each run of the same sources."""
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
        Row("reset to ready for a press", "ms", *ready, READY_MS),
        Row("the same, peer compiled", "ms", ready[0], results[f"compiled {PEER}"]),
        Row("reset to all loaded", "ms", results["loaded"]),
        Row("RAM free, block and base", "kB", *ram, RAM_KB, at_least=True),
        *frozen.rows(results),
        Row("RAM free, block alone", "kB", results["ram block"], target=RAM_KB, at_least=True),
    ]


def by_the_clock() -> list[Row]:
    """Measures the benches' speed, alone on the machine, and returns the rows."""

    def row(what: str, values: Pair, target: float | None = None) -> Row:
        goal = (target, target) if target else None
        return Row(f"speed, {what}", "s/s", values, None, goal, at_least=True, wall=True)

    def fast(measure: Callable[[bool, bool], float]) -> Pair:
        return measure(True, False), measure(True, True)

    def same(value: float) -> Pair:
        return value, value

    return [
        row("desk, firmware idle", same(speed.idle("desk")), DESK_IDLE),
        row("desk, playing", same(speed.playing("desk"))),
        row("wasm, firmware idle", same(speed.idle("wasm")), WASM_IDLE),
        row("wasm, playing", same(speed.playing("wasm")), WASM_PLAYING),
        *_interpreters(),
        row("chip, firmware idle", fast(speed.chip_idle), CHIP_IDLE),
        row("chip, busy code", fast(speed.chip_busy), CHIP_BUSY),
        row("chip without turbo, firmware idle", same(speed.chip_idle(False))),
        row("chip without turbo, busy code", same(speed.chip_busy(False))),
        *_tables(),
        *page.rows(),
    ]


def _interpreters() -> list[Row]:
    """Measures what it costs to open an engine."""

    def row(what: str, unit: str, value: float, target: float | None = None) -> Row:
        goal = None if target is None else (target, target)
        return Row(what, unit, (value, value), None, goal, wall=True)

    starts = {engine: interpreters.start(engine) for engine in ("desk", "wasm", "chip")}
    return [
        row("wasm, first start on a computer", "s", interpreters.first_start_s()),
        *(row(f"{engine}, start", "s", took_s) for engine, (took_s, _) in starts.items()),
        row("desk, memory with its process", "MB", starts["desk"][1]),
        row("wasm, memory", "MB", starts["wasm"][1], WASM_MB),
        row("chip, memory", "MB", starts["chip"][1]),
        row("wasm, module compressed", "kB", interpreters.module_kb(), WASM_KB),
    ]


def _tables() -> list[Row]:
    """Measures games of bots a second; what limits them is Python's time for a command."""

    def row(what: str, value: float, target: float, peer: float | None) -> Row:
        goal, other = (target, target), None if peer is None else (peer, peer)
        return Row(what, "games/s", (value, value), other, goal, at_least=True, wall=True)

    return [
        *(
            row(
                f"{name}, random bots",
                games.property_games(name),
                games.PROPERTY_GAMES,
                games.PEER_GAMES,
            )
            for name in SHIPPED
        ),
        *(
            row(f"fortune, {bot} bots", games.fortune_games(bot), games.FORTUNE_GAMES, None)
            for bot in ("plain", "random")
        ),
    ]
