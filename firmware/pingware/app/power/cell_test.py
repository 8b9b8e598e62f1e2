"""Load test of the cells: their voltage without and with a sound that nobody hears."""

import asyncio

from pingware.drivers.battery_adc import BatteryAdc
from pingware.drivers.speaker import GAIN_FULL_Q8, MIDDLE
from pingware.services import headroom
from pingware.shared import battery, cell_shows, power_budget, volume
from pingware.shared.sounds import device_sounds

_CREST_MS = 30  # the silent load has its full level from here on
_LOADED_READINGS = 11  # spread over one period of the load, so that its phase does not matter
_READING_STEP_MS = 2
# The small load first: what it shows decides whether the cells bear the other, which keeps
# within battery.LOAD_MAX_MW.
_LOAD_GAINS_Q8 = (36, 81)
_LOAD_MIN_MW = 35  # less shows nothing above the noise
_CREST = 3  # a sine's crests take twice its mean power; the third is for safety


class LoadTest:
    """Load test of the cells of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        settings: ``shared.settings.Settings``.
        sound: ``app.sound_output.SoundOutput``, whose silent sound is the load.
        key: ``app.block_key.BlockKey``.
        host: ``app.game_host.GameHost``; a press while the load is on spoils the test.
    """

    FAULTS = battery.FAULTS  # fault -> sentence
    SHOWS = cell_shows.SHOWS  # of ``show_of``, by name
    event = staticmethod(battery.event)
    show_of = staticmethod(battery.show_of)

    def __init__(self, board, settings, sound, key, host):
        self._board = board
        self._settings = settings
        self._sound = sound
        self._key = key
        self._host = host
        self.take_cells()

    def take_cells(self):
        """Goes by the kind of cells that is set."""
        self._battery = battery.Battery(self._settings.cells)
        self._adc = BatteryAdc(*self._board.sense_parts(self._battery.pack.pin))

    @property
    def pack(self):
        """The kind of cells that is set (``shared.cells.Pack``)."""
        return self._battery.pack

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
        """
        unloaded = self._adc.read()
        loaded, load_mw = unloaded, 0
        if not on_usb and self._battery.may_load(unloaded):
            loaded, load_mw = await self._under_load(unloaded)
        return self._battery.check(unloaded, loaded, load_mw, on_usb), load_mw

    async def _under_load(self, unloaded):
        """Returns the reading under the largest load that is safe, and what it was, mW."""
        loaded, load_mw = unloaded, 0
        for most_q8 in _LOAD_GAINS_Q8:
            gain_q8, wanted_mw = self._load(most_q8)
            if wanted_mw <= load_mw or not self._bears(unloaded, loaded, load_mw, wanted_mw):
                break
            reading = await self._read_loaded(gain_q8)
            if reading is None:
                return unloaded, 0
            loaded, load_mw = reading, wanted_mw
        return loaded, load_mw

    def _bears(self, unloaded, loaded, load_mw, wanted_mw):
        if not load_mw:
            return True
        open_mv, milliohm = self._battery.resistance(unloaded, loaded, load_mw)
        return headroom.spare_mw(self._battery.pack, open_mv, milliohm) >= _CREST * wanted_mw

    def _load(self, most_q8):
        """Returns a load's gain and what it draws within the owner's cap, mW; 0 = too little."""
        _, cap = volume.gain_and_cap(self._settings)
        gain_q8 = min(most_q8, cap * GAIN_FULL_Q8 // MIDDLE)
        load_mw = power_budget.sound_mw(power_budget.SINE_MW, gain_q8)
        return gain_q8, (load_mw if load_mw >= _LOAD_MIN_MW else 0)

    async def _read_loaded(self, gain_q8):
        """Returns the mean reading under the load, or None if a press came between."""
        draws = self._host.game.draws
        self._sound.gain_for_one(gain_q8)
        if not self._sound.start(self._sound.program(device_sounds.SOUNDS, "load", 1), True):
            self._sound.restore_gain()
            return None
        await asyncio.sleep_ms(_CREST_MS)
        mv = spread_mv = 0
        for _ in range(_LOADED_READINGS):
            reading = self._adc.read()
            mv += reading[0]
            spread_mv = max(spread_mv, reading[1])
            await asyncio.sleep_ms(_READING_STEP_MS)
        if self._key.fired is not None or self._host.game.draws != draws:
            return None
        while self._sound.speaker.playing:
            await asyncio.sleep_ms(_READING_STEP_MS)
        return mv // _LOADED_READINGS, spread_mv
