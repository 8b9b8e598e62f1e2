"""Load test of the cells: their voltage without and with a known resistor at VSYS.

Each requested test writes a note, which survives a loss of power. Automatic tests do not write,
because flash wears out.
"""

import asyncio

from pingware.drivers.battery_adc import BatteryAdc
from pingware.services import headroom
from pingware.shared import battery
from pingware.shared.battery import VERDICTS
from pingware.storage.files import SlotStore

_SETTLE_MS = 30  # a single cell is sensed behind 50 kohm and 100 nF
_LOADED_READINGS = 11  # readings under load, taken over 22 ms
_READING_STEP_MS = 2
_ON_USB = "battery_on_usb"
_BOOSTED_MV = 5000  # VSYS behind a boost converter
_CABLE_MS = 250  # time until a Pico with a radio detects a computer again


class LoadTest:
    """Load test of the cells of one device.

    Args:
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
    """

    event = staticmethod(battery.event)

    def __init__(self, device, parts):
        self._device = device
        self._parts = parts
        self._load, self._load_ohm = device.board.load_parts()
        self.apply_cells()

    def apply_cells(self):
        """Uses the limits and the sense pin of the cells that the settings name."""
        self._battery = battery.Battery(self._device.settings.cells)
        self._adc = BatteryAdc(*self._device.board.sense_parts(self._battery.pack.pin))

    @property
    def bearable(self):
        """Measures whether the cells' voltage allows any load (bool)."""
        return self._battery.may_load(self._adc.read())

    def spare_mw(self, check):
        """Returns the cells' spare power for parts besides the Pico (int, mW), if tested."""
        return headroom.spare_mw(self._battery.pack, check.open_mv, check.milliohm)

    async def run(self, on_usb):
        """Tests the cells.

        Returns:
            (battery.Check, load_mw). With load_mw 0 the resistance is unknown. None if another
            load or supply disturbed the test, because its result is then useless.
        """
        self._parts.activity.set_loads(True)
        try:
            return await self._measure(on_usb)
        finally:
            self._parts.activity.set_loads(False)

    async def _measure(self, on_usb):
        assumed = self._assumed()
        unloaded = self._adc.read()
        loaded, load_mw = unloaded, 0
        if not on_usb and self._battery.may_load(unloaded):
            loaded = await self._read_loaded()
            vsys_mv = loaded[0] if self._battery.pack.pin == "vsys" else _BOOSTED_MV
            load_mw = vsys_mv * vsys_mv // (self._load_ohm * 1000)
        check = self._battery.check(unloaded, loaded, load_mw, on_usb)
        if check.fault == "battery_unsteady":
            await asyncio.sleep_ms(_CABLE_MS)
        if self._device.block_button.fired is not None or self._assumed() != assumed:
            return None
        return check, load_mw

    def _assumed(self):
        """Returns the values that must be the same before and after (tuple)."""
        parts = self._parts
        played = parts.host.game.draws, self._device.sound.speaker.starts
        return played, parts.supply.moves, parts.activity.moves

    def tell(self, before, check, wanted, aloud):
        """Reports a test if it was requested or the result changed. ``aloud`` plays and shows it.

        Args:
            before: ``battery.Check`` of the test before, or None.
            check: the ``battery.Check`` of this test.
            wanted, aloud: bools.
        """
        reports, stage = self._parts.reports, self._parts.stage
        fault = check.fault if check.fault != _ON_USB else None
        if wanted or before is None or _known(before) != _known(check):
            if fault:
                reports.fault(fault, battery.FAULTS[fault])
            reports.report(self.event(check))
        if aloud and fault:
            stage.announce("nothing_yet")
            reports.show(fault)
        elif aloud:
            show = battery.show_of(check)
            stage.of(stage.tables[0], battery.SHOWS).announce(show, 0, show)

    async def _read_loaded(self):
        """Returns the mean reading under load."""
        mv = spread_mv = 0
        self._load(1)
        try:
            await asyncio.sleep_ms(_SETTLE_MS)
            for _ in range(_LOADED_READINGS):
                reading = self._adc.read()
                mv += reading[0]
                spread_mv = max(spread_mv, reading[1])
                await asyncio.sleep_ms(_READING_STEP_MS)
        finally:
            self._load(0)
        return mv // _LOADED_READINGS, spread_mv


def _known(check):
    """Returns the result of a test (tuple)."""
    return check.verdict, check.demo_cell, check.fault


PATH = "/battery"
MOST = 16  # so that a slot stays within the 512 bytes that the file system keeps in one page
# A note holds the measured values of the whole pack, and the index of its verdict in VERDICTS.


class BatteryNotes:
    """The notes on the flash.

    Args:
        path: str, without the slots' endings.
    """

    def __init__(self, path=PATH):
        self._store = SlotStore(path)

    def read(self):
        """Returns ``count``, the total number of tests, and the latest ``tests`` (dict).

        A test is a list: open mV, loaded mV, mOhm, verdict (index in good, fair, replace_soon,
        stop). The latest comes last.
        """
        notes = self._store.load()
        if not isinstance(notes, dict) or type(notes.get("tests")) is not list:
            return {"count": 0, "tests": []}
        return {"count": notes.get("count", 0), "tests": notes["tests"][-MOST:]}

    def add(self, check):
        """Saves a valid test (``shared.battery.Check``). Raises OSError."""
        notes = self.read()
        level = VERDICTS.index(check.verdict)
        notes["tests"].append([check.open_mv, check.loaded_mv, check.milliohm, level])
        notes["tests"] = notes["tests"][-MOST:]
        notes["count"] += 1
        self._store.save(notes)
