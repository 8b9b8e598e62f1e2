"""Task of the apple base. It looks ten times a second while the worms move, else it sleeps.

It has no interrupt flag, because asyncio asks each flag at every wake-up, which would cost 0.6 %
of the processor during each sound. The lever's edges use the flag of the device instead.
"""

import asyncio
import gc
import time

from pingware.app.lever.mover import Mover
from pingware.drivers.lever_switch import LeverSwitch
from pingware.games import registry
from pingware.services import lever
from pingware.services.servo_power import LOOK_MS
from pingware.services.task_ids import LEVER

_STEP_MS = 20  # step while a lever moves or sounds wait
# Garbage is collected this often while the worms wiggle, and never just before an event is due. An
# automatic collection could start at any moment and takes about 30 ms.
_TIDY_LOOKS = 20  # looks, which take two seconds at most
_TIDY_MS = 80
# Within this time before the wiggle's end the task starts no other work that can outlast it.
_LAST_MS = 25


class LeverTasks:
    """Lever and servo of one device, and its lever ``game`` (``declared``) on its ``stage``.

    Args:
        checkins: bytearray, in which its task checks in, see ``services.task_ids``.
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
    """

    def __init__(self, checkins, device, parts):
        self.declared = declared = registry.lever_game()
        device.settings.declarations.add_lever_game(declared)
        device.settings.add(declared.settings)
        self._stirred = asyncio.Event()
        self._activity = parts.activity
        self._settings = device.settings
        self._checkins = checkins
        self._looks = 0  # number of looks since garbage was collected
        self._mover = Mover(device, parts)
        play = declared.load()
        device.outputs.connect_base(self._mover, self.stir)
        self.stage = parts.stage.of(play.SOUNDS, play.SHOWS)
        self.game = play(self.stage)
        self._chosen = device.chosen
        self._reports = parts.reports
        pin = device.board.input_pin("lever")
        self._switch = LeverSwitch(pin, time.ticks_ms, device.signal.set)
        self._lever = lever.Lever()
        self._found = []  # events of its edges with their times

    def open(self):
        """Starts the lever's interrupts. The servo has no power until the game moves it."""
        self._switch.open()
        self.game.open()
        self.stir()

    def close(self):
        """Stops pulses, power and interrupts. It can be called twice."""
        self._switch.close()
        self._mover.close()

    def servo_requests(self):
        """Loads and returns ``servo_requests.ServoHandlers``."""
        from pingware.app.lever import servo_requests

        return servo_requests.ServoHandlers(self._settings, self._mover, self.game, self.stir)

    def reseed(self):
        """Restarts the servo's random numbers from the device's seed."""
        self._mover.reseed()

    def stir(self):
        """Wakes the task, which does the work that is due."""
        self._stirred.set()

    @property
    def moved(self):
        """Returns whether the lever has moved since the last look (bool)."""
        return self._switch.waiting

    def follow(self):
        """Handles the lever's edges, each at its time, then its current level.

        The events are handled here and not one call deeper, because the worms start with a sound.
        """
        edge = self._switch.take_edge()
        while edge:
            self._note(*edge)
            self._stirred.set()
            edge = self._switch.take_edge()
        self._note(self._switch.pulled, time.ticks_ms())
        game = self._chosen.game  # a timed game shares the lever with the worms
        game = game.share_lever(self.game) if hasattr(game, "share_lever") else self.game
        while self._found:
            found, at_ms = self._found.pop(0)
            if found == lever.ARMED:
                game.pulled(at_ms)
            elif found == lever.RELEASED:
                game.released(at_ms)
            elif found == lever.FREE:
                self._reports.report({"event": lever.FREE})
            else:
                game.lever_failed(at_ms)
                self._reports.fault(found)

    def _note(self, pulled, at_ms):
        """Notes the ``services.lever`` events of a switch level with their times."""
        found = self._lever.update(pulled, at_ms)
        while found:
            self._found.append((found, at_ms))
            found = self._lever.update(pulled, at_ms)

    async def run(self):
        """Follows lever, sounds and servo while one is busy, otherwise waits for ``stir``."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            self._checkins[LEVER] = 1
            while self._activity.moves or self.game.waiting or not self._lever.rests:
                self._checkins[LEVER] = 1
                self._look()
                await asyncio.sleep_ms(self._pause_ms(time.ticks_ms()))

    def _look(self):
        """Does the work that is due: the wiggle, edges, pulses, garbage collection."""
        now_ms = self._until_the_end(time.ticks_ms())
        self.game.tick(now_ms)
        self.follow()
        self._mover.fill()
        # None unless the worms wiggle. Then an edge of the lever can come at any time.
        due_ms = self.game.wait_ms(now_ms)
        self._looks += 1
        if due_ms is not None and due_ms > _TIDY_MS and self._looks >= _TIDY_LOOKS:
            self._looks = 0
            gc.collect()

    def _until_the_end(self, now_ms):
        """Waits for the end of a wiggle if it is near, without running other tasks."""
        left_ms = self.game.left_ms(now_ms)
        if left_ms is None or not 0 < left_ms <= _LAST_MS:
            return now_ms
        time.sleep_ms(left_ms)
        return time.ticks_ms()

    def _pause_ms(self, now_ms):
        """Returns how long to wait, ms. The time is shorter near the end of a wiggle."""
        pause_ms = LOOK_MS if self._activity.moves and self._lever.rests else _STEP_MS
        due_ms = self.game.wait_ms(now_ms)
        if due_ms is None:
            return pause_ms
        left_ms = self.game.left_ms(now_ms)
        return min(pause_ms, due_ms, max(0, left_ms - _LAST_MS + 5))
