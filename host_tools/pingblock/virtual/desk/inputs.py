"""Inputs of the virtual Pico from the outside: scheduled changes and current levels."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter

from pingblock.virtual.desk.messages import LET_GO, Record

_POWER = "power"


@dataclass
class Inputs:
    """Scheduled inputs in order of time, and the current levels. Times are in ns.

    Without power, the chip gets no inputs, but its pins keep their outside levels.
    """

    plugged: bool
    vbus_gpio: int | None
    reading: bool = True
    opened: bool = True
    driven: dict[int, int] = field(default_factory=dict)
    _waiting: list[tuple[int, int, str, bytes]] = field(default_factory=list)
    _powers: list[tuple[int, int, str, bytes]] = field(default_factory=list)
    _order: count[int] = field(default_factory=count)
    _told: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.vbus_gpio is not None:
            self.driven[self.vbus_gpio] = int(self.plugged)

    def add(self, at_ns: int, kind: str, payload: bytes) -> None:
        """Schedules an input.

        ``kind`` is as in ``messages``, or ``power`` with one byte: 0 off, 1 on, 2 on because the
        RUN pin was released.
        """
        queue = self._powers if kind == _POWER else self._waiting
        heapq.heappush(queue, (at_ns, next(self._order), kind, payload))

    def next_power_ns(self) -> int | None:
        """Returns the time of the next change of power, or None."""
        return self._powers[0][0] if self._powers else None

    def take(self, until_ns: int) -> list[Record]:
        """Removes and returns the inputs that are due by ``until_ns``, except changes of power.

        They count as applied only after a call of ``applied``.
        """
        new = []
        while self._waiting and self._waiting[0][0] <= until_ns:
            at_ns, _order, kind, payload = heapq.heappop(self._waiting)
            new.append(Record(kind, at_ns, payload))
        if new:
            self._told = sorted([*self._told, *new], key=attrgetter("at_ns"))
        return new

    def applied(self, now_ns: int) -> None:
        """Marks all taken inputs that were due by ``now_ns`` as applied."""
        due = bisect_right(self._told, now_ns, key=attrgetter("at_ns"))
        for record in self._told[:due]:
            self._apply(record)
        del self._told[:due]

    def give_back(self) -> None:
        """Schedules again the inputs that a process did not reach before it ended."""
        for record in self._told:
            self.add(record.at_ns, record.kind, record.payload)
        self._told = []

    def take_power(self, now_ns: int) -> int | None:
        """Removes the first change of power that is due, and returns its byte, or None."""
        if not self._powers or self._powers[0][0] > now_ns:
            return None
        return heapq.heappop(self._powers)[3][0]

    def _apply(self, record: Record) -> None:
        if record.kind == "p":
            gpio, level = record.payload
            self.driven.pop(gpio, None)
            if level != LET_GO:
                self.driven[gpio] = level
        elif record.kind == "r":
            self.reading = bool(record.payload[0])
        elif record.kind == "o":
            self.opened = bool(record.payload[0])
        elif record.kind == "u":
            self.plugged = bool(record.payload[0])
            self.opened = self.opened or self.plugged
