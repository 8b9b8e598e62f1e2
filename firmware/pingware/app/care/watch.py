"""Checks all tasks and interrupts once a second. If one fails, the firmware restarts.

If a task does not check in, or an interrupt has lost its handler, the firmware restarts, and the
next start reports which one it was. If a task blocks all others, a timer notes which one, and the
watchdog restarts the firmware. ``Reports`` keeps faults and events for the link.
"""

import asyncio
import time
from collections import deque
from typing import Any

from pingware.services.task_ids import AT_WORK, CELLS, PLACES, READ, SETTLE, WATCH, WRITE
from pingware.shared import device_shows, events
from pingware.storage import files

STEP_MS = 1000
STALL_MS = 1000  # a check that is this late is reported as a stall
DEADLINE_S = 5  # the time within which a task must check in
_HELD_MS = 3000  # A task that has not checked in for this long blocks the others.


class Watch:
    """Check that each task of one device has checked in and each interrupt has its handler.

    Args:
        checkins: bytearray, where a task checks in: ``checkins[its number] = 1``.
        signal: ``app.boot.boot.Signal``, which wakes the task that settles changes.
        health: ``boards.health_rp2.Health``.
        reports, link, activity: the objects of ``app``.
    """

    def __init__(self, checkins, signal, health, reports, link, activity):
        self._health = health
        self._reports = reports
        self._link = link
        self._activity = activity
        self._checkins = checkins
        self._signal = signal
        self._missed_s = bytearray(PLACES)
        self._tasks = []
        self._looked_ms = time.ticks_ms()
        self._noted = False  # whether a hanging task was noted

    def open(self, tasks):
        """Watches tasks (``asyncio.Task``), in the order of their numbers.

        Returns:
            The watchdog.
        """
        self._tasks = tasks
        self._looked_ms = time.ticks_ms()
        return self._health.open(self._spy)

    def look(self, since_ms):
        """Ends the firmware if a part has failed, and reports a stall. Call it once a second.

        Args:
            since_ms: ticks at the end of the last round.
        """
        self._looked_ms = now_ms = time.ticks_ms()
        late_ms = time.ticks_diff(now_ms, since_ms) - STEP_MS
        if late_ms > STALL_MS:
            self._reports.fault(events.STALLED, "Held up: %d ms." % late_ms)
        if self._noted:
            self._noted = False
            self._health.note(0)
        lost = self._health.lost()
        overdue = self._overdue()
        if lost or overdue:
            from pingware.boards import resets_rp2

            resets_rp2.Resets().fail(lost, overdue)

    def _overdue(self):
        """Returns the number of a task that has not checked in for too long (int), or 0."""
        checkins = self._checkins
        if self._activity.busy:
            checkins[CELLS] = 1
        read, written = self._link.waits()
        checkins[READ] |= not read
        checkins[WRITE] |= written
        checkins[WATCH] = 1
        for place in range(SETTLE, SETTLE + len(self._tasks)):
            self._missed_s[place] = 0 if checkins[place] else self._missed_s[place] + 1
            if checkins[place] < AT_WORK:
                checkins[place] = 0
            if self._missed_s[place] > DEADLINE_S:
                return place
        return 0

    def _spy(self, _timer):
        """Notes, as a timer's callback, which task has blocked all others for ``_HELD_MS``."""
        if time.ticks_diff(time.ticks_ms(), self._looked_ms) > _HELD_MS:
            found = asyncio.core.cur_task  # type: ignore[attr-defined]
            if self._noted and self._checkins[SETTLE]:
                found = self._tasks[WATCH - SETTLE]
            self._checkins[SETTLE] = 0
            self._signal.set()
            self._noted = True
            for place in range(len(self._tasks)):
                if self._tasks[place] is found:
                    self._health.note(SETTLE + place)


_KEPT = 32  # events kept without a listener. A new event replaces the oldest.


class Reports:
    """Events (``queue``) and faults of one device.

    Args:
        light: ``app.play.light_output.LightOutput``, which shows a fault as long and short blinks.
        wake: callable, called for each event.
    """

    def __init__(self, light, wake):
        self._light = light
        self._wake = wake
        self.queue: "Any" = deque((), _KEPT)  # noqa: RUF037 - MicroPython takes no keywords
        self.faults = files.FaultLog()

    def report(self, message):
        """Queues an event. If it has no time (``ms``, ticks), it gets the current one."""
        if "ms" not in message:
            message["ms"] = time.ticks_ms()
        self.queue.append(message)
        self._wake()

    def fault(self, code, say=""):
        """Notes a fault. Only the first of each kind is shown and reported."""
        if self.faults.note(code, time.ticks_ms()):
            # the texts are long, and a press does not need them
            from pingware.shared import fault_texts

            say = say or fault_texts.FAULT_TEXTS[code]
            self.report({"event": events.FAULT, "code": code, "say": say})
            self.show(code)

    def show(self, code):
        """Shows a fault as long and short blinks."""
        from pingware.shared import fault_texts

        blinks = fault_texts.FAULT_BLINKS.get(code, fault_texts.FAULT_BLINKS_OTHER)
        self._light.light(device_shows.SHOWS["fault"], blinks)
