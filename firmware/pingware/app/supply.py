"""The supply: testing the cells, warning, sleeping, and feeding the watchdog."""

import asyncio
import time

from pingware.app.cell_test import LoadTest
from pingware.drivers.power import Power
from pingware.services import headroom, idle
from pingware.shared import battery, events, volume

_QUIET_STEP_MS = 20
_QUIET_LOOKS = 2
_NAP_MS = 4000


class Supply:
    """Cells, USB, sleep and watchdog of one device."""

    def __init__(self, device, front):
        self._device = device
        self._front = front
        vbus_pin, lightsleep = device.board.power_parts()
        self._power = Power(vbus_pin, lightsleep, self._on_cable)
        self._cells = LoadTest(device)
        self._draws = 0  # at the last watch
        self._quiet_looks = 0  # watches in a row that saw nobody play
        self._spare_mw = None  # what the cells can give beside the Pico; None: not known
        self._idle = idle.Idle(time.ticks_ms())
        self._asked = asyncio.Event()
        self._aloud = False  # the player asked, so the answer is shown and played
        self._wanted = False  # requested: reported even if nothing changed
        self._watchdog = None
        self._usb_before = True  # at the last watch; at power-on a host may well be there
        self._usb_lasts = True
        device.settings.on_change(("cells",), self._take_cells)
        self.last = None  # the latest Check
        self._to_note = None  # a Check that somebody asked for and that is not on the flash yet

    def _take_cells(self):
        """Goes by the kind of cells that is set."""
        self._cells.take_cells(self._device.settings.cells)
        self._spare_mw = None

    @property
    def on_usb(self):
        """Whether USB power is present (bool)."""
        return self._power.on_usb

    @property
    def moves(self):
        """Whether the worms move (bool)."""
        return self._front.moves

    @property
    def host_reads(self):
        """Whether USB is there, and for long enough for a host to open the port (bool).

        Before it does, MicroPython would take what is written and drop it.
        """
        return self._usb_lasts and self.on_usb

    @property
    def pack(self):
        """The kind of cells that is set (``services.cells.Pack``)."""
        return self._cells.pack

    def silent_mv(self):
        """Returns VSYS (int, mV) without sound and servo; None if no test has told it."""
        if self.last is None or self._spare_mw is None:
            return None
        return self.last.open_mv - self._cells.pack.drop_mv

    @property
    def milliohm(self):
        """The cells' resistance by the latest test with a load (int), None if there was none."""
        if self.last is None or self._spare_mw is None:
            return None
        return self.last.milliohm

    def used(self, now_ms):
        """Somebody used the device."""
        self._idle.use(now_ms)

    def ask(self, aloud):
        """Asks for a test of the cells; ``aloud`` tells the result by light and sound."""
        self._aloud = self._aloud or aloud
        self._wanted = True
        self._asked.set()

    def _on_cable(self):
        """Hard interrupt: USB power came or went. Allocates nothing."""
        self._spare_mw = None
        if not self.on_usb:
            self._device.soften()
        self._device.wants_test = True
        self._device.wake()

    def spare(self):
        """Holds all sounds within what the supply can bear; soft until the cells were tested."""
        gain_q8 = headroom.GAIN_LEAST_Q8
        if self.on_usb:
            gain_q8 = volume.LOUDEST_Q8
        elif self._cells.bearable:
            known = self._spare_mw is not None
            gain_q8 = headroom.gain_q8(self._spare_mw) if known else volume.UNTESTED_Q8
        self._device.limit_gain(gain_q8)

    def look(self):
        """Tests the cells by itself, if they feed the device; tells only what has changed."""
        if self.on_usb:
            self.spare()
        else:
            self._asked.set()

    async def run(self):
        """Tests the cells when asked to, once it is quiet."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            while self._device.speaker.playing or self._pulled_down():
                await asyncio.sleep_ms(_QUIET_STEP_MS)
            self.spare()
            check, load_mw = await self._cells.run(self.on_usb)
            if self._pulled_down():  # the worms have set off meanwhile, so it is worth nothing
                self._asked.set()
                continue
            aloud, self._aloud = self._aloud, False
            wanted, self._wanted = self._wanted, False
            told_before, self.last = self.last, check
            if load_mw and not check.fault:
                self._spare_mw = self._cells.spare_mw(check)
            self.spare()
            if wanted or _differs(told_before, check):
                self._report(check)
            if wanted and not check.fault:
                self._to_note = check
            if aloud:
                self._device.announce(battery.show_of(check))
            if not check.fault:
                self._device.game.battery(check.verdict, time.ticks_ms())

    def _pulled_down(self):
        """Returns whether the servo loads the cells as well, which a test would blame on them."""
        return self._front.moves and not self.on_usb

    def _report(self, check):
        if check.fault and check.fault != "battery_on_usb":
            self._device.fault(check.fault, battery.FAULTS[check.fault])
        self._device.report(battery.event(check))

    def start_watchdog(self):
        """From now on a hang restarts the device."""
        self._watchdog = self._device.board.watchdog()

    def watch(self, now_ms, stays_up):
        """Once a second: feeds the watchdog, sleeps if it is time, saves what was changed.

        Args:
            now_ms: ticks.
            stays_up: bool, it must not sleep now.
        """
        device = self._device
        if self._watchdog:
            self._watchdog.feed()
        self._usb_lasts = self._usb_before and self.on_usb
        self._usb_before = self.on_usb
        self._front.rest()
        device.game.tick(now_ms)
        busy = device.speaker.playing or self._front.busy() or stays_up
        if self._idle.must_sleep(now_ms, self.on_usb, busy, device.game.finished):
            self._sleep()
        elif self._is_quiet(busy):
            self.save()

    def _is_quiet(self, busy):
        """Returns whether nobody has played for a while, so that a press is unlikely (bool).

        Writing flash stops interrupts for some 45 ms.
        """
        draws = self._device.game.draws
        if busy or self._device.unsettled or draws != self._draws:
            self._quiet_looks = 0
        self._draws = draws
        self._quiet_looks += 1
        return self._quiet_looks > _QUIET_LOOKS

    def save(self):
        """Writes changed settings; only in silence, as flash writing stops interrupts."""
        try:
            self._device.board.writing_flash(self._device.settings.save)
            self._note()
        except OSError:
            self._device.fault(events.SETTINGS_NOT_SAVED)

    def _note(self):
        """Writes down the test that somebody asked for."""
        check, self._to_note = self._to_note, None
        if check:
            from pingware.app import battery_notes

            battery_notes.BatteryNotes().add(check)

    def _sleep(self):
        """Naps until a press or USB wakes the device; the press counts."""
        self._front.dark()
        while not self._front.stirs() and not self._device.unsettled:
            if self._watchdog:
                self._watchdog.feed()
            if not self._power.sleep(_NAP_MS):
                break
        self.used(time.ticks_ms())


def _differs(before, check):
    """Returns whether a test says something else than the one before (bool)."""
    if before is None:
        return True
    told = (before.verdict, before.demo_cell, before.fault)
    return told != (check.verdict, check.demo_cell, check.fault)
