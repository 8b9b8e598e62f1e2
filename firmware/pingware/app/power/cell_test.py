"""Load test of the cells: their voltage without and with a known resistor at VSYS."""

import asyncio

from pingware.drivers.battery_adc import BatteryAdc
from pingware.services import headroom
from pingware.shared import battery, cell_shows

_SETTLE_MS = 30  # a single cell is sensed behind 50 k and 100 nF
_LOADED_READINGS = 11  # over 22 ms
_READING_STEP_MS = 2
_BOOSTED_MV = 5000  # VSYS behind a boost converter


class LoadTest:
    """Load test of the cells of one device.

    Args:
        device: ``app.boot.first_stage.FirstStage``; a press or a sound spoils a test.
        host: ``app.play.game_host.GameHost``; so does a draw.
        others: callable; returns what else must not change during a test.
    """

    FAULTS = battery.FAULTS  # fault -> sentence
    SHOWS = cell_shows.SHOWS  # of ``show_of``, by name
    event = staticmethod(battery.event)
    show_of = staticmethod(battery.show_of)

    def __init__(self, device, host, others):
        self._device = device
        self._host = host
        self._others = others
        self._load, self._load_ohm = device.board.load_parts()
        self.apply_cells()

    def apply_cells(self):
        """Changes to the limits and the sense pin of the cells that the settings name."""
        self._battery = battery.Battery(self._device.settings.cells)
        self._adc = BatteryAdc(*self._device.board.sense_parts(self._battery.pack.pin))

    @property
    def bearable(self):
        """True if the cells' voltage lets them bear any load (bool); measures it."""
        return self._battery.may_load(self._adc.read())

    def spare_mw(self, check):
        """Returns what the cells can give beside the Pico (int, mW), by a test with a load."""
        return headroom.spare_mw(self._battery.pack, check.open_mv, check.milliohm)

    async def run(self, on_usb):
        """Tests the cells.

        Returns:
            (battery.Check, load_mw): without a load (0) nothing is known about the resistance.
            None if something else loaded or fed the device meanwhile: then nothing is known.
        """
        assumed = self._assumed()
        unloaded = self._adc.read()
        loaded, load_mw = unloaded, 0
        if not on_usb and self._battery.may_load(unloaded):
            loaded = await self._read_loaded()
            load_mw = self._drawn_mw(loaded[0])
        if self._device.block_button.fired is not None or self._assumed() != assumed:
            return None
        return self._battery.check(unloaded, loaded, load_mw, on_usb), load_mw

    def _assumed(self):
        """Returns what has to be the same before and after (tuple)."""
        return self._host.game.draws, self._device.sound.speaker.starts, self._others()

    def _drawn_mw(self, sensed_mv):
        """Returns what the load draws from VSYS (int, mW)."""
        vsys_mv = sensed_mv if self._battery.pack.pin == "vsys" else _BOOSTED_MV
        return vsys_mv * vsys_mv // (self._load_ohm * 1000)

    async def _read_loaded(self):
        """Returns the mean reading under the load."""
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
