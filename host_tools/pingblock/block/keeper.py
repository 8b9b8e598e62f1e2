"""Reads the state of a running virtual block while the block can write its files."""

from __future__ import annotations

import math
from collections.abc import Callable
from secrets import randbits

from pingblock.block.state import BlockState, Pack
from pingblock.virtual.engine import Sink
from pingblock.virtual.virtual_device import Bench, open_bench

# The device writes changes up to 5 s of its time after the last sound, action or request. So its
# files are read every 2 s until 6.5 s after a change.
LOOK_MS, STORED_MS = 2000.0, 6500.0


class Keeper:
    """Keeps the state of a virtual device, as it was when its files were last read.

    Args:
        bench: the block's virtual device.
        begun: the state at the start of the session.
    """

    def __init__(self, bench: Bench, begun: BlockState) -> None:
        self.state = begun
        self._begun = begun
        self._bench = bench
        # device times of the last change and of the last reading
        self._changed_ms = self._looked_ms = -math.inf

    def changed(self) -> None:
        """Notes that the device can write files from now on."""
        self._changed_ms = self._looked_ms = self._bench.now_ms

    def look(self) -> None:
        """Reads the state if the device can have written files since the last reading."""
        now_ms = self._bench.now_ms
        if now_ms - self._changed_ms < STORED_MS and now_ms - self._looked_ms > LOOK_MS:
            self._looked_ms = now_ms
            self.state = self._begun.after(self._bench)

    def finish(self) -> BlockState:
        """Lets the device write its last changes, faster than the clock. Returns the state.

        Raises:
            PingblockError: the engine fails.
        """
        self._bench.advance_to(max(self._bench.now_ms, self._changed_ms + STORED_MS))
        self.state = self._begun.after(self._bench)
        return self.state


def open_own(
    engine: str, seed: int | None, block: BlockState, in_front: Callable[[Sink], Sink]
) -> Bench:
    """Opens a bench that continues a block's state. Without a seed, it is random.

    Args:
        engine: "desk", "wasm" or "chip".
        seed: makes the draws and the random behaviour of the parts repeatable.
        block: the stored state of the block.
        in_front: see ``open_bench``.

    Raises:
        BadInput: no device can hold these files.
        Unavailable: the engine cannot run here.
    """
    bench = open_bench(engine, seed, block.files, in_front=in_front, entropy=randbits(32))
    if block.pack != Pack():
        bench.set_battery([block.pack.cell] * block.pack.count)
    bench.parts.battery.drawn_mah = block.drawn_mah
    return bench
