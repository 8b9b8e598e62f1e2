"""Supply and sleep: USB, the cells and their tests, the loudest gain that they allow.

``Sleep`` does the checks of each second: sleep, watchdog, saving of settings.
"""

import asyncio
import time
from typing import Any

from pingware.drivers.power import Power
from pingware.services import headroom, idle
from pingware.services.task_ids import CELLS
from pingware.shared import events, volume
from pingware.shared.power_budget import PACKS

_QUIET_STEP_MS = 20
# pause after the cable's last move, because contacts bounce and VSYS needs time to settle
_SETTLED_MS = 250


class Supply:
    """Cells and USB of one device. ``last`` is the latest ``shared.battery.Check``, or None.

    ``moves`` counts the moves of the cable.

    Args:
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``. Its parts decide when a test can run, and use
            the result.
    """

    def __init__(self, device, parts):
        self._device = device
        self._sound = device.sound
        self._signal = device.signal
        self._stage = parts.stage
        self._activity = parts.activity
        self._parts = parts
        vbus_pin, lightsleep = device.board.power_parts()
        self.power = Power(vbus_pin, lightsleep, self._on_cable)
        self._cells: "Any" = None  # app.power.cell_test.LoadTest, after the first test
        self._spare_mw = None  # power that the cells can give besides the Pico, or None if unknown
        self.asked = asyncio.Event()  # wakes its task, for a test (``_due``) or only to check in
        self._due = False  # whether the task was woken for a test
        self._aloud = False  # the player asked, so the answer is shown and played
        self._wanted = False  # a request asked, so even an unchanged result is reported
        self._looked = 0  # number of moves at the last look
        self.moves = 0
        self._parts.port.watch(self.on_usb)
        self._to_note = None  # a requested Check that is not on the flash yet
        self.last = None
        self.last_event: "Any" = None  # the event of ``last``, a dict
        self._stage.on_change(("cells",), self._apply_cells)

    def _apply_cells(self):
        """Drops test results after a change of the cell type."""
        if self._cells:
            self._cells.apply_cells()
        self._spare_mw = None

    def tester(self):
        """Returns the test of the cells (``LoadTest``). ``run`` frees its memory on USB."""
        if self._cells is None:
            from pingware.app.power import cell_test

            self._cells = cell_test.LoadTest(self._device, self._parts)
        return self._cells

    @property
    def on_usb(self):
        """Returns whether USB power is present (bool)."""
        return self.power.on_usb

    @property
    def pack(self):
        """The cell type of the settings (``shared.power_budget.Pack``)."""
        return PACKS[self._stage.settings.cells]

    def silent_mv(self):
        """Returns VSYS (int, mV) without sound and servo, or None if it was never measured."""
        if self.last is None or self._spare_mw is None:
            return None
        return self.last.open_mv - self.pack.drop_mv

    @property
    def milliohm(self):
        """Returns the cells' resistance from the latest loaded test (int), or None."""
        if self.last is None or self._spare_mw is None:
            return None
        return self.last.milliohm

    def ask(self, aloud):
        """Asks for a test of the cells. ``aloud`` plays and shows the result."""
        self._aloud = self._aloud or aloud
        self._wanted = True
        self._ask()

    def _ask(self):
        self._due = True
        self.asked.set()

    def _on_cable(self, _pin):
        """Notes in a hard interrupt that USB power came or went. Allocates no memory."""
        self._parts.port.moved()
        self.moves += 1
        self._spare_mw = None
        if not self.on_usb:
            self._sound.soften()
        self._signal.set()

    def limit_sound(self):
        """Limits all sounds to the supply's gain. They are soft until the cells are tested."""
        gain_q8 = headroom.GAIN_LEAST_Q8
        if self.on_usb:
            gain_q8 = volume.LOUDEST_Q8
        elif self.tester().bearable:
            known = self._spare_mw is not None
            gain_q8 = headroom.gain_for(self._spare_mw) if known else volume.UNTESTED_Q8
        self._sound.limit_gain(gain_q8)

    def look(self, wanted):
        """Asks for a test if the cells feed the device and one is wanted (bool).

        It also asks after a move of the cable. Only a changed result is reported.
        """
        if not wanted and self._looked == self.moves:
            return
        self._looked = self.moves
        self._parts.port.watch(self.on_usb)
        if self.on_usb:
            self.limit_sound()
        else:
            self._ask()

    async def run(self, checkins):
        """Tests the cells on request, once the device is quiet.

        Args:
            checkins: bytearray, in which the task checks in, see ``services.task_ids``.
        """
        settled = 0  # handled moves of the cable
        while True:
            if self.on_usb:
                self._cells = None  # frees the memory of the test
            await self.asked.wait()
            self.asked.clear()
            checkins[CELLS] = 1
            if not self._due:
                continue
            self._due = False
            while (
                self._sound.speaker.playing
                or (self._activity.moves and not self.on_usb)  # the servo also loads the cells
                or self.moves != settled
            ):
                moved, settled = self.moves != settled, self.moves
                await asyncio.sleep_ms(_SETTLED_MS if moved else _QUIET_STEP_MS)
            self.limit_sound()
            # People can plug the cable in during the wait.
            if self._wanted or not self.on_usb:
                await self._test(self.tester())

    async def _test(self, tester):
        """Tests the cells (``LoadTest``) and uses the result."""
        result = await tester.run(self.on_usb)
        if not result:
            self._ask()
            return
        check, load_mw = result
        before, self.last = self.last, check
        self.last_event = tester.event(check)
        if load_mw and not check.fault:
            self._spare_mw = tester.spare_mw(check)
        self.limit_sound()
        tester.tell(before, check, self._wanted, self._aloud)
        if self._wanted and not check.fault:
            self._to_note = check
        self._aloud = self._wanted = False
        if not check.fault:
            self._parts.host.battery(check.verdict, time.ticks_ms())

    def note(self):
        """Saves a requested test to flash. Raises OSError."""
        check, self._to_note = self._to_note, None
        if check:
            from pingware.app.power import cell_test

            cell_test.BatteryNotes().add(check)


_QUIET_TICKS = 2
_NAP_MS = 4000
_WAIT_TICKS = 4  # ticks that a change waits for quiet. Then a gap between two sounds is enough.
_RETRY_TICKS = 60  # pause after a failed write, because each write wears the flash out


class Sleep:
    """Sleep of one device, and the times when it saves.

    Args:
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``. Its busy parts prevent sleep.
    """

    def __init__(self, device, parts):
        self._board = device.board
        self._settings = device.settings
        self._supply = parts.supply
        self._activity = parts.activity
        self._host = parts.host
        self._buttons = parts.buttons
        self._light = parts.light
        self._reports = parts.reports
        self.idle = idle.Idle(time.ticks_ms())
        self._draws = 0  # number of draws at the last tick
        self._quiet_ticks = 0  # consecutive ticks without play
        self._unsaved_ticks = 0  # ticks that a change has waited
        self._watchdog = None

    def set_watchdog(self, watchdog):
        """Sets the watchdog, which ``tick`` must feed. It restarts the device after a hang."""
        self._watchdog = watchdog

    def _feed(self):
        if self._watchdog:
            self._watchdog.feed()

    def tick(self, now_ms, stays_up, stirs):
        """Feeds the watchdog, sleeps if it is time, and saves changes. Call it once a second.

        Args:
            now_ms: ticks.
            stays_up: bool, whether it must not sleep now.
            stirs: callable that returns whether another event than a button must wake it (bool).
        """
        self._feed()
        plays = self._activity.busy or self._host.busy or self._buttons.touched()
        finished = self._host.game.finished
        self._unsaved_ticks = self._unsaved_ticks + 1 if self._settings.unsaved else 0
        if self.idle.must_sleep(now_ms, self._supply.on_usb, plays or stays_up, finished):
            self._nap(stirs)
        elif self._is_quiet(plays):
            self.save()

    def save_in_gap(self):
        """Saves changes that have waited for seconds, if no sound plays at this moment.

        Call it whenever a sound can end. Players can switch the power off, and a cap or a
        mute must not be lost then.
        """
        if self._unsaved_ticks < _WAIT_TICKS or self._host.unsettled:
            return
        if not (self._activity.playing or self._activity.loads):
            self.save()

    def _is_quiet(self, plays):
        """Returns whether the device was idle for a while, so that a press is unlikely (bool).

        Writing flash stops interrupts for about 45 ms.
        """
        draws = self._host.game.draws
        if plays or self._host.unsettled or draws != self._draws:
            self._quiet_ticks = 0
        self._draws = draws
        self._quiet_ticks += 1
        return self._quiet_ticks > _QUIET_TICKS

    def save(self):
        """Writes changed settings, but only in silence, because it stops interrupts."""
        try:
            self._board.writing_flash(self._settings.save)
            self._supply.note()
        except OSError:
            self._reports.fault(events.SETTINGS_NOT_SAVED)
            self._quiet_ticks = self._unsaved_ticks = -_RETRY_TICKS

    def _nap(self, stirs):
        """Naps until a press or USB wakes the device. The press counts."""
        from pingware.boards import naps_rp2

        self._light.led.off()
        if self._settings.unsaved:  # the goodbye can come before the device is quiet
            self.save()
        while not (self._buttons.touched() or stirs() or self._host.unsettled):
            self._feed()
            if not self._supply.power.sleep(_NAP_MS, naps_rp2.nap):
                break
        self.idle.use(time.ticks_ms())
