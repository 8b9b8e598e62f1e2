"""The base's tasks: edges of the lever at once, everything else frame by frame while it moves."""

import asyncio
import time

from app.base import Base
from app.base_link import BaseLink
from drivers.servo import FRAME_MS


class BaseTasks:
    """What keeps one apple base going."""

    def __init__(self, device, supply, link):
        self._edge = asyncio.ThreadSafeFlag()
        self._stirred = asyncio.Event()
        self.base = Base(device, supply, self._edge.set)
        self._link = BaseLink(device, self)
        link.add(self._link.actions)

    def stir(self):
        """Something was asked of the base: it looks what there is to do."""
        self._stirred.set()

    def watch(self, now_ms):
        """Call it once a second: what was begun and left is ended."""
        self.base.worms.tick(now_ms)
        self._link.tick(now_ms)

    async def react(self):
        """Takes the lever's edges as they come: a run starts at once."""
        while True:
            await self._edge.wait()
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
        now_ms = time.ticks_ms()
        self.base.worms.tick(now_ms)
        late_ms = time.ticks_diff(now_ms, frame_ms)
        if late_ms < 0:
            return frame_ms
        self.base.take_edges()
        self.base.mover.frame()
        self.base.tell()
        return time.ticks_add(frame_ms if late_ms < FRAME_MS else now_ms, FRAME_MS)

    def _pause_ms(self, frame_ms):
        now_ms = time.ticks_ms()
        pause_ms = time.ticks_diff(frame_ms, now_ms)
        due_ms = self.base.worms.wait_ms(now_ms)
        return max(0, pause_ms if due_ms is None else min(pause_ms, due_ms))
