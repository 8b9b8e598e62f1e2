"""The supply: testing the cells, warning, sleeping, and feeding the watchdog."""

import asyncio
import time

from drivers.battery_adc import BatteryAdc
from drivers.power import Power
from drivers.speaker import GAIN_FULL_Q8, MIDDLE
from services import battery, events, idle, volume

_CREST_MS = 30  # the silent load has its full level from here on
_LOADED_READINGS = 11  # spread over one period of the load, so that its phase does not matter
_READING_STEP_MS = 2
_QUIET_STEP_MS = 20
_LOAD_FULL_MW = 1000  # a full-scale sine into the speaker, see hardware/README.md
_LOAD_GAIN_Q8 = 88  # keeps the load within battery.LOAD_MAX_MW
_LOAD_MIN_MW = 40  # less shows nothing above the noise
_NAP_MS = 4000


class Supply:
    """Cells, USB, sleep and watchdog of one device."""

    def __init__(self, device, front):
        self._device = device
        self._front = front
        self._power = Power(*device.board.power_parts())
        self._idle = idle.Idle(time.ticks_ms())
        self._asked = asyncio.Event()
        self._aloud = False  # the player asked, so the answer is shown and played
        self._wanted = False  # somebody asked, so the answer is told even if nothing changed
        self._watchdog = None
        self._usb_before = True  # at the last watch; at power-on a host may well be there
        self._usb_lasts = True
        self.last = None  # the latest Check
        self.take_cells(device.settings.cells)

    def take_cells(self, kind):
        """Changes what kind of cells is in (key of ``services.cells.PACKS``)."""
        self._battery = battery.Battery(kind)
        self._adc = BatteryAdc(*self._device.board.sense_parts(self._battery.pack.pin))

    @property
    def on_usb(self):
        """Whether USB power is present (bool)."""
        return self._power.on_usb

    @property
    def host_reads(self):
        """Whether USB is there, and for long enough for a host to open the port (bool).

        Before it does, MicroPython would take what is written and drop it.
        """
        return self._usb_lasts and self.on_usb

    def used(self, now_ms):
        """Somebody used the device."""
        self._idle.use(now_ms)

    def ask(self, aloud):
        """Asks for a test of the cells; ``aloud`` tells the result by light and sound."""
        self._aloud = self._aloud or aloud
        self._wanted = True
        self._asked.set()

    def spare(self):
        """Keeps all sounds soft while the cells could not bear a loud one; needs no test."""
        weak = not self.on_usb and not self._battery.may_load(self._adc.read())
        if weak != self._device.spent_cells:
            self._device.spent_cells = weak
            self._device.apply_volume()

    def look(self):
        """Tests the cells by itself, if they feed the device; tells only what has changed."""
        if not self.on_usb:
            self._asked.set()

    async def run(self):
        """Tests the cells when asked to, once it is quiet."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            while self._device.speaker.playing:
                await asyncio.sleep_ms(_QUIET_STEP_MS)
            aloud, self._aloud = self._aloud, False
            wanted, self._wanted = self._wanted, False
            self.spare()
            check = await self._test()
            if wanted or self._differs(check):
                self._report(check)
            if aloud:
                self._device.announce(battery.show_of(check))
            if not check.fault:
                self._device.game.battery(check.verdict, time.ticks_ms())
            self.last = check

    async def _test(self):
        """Measures without and with the silent load. Returns a battery.Check."""
        unloaded = self._adc.read()
        gain_q8, load_mw = self._load()
        loaded = None
        if not self.on_usb and load_mw and self._battery.may_load(unloaded):
            loaded = await self._read_loaded(gain_q8)
        if loaded is None:
            return self._battery.check(unloaded, unloaded, 0, self.on_usb)
        return self._battery.check(unloaded, loaded, load_mw, self.on_usb)

    def _load(self):
        """Returns the load's gain and what it draws within the owner's cap, mW; 0 = too little."""
        _, cap = volume.gain_and_cap(self._device.settings)
        gain_q8 = min(_LOAD_GAIN_Q8, cap * GAIN_FULL_Q8 // MIDDLE)
        load_mw = _LOAD_FULL_MW * gain_q8 * gain_q8 // (GAIN_FULL_Q8 * GAIN_FULL_Q8)
        return gain_q8, (load_mw if load_mw >= _LOAD_MIN_MW else 0)

    async def _read_loaded(self, gain_q8):
        """Returns the mean reading under the load, or None if a press came between."""
        device = self._device
        draws = device.game.draws
        device.gain_for_one(gain_q8)
        if not device.speaker.start(device.programs.of("load", 0), True):
            device.apply_volume()
            return None
        await asyncio.sleep_ms(_CREST_MS)
        mv = spread_mv = 0
        for _ in range(_LOADED_READINGS):
            reading = self._adc.read()
            mv += reading[0]
            spread_mv = max(spread_mv, reading[1])
            await asyncio.sleep_ms(_READING_STEP_MS)
        if device.unsettled or device.game.draws != draws:
            return None
        while device.speaker.playing:
            await asyncio.sleep_ms(_READING_STEP_MS)
        return mv // _LOADED_READINGS, spread_mv

    def _differs(self, check):
        """Returns whether a test says something else than the one before (bool)."""
        before = self.last
        if before is None:
            return True
        told = (before.verdict, before.demo_cell, before.fault)
        return told != (check.verdict, check.demo_cell, check.fault)

    def _report(self, check):
        if check.fault and check.fault != "battery_on_usb":
            self._device.fault(check.fault, battery.FAULTS[check.fault])
        else:
            self._device.report(battery.event(check))

    def start_watchdog(self):
        """From now on a hang restarts the device."""
        self._watchdog = self._device.board.watchdog()

    def watch(self, now_ms):
        """Once a second: feeds the watchdog, sleeps if it is time, saves what was changed."""
        device = self._device
        if self._watchdog:
            self._watchdog.feed()
        self._usb_lasts = self._usb_before and self.on_usb
        self._usb_before = self.on_usb
        self._front.rest()
        device.game.tick(now_ms)
        busy = device.speaker.playing or self._front.busy()
        if self._idle.must_sleep(now_ms, self.on_usb, busy, device.game.finished):
            self._sleep()
        elif not busy and not device.unsettled:
            self._save()

    def _save(self):
        """Writes changed settings; only in silence, as flash writing stops interrupts."""
        try:
            self._device.settings.save()
        except OSError:
            self._device.fault(events.SETTINGS_NOT_SAVED)

    def _sleep(self):
        """Naps until a press or USB wakes the device; the press counts."""
        self._front.dark()
        while not self._front.stirs() and not self._device.unsettled:
            if self._watchdog:
                self._watchdog.feed()
            if not self._power.sleep(_NAP_MS):
                break
        self.used(time.ticks_ms())
