"""Speed of each engine, in emulated seconds per second of processor time on this computer."""

from __future__ import annotations

from benchmarks.firmware_changes import Flashed, probed
from benchmarks.marks import Mark, Marks, next_mark_us
from benchmarks.processes import cpu_s
from benchmarks.schedule import press_times_ms
from benchmarks.subjects import OURS
from pingblock.virtual import virtual_device
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engine import Sink
from pingblock.virtual.virtual_device import Bench


def speed(bench: Bench, over_ms: float) -> float:
    """Lets ``over_ms`` pass and returns emulated seconds per second of processor time."""
    since_s = cpu_s()
    bench.advance(over_ms)
    return over_ms / 1000 / (cpu_s() - since_s)


def idle(engine: str) -> float:
    """Returns the speed of the idle firmware's sources, on ``desk`` or ``wasm``."""
    with virtual_device.open_bench(engine) as bench:
        bench.advance_to(OURS.up_ms)
        return speed(bench, 120_000)


def playing(engine: str) -> float:
    """Returns the speed of the firmware with a press every 0.55 s."""
    with virtual_device.open_bench(engine) as bench:
        bench.advance_to(OURS.up_ms)
        for at_ms in press_times_ms(20, bench.now_ms, seed=1):
            bench.press(at_ms)
        return speed(bench, 11_000)


def _chip(device: Flashed, marks: list[Mark], turbo: bool, xip: bool) -> Bench:
    def engine(sink: Sink) -> ChipEngine:
        return ChipEngine(Marks(sink, marks), flash=device.flash(), turbo=turbo, xip=xip)

    return Bench(engine)


def chip_idle(turbo: bool, xip: bool = False) -> float:
    """Returns the speed of the idle chip. With ``xip`` and without ``turbo``, it takes minutes."""
    with _chip(OURS.device("idle"), [], turbo, xip) as bench:
        bench.advance_to(OURS.up_ms)
        return speed(bench, 60_000 if turbo else 5_000)


def chip_busy(turbo: bool, xip: bool = False) -> float:
    """Returns the speed of the chip while the firmware runs Python code without a pause."""
    marks: list[Mark] = []
    with _chip(probed(busy=True), marks, turbo, xip) as bench:
        next_mark_us(bench, marks)
        return speed(bench, 3_000 if turbo else 200)
