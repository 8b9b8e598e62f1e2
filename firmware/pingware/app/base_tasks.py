"""The base's task: frame by frame while there is anything to follow, asleep otherwise.

It has no flag of its own for interrupts: asyncio asks each one at every wake-up, which would cost
0.6 % of the processor while anything sounds. So the lever's edges come by the device's own.
"""

import asyncio
import gc
import time

from pingware.app.base import Base
from pingware.app.base_link import BaseLink
from pingware.drivers.servo import FRAME_MS

# Memory is tidied up this often during a run, and never just before something is due: by itself
# that would come at any moment and take some 30 ms.
_TIDY_FRAMES = 100
_TIDY_MS = 80
# So long before a run's end nothing else is begun that could outlast it.
_LAST_MS = 25


class BaseTasks:
    """Tasks of one apple base."""

    def __init__(self, device, supply, link):
        self._stirred = asyncio.Event()
        self._frames = 0  # since memory was tidied up
        self.base = Base(device, supply, device.interrupted)
        self._link = BaseLink(device, self)
        link.base = self._link
        link.add(self._link.actions)

    def stir(self):
        """Something was asked of the base: it looks what there is to do."""
        self._stirred.set()

    def watch(self, now_ms):
        """Call it once a second: what was begun and left is ended."""
        self.base.worms.tick(now_ms)
        self._link.tick(now_ms)

    def react(self):
        """Takes the lever's edges, if there are any: a run starts at once."""
        if self.base.stirs:
            self.base.take_edges()
            self._stirred.set()

    async def live(self):
        """Goes on frame by frame as long as there is anything to follow."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            frame_ms = time.ticks_ms()
            while self.base.restless:
                frame_ms = self._look(frame_ms)
                await asyncio.sleep_ms(self._pause_ms(frame_ms))

    def _look(self, frame_ms):
        """Does what is due. Returns when the next frame is."""
        now_ms = self._until_the_end(time.ticks_ms())
        self.base.worms.tick(now_ms)
        late_ms = time.ticks_diff(now_ms, frame_ms)
        if late_ms < 0:
            return frame_ms
        self.base.take_edges()
        self.base.mover.frame()
        self.base.tell()
        self._tidy(now_ms)
        return time.ticks_add(frame_ms if late_ms < FRAME_MS else now_ms, FRAME_MS)

    def _until_the_end(self, now_ms):
        """Waits for the end of a run if that is near, without letting others go on."""
        left_ms = self.base.worms.left_ms(now_ms)
        if left_ms is None or not 0 < left_ms <= _LAST_MS:
            return now_ms
        time.sleep_ms(left_ms)
        return time.ticks_ms()

    def _tidy(self, now_ms):
        self._frames += 1
        due_ms = self.base.worms.wait_ms(now_ms)  # None unless a run is on: an edge may come
        if due_ms is not None and due_ms > _TIDY_MS and self._frames >= _TIDY_FRAMES:
            self._frames = 0
            gc.collect()

    def _pause_ms(self, frame_ms):
        now_ms = time.ticks_ms()
        pause_ms = time.ticks_diff(frame_ms, now_ms)
        due_ms = self.base.worms.wait_ms(now_ms)
        return max(0, pause_ms if due_ms is None else min(pause_ms, due_ms))
