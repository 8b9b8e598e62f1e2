"""Stage two of the boot: the tasks. Each waits for something; nothing polls while idle."""

import asyncio
import os
import sys
import time

from pingware.app.front import Front
from pingware.app.link import Link
from pingware.app.supply import Supply

_LIGHT_STEP_MS = 20
_GESTURE_STEP_MS = 20
_WATCH_STEP_MS = 1000
_WELL_S = 60  # without a crash: earlier ones are forgotten
# 60 ms between a sound and what follows it: told apart by ear, the amplifier at rest.
_PAUSE_STEP_MS, _PAUSE_STEPS = 10, 6


class Tasks:
    """Everything that runs once the device is up."""

    def __init__(self, device):
        self._device = device
        self._woken = asyncio.ThreadSafeFlag()
        self._shown = asyncio.Event()
        self._touched = asyncio.Event()
        self._front = Front(device)
        self._supply = Supply(device, self._front)
        self._link = Link(device, self._supply)
        self._base_tasks = None  # app.base_tasks.BaseTasks, if the board carries a base
        self._base = None
        self._trial = None  # of this firmware, see app.trial

    async def run(self):
        """Starts the tasks and stays until one fails or the host interrupts."""
        self._front.open()
        self._link.open()
        self._device.wake = self._woken.set
        self._woken.set()
        self._take_own_sounds()
        self._supply.spare()
        self._device.greet()
        self._supply.start_watchdog()
        mine = [self._settle(), self._light(), self._gestures(), self._watch()]
        mine += [self._supply.run(), self._link.read(), self._link.write()]
        if "base" in self._device.board.GAMES:
            mine += self._open_base()
        if self._device.block.is_down() and self._device.board.powered_on():
            mine.append(self._boot_hold())
        await asyncio.gather(*mine)

    def _take_own_sounds(self):
        """Puts the owner's sounds, if there are any, in the place of ours."""
        device = self._device
        if device.own_sounds is None and _any_in("/sounds"):
            from pingware.app import own_sounds

            device.own_sounds = own_sounds.OwnSounds(device)
        if device.own_sounds and device.own_sounds.waiting:
            device.own_sounds.load()

    async def _boot_hold(self):
        """Follows a button that was down when the power came on."""
        from pingware.app import boot_hold

        await boot_hold.follow(self._device)

    def _open_base(self):
        """Brings the apple base up, last of all. Returns its tasks."""
        from pingware.app import base_tasks

        tasks = self._base_tasks = base_tasks.BaseTasks(self._device, self._supply, self._link)
        self._base = tasks.base
        self._front.attend(self._base)
        self._base.open()
        tasks.stir()
        return [tasks.live()]

    def close(self):
        """Dark, silent, and last the port back to the prompt: Ctrl-C must not cut this short."""
        self._front.close()
        if self._base:
            self._base.close()
        self._device.close()
        self._link.close()

    async def _settle(self):
        """Follows up on what the interrupts did."""
        while True:
            await self._woken.wait()
            self._react()
            ended = self._device.ended
            if ended:
                await self._pause()
            if self._base and self._device.fired:
                self._base.interrupted()
            self._device.settle(time.ticks_ms())
            if self._base and ended:
                self._base.silent()
            if self._device.take_press() and self._base:
                self._base.press(time.ticks_ms())
            self._shown.set()
            if self._front.touched():
                self._touched.set()
            if len(self._device.reports):
                self._link.wake_writer()
            if self._device.wants_test:
                self._device.wants_test = False
                self._supply.look()

    def _react(self):
        if self._base_tasks:
            self._base_tasks.react()

    async def _pause(self):
        """Waits between a sound and what follows it; the lever does not wait."""
        for _ in range(_PAUSE_STEPS):
            await asyncio.sleep_ms(_PAUSE_STEP_MS)
            self._react()

    async def _light(self):
        """Moves the light while there is a show; sleeps in the dark."""
        while True:
            await self._shown.wait()
            self._shown.clear()
            while self._front.shine(time.ticks_ms()):
                await asyncio.sleep_ms(_LIGHT_STEP_MS)

    async def _gestures(self):
        """Looks at the buttons only from the first touch to the last release."""
        while True:
            await self._touched.wait()
            self._touched.clear()
            self._supply.used(time.ticks_ms())
            while self._front.follow(time.ticks_ms()):
                if self._front.wants_check:
                    self._front.wants_check = False
                    self._supply.ask(aloud=True)
                await asyncio.sleep_ms(_GESTURE_STEP_MS)

    async def _watch(self):
        """Once a second: watchdog, cells, sleep, settings to flash."""
        seconds = 0
        while True:
            seconds += 1
            if seconds == _WELL_S:
                self._device.board.note_crashes(0)
            await asyncio.sleep_ms(_WATCH_STEP_MS)
            on_trial = "start" in sys.modules
            # Asleep, with flat cells, good firmware could not prove itself.
            self._supply.watch(time.ticks_ms(), on_trial)
            if self._base_tasks:
                self._base_tasks.watch(time.ticks_ms())
            if on_trial:
                self._on_trial()
            self._link.wake_writer()
            own = self._device.own_sounds
            if own and own.waiting and not self._front.busy():
                own.load()

    def _on_trial(self):
        from pingware.app import trial

        self._trial = self._trial or trial.Trial(self._device, self._supply)
        self._trial.watch()


def _any_in(folder):
    """Returns whether there is a folder (str) and anything in it (bool)."""
    try:
        return bool(os.listdir(folder))
    except OSError:
        return False


def run(device):
    """Runs the tasks until the host interrupts; then the light is dark and the port free."""
    tasks = Tasks(device)
    try:
        asyncio.run(tasks.run())
    finally:
        tasks.close()
