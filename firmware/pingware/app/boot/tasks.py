"""Stage two of the boot: the parts and the tasks, which wait for events instead of polling."""

import asyncio
import gc
import os
import sys
import time
from typing import Any

import micropython

from pingware.app.care.watch import STEP_MS, Reports, Watch
from pingware.app.play.buttons import Buttons
from pingware.app.play.game_host import GameHost
from pingware.app.play.light_output import LightOutput
from pingware.app.power.supply import Sleep, Supply
from pingware.app.requests.link import Link, readable
from pingware.boards import health_rp2, usb_port_rp2
from pingware.services.task_ids import BUTTONS, LIGHT, PLACES, SETTLE
from pingware.shared import device_shows, volume
from pingware.shared.sounds import device_sounds


class Activity:
    """Activity of one device: sound, movement, load on the cells. Meanwhile flash is not written.

    ``moves`` is whether the servo moves, ``loads`` is whether the cells are being tested (bools).

    Args:
        speaker: ``drivers.speaker.Speaker``.
    """

    def __init__(self, speaker):
        self._speaker = speaker
        self.moves = self.loads = False

    def set_moves(self, moves):
        """Notes whether the servo moves, or is about to (bool)."""
        self.moves = moves

    def set_loads(self, loads):
        """Notes whether the cells are being tested (bool)."""
        self.loads = loads

    @property
    def playing(self):
        """Returns whether a sound plays (bool)."""
        return self._speaker.playing

    @property
    def busy(self):
        """Returns whether a sound plays, the servo moves or a test loads the cells (bool)."""
        return self.moves or self.loads or self._speaker.playing


class SecondStage:
    """Other parts of one device: light, events, check button, cells, sleep.

    ``stage`` is that of the device. ``lever`` (``app.lever.lever_tasks.LeverTasks``) is None until
    the apple base has started.

    Args:
        device: ``app.boot.boot.FirstStage``.
        wake: callable that wakes the tasks after one of them has changed something.
        load_sounds: callable that returns ``app.play.own_sounds.OwnSounds``.
    """

    def __init__(self, device, wake, load_sounds):
        sounds, shows = device_sounds.SOUNDS, device_shows.SHOWS
        self.own_sounds = load_sounds
        self.lever: "Any" = None
        self.activity = Activity(device.sound.speaker)
        self.light = LightOutput(device.board, device.sound, wake)
        self.reports = Reports(self.light, wake)
        device.outputs.connect(self.light, self.reports, sounds, shows)
        self.stage = device.chosen.stage.of(sounds, shows)
        self.host = GameHost(device, self.stage, self.light)
        self.buttons = Buttons(device, self.host, self.reports)
        self.port = usb_port_rp2.UsbPort()
        self.supply = Supply(device, self)
        self.sleep = Sleep(device, self)

    def add_lever(self, lever):
        """Adds the apple base, which has started."""
        self.lever = lever
        self.host.add_lever(lever)


_GESTURE_STEP_MS = 20
_BLOCK_STEP_MS = 40  # only for the block button, whose gestures are slow
_WELL_S = 60  # after this time without a crash, earlier crashes are forgotten
# 60 ms between a sound and the next one, so that the ear separates them and the amplifier rests.
_PAUSE_STEP_MS, _PAUSE_STEPS = 10, 6


class Tasks:
    """All tasks that run after the boot.

    Args:
        device: ``app.boot.boot.FirstStage``.
    """

    def __init__(self, device):
        self._device = device
        self._health = health_rp2.Health()
        self._checkins = checkins = bytearray(PLACES)  # one byte for each task that checks in
        self._shining: "Any" = None  # the task of the light
        self._touched = asyncio.Event()
        self._settling = False  # while ``_follow_up`` runs, because it handles its own changes
        self._parts = parts = SecondStage(device, self._wake, self.own_sounds)
        self._own_sounds = None  # app.play.own_sounds.OwnSounds, if the owner has any
        self._trial = None  # trial of this firmware, see app.files.trial
        self._link = Link(checkins, device, parts)
        self._watch = Watch(
            checkins, device.signal, self._health, parts.reports, self._link, parts.activity
        )

    async def run(self):
        """Runs the tasks until one fails or the host interrupts."""
        await asyncio.gather(*self._start())

    def _start(self):
        """Starts the tasks, and returns them (list)."""
        device, parts = self._device, self._parts
        asyncio.get_event_loop().set_exception_handler(_fail)
        parts.light.led.open()
        parts.buttons.open()
        self._link.open("" if self._health.powered_on else self._report_reset_cause())
        device.signal.connect(micropython.RingIO(1))
        parts.supply.limit_sound()
        self._shining = asyncio.create_task(self._shine())  # the next tasks can cancel it
        mine = [self._follow_up(), self._gestures(), self._each_second()]
        mine += [parts.supply.run(self._checkins), self._link.read(), self._link.write()]
        if "base" in device.board.GAMES:
            mine.append(self._open_lever())
        if self._has_sounds():  # custom sounds replace sounds of any game, so they load first
            self.own_sounds().load()
        self._greet()
        tasks = [asyncio.create_task(each) for each in mine]
        tasks.insert(1, self._shining)
        parts.sleep.set_watchdog(self._watch.open(tasks))
        if self._health.powered_on and (parts.buttons.block_down or parts.buttons.check_down):
            tasks = tasks + [asyncio.create_task(self._boot_hold())]
        return tasks

    def _report_reset_cause(self):
        """Reports the fault that caused this restart, if any. Returns its name (str)."""
        from pingware.app.care import crash

        return crash.report(self._parts.reports, self._device.board.gpio)

    def _greet(self):
        """Plays the soft ping after a complete start (QB-R8), with light unless a fault blinks."""
        sound = self._device.sound
        chime_q8 = volume.gain_q8(self._device.settings.chime)
        sound.gain_for_one(min(chime_q8, sound.gain_q8))
        show = "" if self._parts.reports.faults.total else "ready"
        if not self._parts.stage.announce("ready", 0, show):
            sound.restore_gain()

    def _has_sounds(self):
        """Returns whether the owner has put sounds on the device (bool)."""
        try:
            return any(os.ilistdir("/sounds"))
        except OSError:
            return False

    def own_sounds(self):
        """Returns the custom sounds (``app.play.own_sounds.OwnSounds``).

        They take memory only if the device has such sounds or a request asks for them.
        """
        if self._own_sounds is None:
            from pingware.app.play import own_sounds

            device, parts = self._device, self._parts
            self._own_sounds = own_sounds.OwnSounds(
                device.settings, device.sound, parts.host, parts.reports
            )
        return self._own_sounds

    async def _boot_hold(self):
        """Follows a button that was down when the power came on."""
        from pingware.app.boot import boot_hold

        parts = self._parts
        if parts.buttons.check_down:
            await boot_hold.follow_check(parts.stage, parts.buttons)
        else:
            await boot_hold.follow(parts.stage, parts.buttons)

    def _open_lever(self):
        """Starts the apple base. Returns its task."""
        gc.collect()  # moves loaded code to low addresses, so that a long recording fits above it
        from pingware.app.lever import lever_tasks

        lever = lever_tasks.LeverTasks(self._checkins, self._device, self._parts)
        self._parts.add_lever(lever)
        lever.open()
        return lever.run()

    def close(self):
        """Ends light and sound, then frees the port. Ctrl-C must not interrupt it."""
        parts = self._parts
        parts.buttons.close()
        parts.light.led.off()
        if parts.lever:
            parts.lever.close()
        self._device.close()
        self._link.close()

    def _wake(self):
        """Wakes ``_follow_up``, unless it is running, because it handles its own changes."""
        if not self._settling:
            self._device.signal.set()

    async def _follow_up(self):
        """Handles events that interrupts have noted: ended sounds, presses, lever and cable."""
        parts = self._parts
        host, woken, room = parts.host, self._device.signal.stream, bytearray(1)
        while True:
            await readable(woken)
            woken.readinto(room)
            self._checkins[SETTLE] = 1
            self._react()
            if self._device.sound.ended:  # the pause between sounds must not delay the lever
                for _ in range(_PAUSE_STEPS):
                    await asyncio.sleep_ms(_PAUSE_STEP_MS)
                    self._react()
            host.repeat_cut_sound()
            self._settling = True
            host.follow_up(time.ticks_ms())
            self._settling = False
            parts.sleep.save_in_gap()
            if parts.light.take_changed():
                self._shining.cancel()
            if not self._touched.is_set() and parts.buttons.touched():
                self._touched.set()
            if len(parts.reports.queue):
                self._link.wake_writer()
            parts.supply.look(host.take_wants_test())

    def _react(self):
        if self._parts.lever and self._parts.lever.moved:  # the worms must start at once
            self._parts.lever.follow()

    async def _shine(self):
        """Sets the light's next colour when it is due. A new show cancels the wait."""
        while True:
            self._checkins[LIGHT] = 1
            try:
                await asyncio.sleep_ms(self._parts.light.step(time.ticks_ms()))
            except asyncio.CancelledError:
                pass

    async def _gestures(self):
        """Follows the buttons, but only from the first touch to the last release."""
        parts = self._parts
        while True:
            await self._touched.wait()
            self._checkins[BUTTONS] = 1
            while parts.buttons.touched():
                self._checkins[BUTTONS] = 1
                parts.sleep.idle.use(time.ticks_ms())
                if parts.buttons.follow(time.ticks_ms()):
                    parts.supply.ask(aloud=True)
                both = parts.buttons.check_held
                await asyncio.sleep_ms(_GESTURE_STEP_MS if both else _BLOCK_STEP_MS)
            self._touched.clear()  # the other tasks need not look before the next touch

    async def _each_second(self):
        """Each second: feeds the watchdog, checks cells and sleep, saves settings to flash."""
        parts = self._parts
        seconds = 0
        while True:
            seconds += 1
            if seconds == _WELL_S:
                self._health.forget_bad_ends()
            since_ms = time.ticks_ms()
            await asyncio.sleep_ms(STEP_MS)
            self._call_up(seconds & 3)
            self._watch.look(since_ms)
            now_ms = time.ticks_ms()
            on_trial = "start" in sys.modules
            parts.buttons.note_quiet()
            parts.host.game.tick(now_ms)
            # During sleep, for example with flat cells, good firmware could not prove itself.
            parts.sleep.tick(now_ms, on_trial, self._lever_moved)
            if parts.lever:
                parts.lever.game.tick(time.ticks_ms())
            if on_trial:
                await self._on_trial()
            self._link.wake_writer()
            own = self._own_sounds
            if own and own.waiting and not (parts.buttons.touched() or parts.host.busy):
                own.load()

    def _call_up(self, turn):
        """Makes one waiting task check in, so that each task checks in every four seconds.

        If all tasks woke together, they could disturb a sound.
        """
        if turn == 0:
            if not self._checkins[SETTLE]:  # a press can also wake this task
                self._device.signal.set()
        elif turn == 1:
            if not self._checkins[LIGHT]:
                self._shining.cancel()
        elif turn == 2:
            self._touched.set()
        else:
            self._parts.supply.asked.set()
            if self._parts.lever:
                self._parts.lever.stir()

    def _lever_moved(self):
        return self._parts.lever is not None and self._parts.lever.moved

    async def _on_trial(self):
        from pingware.app.files import update_requests

        if not self._trial:
            parts = self._parts
            self._trial = update_requests.Trial(self._device.board, parts.reports, parts.activity)
        await self._trial.watch()


def _fail(_loop, context):
    """Ends the firmware if a task fails that is not awaited, just as for a main task."""
    raise context["exception"]
