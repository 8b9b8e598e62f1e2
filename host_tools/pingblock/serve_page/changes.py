"""Updates for a page: the changes of a device's light, servo, supply and clock."""

from __future__ import annotations

from pingblock.block.state import Pack
from pingblock.serve_page.page_tap import Tell
from pingblock.virtual.pacer import Pacer
from pingblock.virtual.parts.light import Colour
from pingblock.virtual.virtual_device import Bench

CLOCK_MS = 100.0
# A screen shows at most 60 frames a second, so the horn's angle is not sent more often.
FRAME_MS = 16.0
STILL_DEG = 0.05
SAME_MV = 2.0


class Changes:
    """The state of a device that was last sent to a page.

    Args:
        bench: a running virtual device.
        pacer: paces the device, and measures its speed.
        tell: called with the messages.
    """

    def __init__(self, bench: Bench, pacer: Pacer, tell: Tell) -> None:
        self._bench = bench
        self._pacer = pacer
        self._tell = tell
        self._colour: Colour = (-1, -1, -1)
        self._lit_us = -1.0
        self._horn = (-1.0, False)
        self._horn_ms = -FRAME_MS
        self._supply: tuple[object, ...] = ()
        self._vsys_mv = -1.0
        self._clock_ms = -CLOCK_MS

    def look(self) -> None:
        """Sends the changes since the last call."""
        self._see_light()
        now_ms = self._bench.now_ms
        if now_ms - self._horn_ms >= FRAME_MS:
            self._horn_ms = now_ms
            self._see_horn()
        if now_ms - self._clock_ms >= CLOCK_MS:
            self._clock_ms = now_ms
            self._tell({"kind": "clock", "nowMs": now_ms, "speed": self._pacer.speed})
            self._see_supply()

    def _see_light(self) -> None:
        for at_us, colour in self._bench.parts.light.changes:
            if at_us >= self._lit_us and colour != self._colour:
                self._lit_us, self._colour = at_us, colour
                red, green, blue = colour
                light = {"red": red, "green": green, "blue": blue}
                self._tell({"kind": "light", "atMs": at_us / 1000, **light})

    def _see_horn(self) -> None:
        servo = self._bench.parts.servo
        horn = servo.horn_deg(self._bench.engine.now_us), servo.powered
        if abs(horn[0] - self._horn[0]) > STILL_DEG or horn[1] != self._horn[1]:
            self._horn = horn
            at = {"atMs": self._horn_ms}
            self._tell({"kind": "servo", **at, "deg": round(horn[0], 2), "powered": horn[1]})

    def _see_supply(self) -> None:
        battery, now_us = self._bench.parts.battery, self._bench.engine.now_us
        vsys_mv, cell = self._bench.parts.vsys_mv(now_us), battery.cells[0]
        supply = battery.plugged, self._bench.powered, cell, len(battery.cells)
        if abs(vsys_mv - self._vsys_mv) > SAME_MV or supply != self._supply:
            self._vsys_mv, self._supply = vsys_mv, supply
            cells = Pack(cell, len(battery.cells)).fields()
            at = {"atMs": now_us / 1000, "vsysMv": round(vsys_mv)}
            wires = {"plugged": battery.plugged, "powered": self._bench.powered}
            self._tell({"kind": "supply", **at, **wires, "cells": cells})
