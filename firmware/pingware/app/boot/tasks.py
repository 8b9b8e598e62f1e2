"""Stage two of the boot: the tasks. Each waits for something; nothing polls while idle."""

import asyncio
import gc
import os
import sys
import time

import micropython

from pingware.app.care.reports import Reports
from pingware.app.care.watch import STEP_MS, Watch
from pingware.app.play.buttons import Buttons
from pingware.app.play.game_host import GameHost
from pingware.app.play.light_output import LightOutput
from pingware.app.power.activity import Activity
from pingware.app.power.sleep import Sleep
from pingware.app.power.supply import Supply
from pingware.app.requests.link import Link, readable
from pingware.boards import health_rp2
from pingware.services.task_ids import BUTTONS, LIGHT, PLACES, SETTLE
from pingware.shared import device_shows, volume
from pingware.shared.sounds import device_sounds
from pingware.storage import whole_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is called at the start alone.
_ONCE = ("__init__", "open", "attend", "made", "connect", "connect_base")
_MERGED = "app_tasks"  # this module, as a build merges it
_GESTURE_STEP_MS = 20
_BLOCK_STEP_MS = 40  # while the check button rests: nothing of the block alone is quick
_WELL_S = 60  # without a crash: earlier ones are forgotten
# 60 ms between a sound and what follows it: told apart by ear, the amplifier at rest.
_PAUSE_STEP_MS, _PAUSE_STEPS = 10, 6


class Tasks:
    """Everything that runs once the device is up.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
    """

    def __init__(self, device):
        self._device = device
        board, sound = device.board, device.sound
        self._health = health_rp2.Health()
        self._checkins = checkins = bytearray(PLACES)  # where tasks check in
        self._shining: "Any" = None  # the light's task
        self._touched = asyncio.Event()
        self._settling = False  # while ``_settle`` runs, which handles what it causes as well
        self._activity = Activity(sound.speaker)
        self._light = LightOutput(board, sound, self._wake)
        self._reports = reports = Reports(self._light, self._wake)
        shows = device_shows.SHOWS
        device.outputs.connect(self._light, reports, device_sounds.SOUNDS, shows, self._wake)
        self._stage = stage = device.chosen.stage.of(device_sounds.SOUNDS, shows)
        self._host = host = GameHost(
            stage, sound, self._light, device.block_button, device.chance, device.chosen
        )
        self._own_sounds = None  # app.play.own_sounds.OwnSounds, once there are any
        self._lever = None  # app.lever.lever_tasks.LeverTasks, if the board carries a base
        self._whole_files = None  # storage.whole_files.WholeFiles, once the start is over
        self._trial = None  # of this firmware, see app.files.trial
        self._wire_power()
        self._link = Link(
            checkins,
            device,
            stage,
            host,
            reports,
            self._supply,
            self._sleep,
            self._activity,
            self.own_sounds,
        )
        self._watch = Watch(
            checkins, device.signal, self._health, reports, self._link, self._activity
        )

    def _wire_power(self):
        device, stage, host = self._device, self._stage, self._host
        board, sound, reports = device.board, device.sound, self._reports
        self._buttons = Buttons(board, device.block_button, device.signal, host, reports)
        self._supply = Supply(
            stage, board, sound, device.block_button, self._activity, host, reports, device.signal
        )
        self._sleep = Sleep(
            board,
            device.settings,
            self._supply,
            self._activity,
            host,
            self._buttons,
            self._light,
            reports,
        )

    async def run(self):
        """Runs the tasks until one fails or the host interrupts."""
        tasks = self._start()
        self._forget_starts()
        await asyncio.gather(*tasks)

    def _start(self):
        """Starts the tasks, and returns them (list)."""
        device = self._device
        asyncio.get_event_loop().set_exception_handler(_fail)
        self._light.open()
        self._buttons.open()
        self._link.open("" if self._health.powered_on else self._report_reset_cause())
        device.signal.connect(micropython.RingIO(1))
        if _MERGED in sys.modules:
            self._whole_files = whole_files.WholeFiles(self._reports)
        self._supply.spare()
        self._shining = asyncio.create_task(self._shine())  # before who cancels it
        mine = [self._settle(), self._gestures(), self._each_second()]
        mine += [self._supply.run(self._checkins), self._link.read(), self._link.write()]
        if "base" in device.board.GAMES:
            mine.append(self._open_lever())
        if _any_in("/sounds"):  # of all games, so these come first
            self._load_sounds()
        self._greet()
        tasks = [asyncio.create_task(each) for each in mine]
        tasks.insert(1, self._shining)
        self._sleep.take_watchdog(self._watch.start(tasks))
        if self._health.powered_on and (self._buttons.block_down or self._buttons.check_down):
            tasks = tasks + [asyncio.create_task(self._boot_hold())]
        return tasks

    def _forget_starts(self):
        """Gives the memory of what makes and opens free: of each part there is one for ever."""
        device, host, link, light = self._device, self._host, self._link, self._light
        sound, block_button, supply, sleep = (
            device.sound,
            device.block_button,
            self._supply,
            self._sleep,
        )
        parts = [self, host, link, supply, sleep, self._buttons, light, self._reports, self._watch]
        parts += [
            self._activity,
            device,
            device.signal,
            device.board,
            block_button,
            block_button.button,
            sound,
        ]
        parts += [sound.speaker, device.settings, device.chosen, device.outputs, link.console]
        parts += [device.chance, light.led, self._reports.faults, sleep.idle, supply.power]
        if self._lever:
            parts += self._lever.made()
        for part in parts:
            for name in _ONCE:
                if hasattr(type(part), name):
                    setattr(type(part), name, None)
        once: "Any" = type(self)
        once._wire_power = once._greet = once._open_lever = once._load_sounds = None
        once._report_reset_cause = once._boot_hold = once._start = once._forget_starts = None

    def _report_reset_cause(self):
        """Reports why this is no start after power-on, if something was wrong; returns it."""
        from pingware.app.care import reset_cause

        return reset_cause.take(self._reports)

    def _greet(self):
        """Pings softly, once everything is up: power-on, no outcome (QB-R8); a fault blinks on."""
        sound = self._device.sound
        chime_q8 = volume.gain_q8(self._device.settings.chime)
        sound.gain_for_one(min(chime_q8, sound.gain_q8))
        show = "" if self._reports.faults.total else "ready"
        if not self._stage.announce("ready", 0, show):
            sound.restore_gain()

    def _load_sounds(self):
        try:
            self.own_sounds().load()
        except ImportError as wrong:  # a damaged file: ours are played
            self._reports.damaged(wrong)

    def own_sounds(self):
        """Returns the owner's sounds (``app.play.own_sounds.OwnSounds``).

        Only a device with such sounds, or one that is asked about them, takes memory for it.
        """
        if self._own_sounds is None:
            from pingware.app.play import own_sounds

            device = self._device
            self._own_sounds = own_sounds.OwnSounds(
                device.settings, device.sound, self._host, self._reports
            )
        return self._own_sounds

    async def _boot_hold(self):
        """Follows a button that was down when the power came on."""
        try:
            from pingware.app.boot import boot_hold
        except ImportError as wrong:
            self._reports.damaged(wrong)
            return
        if self._buttons.check_down:
            await boot_hold.follow_check(self._stage, self._buttons)
        else:
            await boot_hold.follow(self._stage, self._buttons)

    def _open_lever(self):
        """Brings the apple base up. Returns its task."""
        gc.collect()  # what is loaded stays: low in memory, so that a long recording fits above
        from pingware.app.lever import lever_tasks

        self._lever = lever_tasks.LeverTasks(
            self._checkins, self._device, self._stage, self._reports, self._supply, self._activity
        )
        self._host.attend(self._lever)
        self._link.attend(self._lever)
        self._lever.open()
        return self._lever.run()

    def close(self):
        """Dark, silent, and last the port back to the prompt: Ctrl-C must not cut this short."""
        self._buttons.close()
        self._light.off()
        if self._lever:
            self._lever.close()
        self._device.close()
        self._link.close()
        if self._whole_files:
            self._whole_files.close()

    def _wake(self):
        """Has the tasks look at what one of them did, unless one is about to."""
        if not self._settling:
            self._device.signal.set()

    async def _settle(self):
        """Follows up on what the interrupts did."""
        host, woken, room = self._host, self._device.signal.stream, bytearray(1)
        while True:
            await readable(woken)
            woken.readinto(room)
            self._checkins[SETTLE] = 1
            self._react()
            if self._device.sound.ended:  # a pause before what follows; the lever does not wait
                for _ in range(_PAUSE_STEPS):
                    await asyncio.sleep_ms(_PAUSE_STEP_MS)
                    self._react()
            host.interrupted()
            self._settling = True
            host.settle(time.ticks_ms())
            self._settling = False
            self._sleep.save_in_gap()
            if self._light.take_changed():
                self._shining.cancel()
            if not self._touched.is_set() and self._buttons.touched():
                self._touched.set()
            if len(self._reports):
                self._link.wake_writer()
            # Both are taken: either is reason enough for one test.
            if self._supply.take_cable_moved() | host.take_wants_test():
                self._supply.look()

    def _react(self):
        if self._lever and self._lever.moved:  # a run starts at once
            self._lever.follow()

    async def _shine(self):
        """Moves the light when its show changes; a new one cancels the sleep until then."""
        while True:
            self._checkins[LIGHT] = 1
            try:
                await asyncio.sleep_ms(self._light.step(time.ticks_ms()))
            except asyncio.CancelledError:
                pass

    async def _gestures(self):
        """Looks at the buttons only from the first touch to the last release."""
        while True:
            await self._touched.wait()
            self._checkins[BUTTONS] = 1
            while self._buttons.touched():
                self._checkins[BUTTONS] = 1
                self._sleep.used(time.ticks_ms())
                if self._buttons.follow(time.ticks_ms()):
                    self._supply.ask(aloud=True)
                both = self._buttons.check_held
                await asyncio.sleep_ms(_GESTURE_STEP_MS if both else _BLOCK_STEP_MS)
            self._touched.clear()  # until then nobody else need look

    async def _each_second(self):
        """Once a second: watchdog, cells, sleep, settings to flash."""
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
            self._buttons.rest()
            self._link.rest()
            self._supply.tick()
            self._host.game.tick(now_ms)
            # Asleep, with flat cells, good firmware could not prove itself.
            self._sleep.tick(now_ms, on_trial, self._lever_moved)
            if self._lever:
                self._lever.tick(time.ticks_ms())
            if on_trial:
                await self._on_trial()
            self._link.wake_writer()
            own = self._own_sounds
            if own and own.unused:
                self._own_sounds = None
            elif own and own.waiting and not (self._buttons.touched() or self._host.busy):
                own.load()

    def _call_up(self, turn):
        """Has a task that waits check in: each once in four seconds, and not all at once, as a
        sound goes on meanwhile."""
        if turn == 0:
            if not self._checkins[SETTLE]:  # a press has called it up as well
                self._device.signal.set()
        elif turn == 1:
            if not self._checkins[LIGHT]:
                self._shining.cancel()
        elif turn == 2:
            self._touched.set()
        else:
            self._supply.asked.set()
            if self._lever:
                self._lever.stir()

    def _lever_moved(self):
        return self._lever is not None and self._lever.moved

    async def _on_trial(self):
        from pingware.app.files import trial

        board = self._device.board
        self._trial = self._trial or trial.Trial(board, self._reports, self._activity)
        await self._trial.watch()


def _fail(_loop, context):
    """Ends the firmware if a task fails that nobody waits for, as if it were one of ours."""
    raise context["exception"]


def _any_in(folder):
    """Returns whether there is a folder (str) and anything in it (bool)."""
    try:
        return any(os.ilistdir(folder))
    except OSError:
        return False
