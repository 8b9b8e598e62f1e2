"""The emulated processor's work, as a measure of the device's work."""

from __future__ import annotations

from typing import Any

from pingblock.virtual.virtual_device import Bench


def cycles(bench: Bench, ms: float) -> int:
    """Lets time pass on a device with a chip. Returns how many cycles the processor ran."""
    engine: Any = bench.engine
    before = engine.cycles
    bench.advance(ms)
    return int(engine.cycles - before)
