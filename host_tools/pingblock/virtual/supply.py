"""Power supply: its source, and the Pico's brown-out at a voltage that is too low."""

from __future__ import annotations

from pingblock.virtual.engine import Engine
from pingblock.virtual.harness import Harness
from pingblock.virtual.parts.battery import BROWN_OUT_MV, PICO_MW, RECOVERY_MV

# While the cells are weak, the supply is checked this often, because a sound can cause a
# brown-out.
WATCH_US = 5000.0
RECOVERY_US = 100_000.0


class SupplyModel:
    """The cable, a main switch and the brown-out. Cable and switch are on at the start."""

    def __init__(self, engine: Engine, parts: Harness) -> None:
        self._engine = engine
        self._parts = parts
        self._on = True
        self._browned_us: float | None = None

    @property
    def powered(self) -> bool:
        """True unless the switch is off or the Pico is in a brown-out."""
        return self._on and self._browned_us is None

    def cable(self, plugged: bool) -> None:
        """Plugs in or unplugs the USB cable now."""
        self._parts.meter(self._engine.now_us)
        self._parts.battery.plugged = plugged
        if plugged:
            self._parts.tap.reopen()
        self._engine.plug(self._engine.now_us, plugged)
        self.watch()

    def switch(self, on: bool) -> None:
        """Switches all power, from cells and cable, on or off now."""
        if on == self._on:
            return
        self._on = on
        self._browned_us = None
        self._power(on)
        self.watch()

    def slice_us(self) -> float:
        """Returns how long the engine can run before the next ``watch``."""
        safe = self._browned_us is None and self._parts.worst_vsys_mv() >= BROWN_OUT_MV
        return float("inf") if safe or not self._on else WATCH_US

    def watch(self) -> None:
        """Removes the power in a brown-out, and returns it when the cells have recovered."""
        if not self._on:
            return
        now_us = self._engine.now_us
        if self._browned_us is not None:
            self._recover(now_us - self._browned_us)
        elif self._parts.vsys_mv(now_us) < BROWN_OUT_MV:
            self._browned_us = now_us
            self._parts.tap.record(now_us, "brown_out")
            self._power(False)

    def _recover(self, gone_us: float) -> None:
        enough = self._parts.battery.vsys_mv(PICO_MW) >= RECOVERY_MV
        if enough and (self._parts.battery.plugged or gone_us >= RECOVERY_US):
            self._browned_us = None
            self._power(True)

    def _power(self, on: bool) -> None:
        now_us = self._engine.now_us
        self._engine.power(now_us, on)
        if not on:
            self._parts.dark(now_us)
