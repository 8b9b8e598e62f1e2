"""Stage two of the boot: the tasks. Each waits for something; nothing polls while idle."""

import asyncio
import gc
import os
import sys
import time

import micropython

from pingware.app.boot.second_stage import SecondStage
from pingware.app.care.watch import STEP_MS, Watch
from pingware.app.requests.link import Link, readable
from pingware.boards import health_rp2
from pingware.services.task_ids import BUTTONS, LIGHT, PLACES, SETTLE
from pingware.shared import volume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is called at the start alone.
_PARTS = (
    "speaker_parts",
    "servo_parts",
    "light_parts",
    "power_parts",
    "console_parts",
    "set_watchdog",
)
_ONCE = ("__init__", "open", "add_lever", "made", "connect", "connect_base", "on_end") + _PARTS
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
        self._health = health_rp2.Health()
        self._checkins = checkins = bytearray(PLACES)  # where tasks check in
        self._shining: "Any" = None  # the light's task
        self._touched = asyncio.Event()
        self._settling = False  # while ``_follow_up`` runs, which handles what it causes as well
        self._parts = parts = SecondStage(device, self._wake, self.own_sounds)
        self._own_sounds = None  # app.play.own_sounds.OwnSounds, once there are any
        self._trial = None  # of this firmware, see app.files.trial
        self._link = Link(checkins, device, parts)
        self._watch = Watch(
            checkins, device.signal, self._health, parts.reports, self._link, parts.activity
        )

    async def run(self):
        """Runs the tasks until one fails or the host interrupts."""
        tasks = self._start()
        self._forget_starts()
        await asyncio.gather(*tasks)

    def _start(self):
        """Starts the tasks, and returns them (list)."""
        device, parts = self._device, self._parts
        asyncio.get_event_loop().set_exception_handler(_fail)
        parts.light.led.open()
        parts.buttons.open()
        self._link.open("" if self._health.powered_on else self._report_reset_cause())
        device.signal.connect(micropython.RingIO(1))
        parts.supply.limit_sound()
        self._shining = asyncio.create_task(self._shine())  # before who cancels it
        mine = [self._follow_up(), self._gestures(), self._each_second()]
        mine += [parts.supply.run(self._checkins), self._link.read(), self._link.write()]
        if "base" in device.board.GAMES:
            mine.append(self._open_lever())
        if self._has_sounds():  # of all games, so these come first
            self.own_sounds().load()
        self._greet()
        tasks = [asyncio.create_task(each) for each in mine]
        tasks.insert(1, self._shining)
        parts.sleep.set_watchdog(self._watch.open(tasks))
        if self._health.powered_on and (parts.buttons.block_down or parts.buttons.check_down):
            tasks = tasks + [asyncio.create_task(self._boot_hold())]
        return tasks

    def _forget_starts(self):
        """Frees the memory of constructors and the like: no second object is made."""
        parts = [self, self._link, self._link.console, self._link.console.outbox, self._watch]
        parts.append(self._health)
        parts += self._device.made() + self._parts.made()
        if self._parts.lever:
            parts += self._parts.lever.made()
        for part in parts:
            for name in _ONCE:
                if hasattr(type(part), name):
                    setattr(type(part), name, None)
        once: "Any" = type(self)
        once._greet = once._open_lever = None
        once._report_reset_cause = once._boot_hold = once._start = once._forget_starts = None
        once._has_sounds = once._follow_up = once._gestures = once._each_second = None
        once._shine = once.run = None

    def _report_reset_cause(self):
        """Reports the fault that has led to this restart, if any. Returns its name (str)."""
        from pingware.app.care import crash

        return crash.report(self._parts.reports)

    def _greet(self):
        """Plays the soft ping that says that all is up (QB-R8), lit unless a fault blinks."""
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
        """Returns the owner's sounds (``app.play.own_sounds.OwnSounds``).

        Only a device with such sounds, or one that is asked about them, takes memory for it.
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
        """Brings the apple base up. Returns its task."""
        gc.collect()  # what is loaded stays: low in memory, so that a long recording fits above
        from pingware.app.lever import lever_tasks

        lever = lever_tasks.LeverTasks(self._checkins, self._device, self._parts)
        self._parts.add_lever(lever)
        lever.open()
        return lever.run()

    def close(self):
        """Ends light and sound, then gives the port to the prompt; Ctrl-C must not cut in."""
        parts = self._parts
        parts.buttons.close()
        parts.light.led.off()
        if parts.lever:
            parts.lever.close()
        self._device.close()
        self._link.close()

    def _wake(self):
        """Wakes ``_follow_up``, unless it is at work: it handles what it causes itself."""
        if not self._settling:
            self._device.signal.set()

    async def _follow_up(self):
        """Handles what interrupts have noted: ended sounds, presses, the lever, the cable."""
        parts = self._parts
        host, woken, room = parts.host, self._device.signal.stream, bytearray(1)
        while True:
            await readable(woken)
            woken.readinto(room)
            self._checkins[SETTLE] = 1
            self._react()
            if self._device.sound.ended:  # a pause before what follows; the lever does not wait
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
        if self._parts.lever and self._parts.lever.moved:  # a run starts at once
            self._parts.lever.follow()

    async def _shine(self):
        """Sets the light's next colour when it is due; a new show cancels the wait for that."""
        while True:
            self._checkins[LIGHT] = 1
            try:
                await asyncio.sleep_ms(self._parts.light.step(time.ticks_ms()))
            except asyncio.CancelledError:
                pass

    async def _gestures(self):
        """Looks at the buttons only from the first touch to the last release."""
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
            self._touched.clear()  # until then nobody else need look

    async def _each_second(self):
        """Once a second: watchdog, cells, sleep, settings to flash."""
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
            self._link.leave_unused()
            parts.host.game.tick(now_ms)
            # Asleep, with flat cells, good firmware could not prove itself.
            parts.sleep.tick(now_ms, on_trial, self._lever_moved)
            if parts.lever:
                parts.lever.game.tick(time.ticks_ms())
            if on_trial:
                await self._on_trial()
            self._link.wake_writer()
            own = self._own_sounds
            if own and own.unused:
                self._own_sounds = None
            elif own and own.waiting and not (parts.buttons.touched() or parts.host.busy):
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
            self._parts.supply.asked.set()
            if self._parts.lever:
                self._parts.lever.stir()

    def _lever_moved(self):
        return self._parts.lever is not None and self._parts.lever.moved

    async def _on_trial(self):
        from pingware.app.files import trial

        board = self._device.board
        self._trial = self._trial or trial.Trial(board, self._parts.reports, self._parts.activity)
        await self._trial.watch()


def _fail(_loop, context):
    """Ends the firmware if a task fails that nobody waits for, as if it were one of ours."""
    raise context["exception"]
