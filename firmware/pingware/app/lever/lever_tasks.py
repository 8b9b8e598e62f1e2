"""Task of the apple base: frame by frame while there is anything to follow, asleep otherwise.

It has no flag of its own for interrupts: asyncio asks each one at every wake-up, which would cost
0.6 % of the processor while anything sounds. So the lever's edges come by the device's own.
"""

import asyncio
import gc
import time

from pingware.app.lever.lever_input import LeverInput
from pingware.app.lever.mover import Mover
from pingware.games import registry
from pingware.games.game import LEVER
from pingware.shared.motion_profiles import FRAME_MS

# Memory is tidied up this often during a run, and never just before something is due: by itself
# that would come at any moment and take some 30 ms.
_TIDY_FRAMES = 100
_TIDY_MS = 80
# So long before a run's end nothing else is begun that could outlast it.
_LAST_MS = 25


class LeverTasks:
    """Lever, servo and lever ``game`` of one device, ``declared``, on its ``stage``.

    Args:
        device: ``app.press_parts.PressParts``.
        stage: ``app.stage.Stage`` of the device itself.
        reports: ``app.reports.Reports``.
        supply: ``app.power.supply.Supply``.
        activity: ``app.power.activity.Activity``.
    """

    def __init__(self, device, stage, reports, supply, activity):
        self._stirred = asyncio.Event()
        self._activity = activity
        self._settings = device.settings
        self._frames = 0  # since memory was tidied up
        self._mover = Mover(
            device.board,
            device.settings,
            device.sound,
            supply,
            activity,
            reports,
            device.chance,
        )
        self.declared = next(game for game in registry.GAMES if game.kind == LEVER)
        play = self.declared.load()
        device.outputs.connect_base(self._mover, self.stir)
        self.stage = stage.of(play.SOUNDS, play.SHOWS)
        self.game = play(self.stage)
        self._lever = LeverInput(device.board, device.signal, reports, device.chosen, self.game)

    def open(self):
        """Gets ready; the servo stays without power until the game moves it."""
        self._mover.open()
        self._lever.open()
        self.game.open()
        self.stir()

    def close(self):
        """Stops pulses, power and listening; safe to call twice."""
        self._lever.close()
        self._mover.close()

    def servo_link(self):
        """Loads and returns the requests about the servo (``app.lever.servo_link.ServoLink``)."""
        from pingware.app.lever import servo_link

        return servo_link.ServoLink(self._settings, self._mover, self.game, self.stir)

    def reseed(self):
        """Draws from the device's seed anew."""
        self._mover.reseed()

    def stir(self):
        """Has the task look what there is to do."""
        self._stirred.set()

    @property
    def moved(self):
        """True if the lever has moved since the last look (bool)."""
        return self._lever.switch.waiting

    def tick(self, now_ms):
        """Ends what was begun and left; call it once a second."""
        self.game.tick(now_ms)

    def react(self):
        """Takes the lever's edges, if there are any: a run starts at once."""
        if self._lever.switch.waiting:
            self._lever.follow()
            self._stirred.set()

    async def run(self):
        """Goes on frame by frame as long as there is anything to follow."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            frame_ms = time.ticks_ms()
            while self._activity.moves or self.game.waiting or not self._lever.lever.rests:
                frame_ms = self._look(frame_ms)
                await asyncio.sleep_ms(self._pause_ms(frame_ms))

    def _look(self, frame_ms):
        """Does what is due. Returns when the next frame is."""
        now_ms = self._until_the_end(time.ticks_ms())
        self.game.tick(now_ms)
        late_ms = time.ticks_diff(now_ms, frame_ms)
        if late_ms < 0:
            return frame_ms
        self._lever.follow()
        self._mover.frame()
        self._tidy(now_ms)
        return time.ticks_add(frame_ms if late_ms < FRAME_MS else now_ms, FRAME_MS)

    def _until_the_end(self, now_ms):
        """Waits for the end of a run if that is near, without letting others go on."""
        left_ms = self.game.left_ms(now_ms)
        if left_ms is None or not 0 < left_ms <= _LAST_MS:
            return now_ms
        time.sleep_ms(left_ms)
        return time.ticks_ms()

    def _tidy(self, now_ms):
        self._frames += 1
        due_ms = self.game.wait_ms(now_ms)  # None unless a run is on: an edge may come
        if due_ms is not None and due_ms > _TIDY_MS and self._frames >= _TIDY_FRAMES:
            self._frames = 0
            gc.collect()

    def _pause_ms(self, frame_ms):
        now_ms = time.ticks_ms()
        pause_ms = time.ticks_diff(frame_ms, now_ms)
        due_ms = self.game.wait_ms(now_ms)
        return max(0, pause_ms if due_ms is None else min(pause_ms, due_ms))
