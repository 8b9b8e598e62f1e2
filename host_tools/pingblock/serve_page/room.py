"""The pages that look at one device: one has control, the others watch. Of one thread alone."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from pingblock.common.session_limits import ACTIONS_MOST
from pingblock.serve_page.page_tap import SERIAL, Message

# Of these only the latest counts: who reads slowly misses the others.
STATES = ("clock", "light", "servo", "supply")
REPLACED = (*STATES, "control", "seats")
CROWDED = 64  # messages that wait: from here on states replace each other
MOST_BYTES = 4_000_000  # that wait: all that a late page is told, and about 40 s of sound
MOST_ACTION_BYTES = 1_000_000  # of the session that a link holds
MOST_NAMES = 1000  # of pages, those that have left among them
BACKLOG_BYTES = 65_536  # of serial output, for who comes later


class Visitor:
    """One connected page.

    Args:
        name: of the page; one that comes again has the same.
        address: of its computer.
        most: bytes that may wait for it.
        is_guest: it came in by the address for guests.
    """

    def __init__(
        self, name: str, address: str = "", most: int = MOST_BYTES, is_guest: bool = False
    ) -> None:
        self.name = name
        self.address = address
        self.is_guest = is_guest
        self._most = most
        self.too_slow = False
        self.lost = asyncio.Event()  # set once it is too slow
        self._waiting: deque[tuple[str, str | bytes]] = deque()
        self._bytes = 0
        self._came = asyncio.Event()

    def put(self, kind: str, data: str | bytes) -> None:
        """Adds a message for it; a state takes the place of one that it has not read in time.

        One that falls behind for good gets no more.
        """
        if self.too_slow:
            return
        if kind in REPLACED and len(self._waiting) >= CROWDED:
            kept = [each for each in self._waiting if each[0] != kind]
            self._waiting = deque(kept)
            self._bytes = sum(len(each) for _, each in kept)
        self._waiting.append((kind, data))
        self._bytes += len(data)
        if self._bytes > self._most:
            self.too_slow = True
            self._waiting.clear()
            self.lost.set()
        self._came.set()

    async def next(self) -> str | bytes | None:
        """Returns the next message; None once it has fallen behind for good."""
        while not self._waiting and not self.too_slow:
            self._came.clear()
            await self._came.wait()
        if self.too_slow:
            return None
        _, data = self._waiting.popleft()
        self._bytes -= len(data)
        return data


class Room:
    """All visitors, and what one who comes late must be told."""

    def __init__(self) -> None:
        self._visitors: list[Visitor] = []
        self._numbers: dict[str, int] = {}  # by name, in the order of coming
        self._came = 0
        self._holder = ""
        self._asked = ""
        self._latest: dict[str, str] = {}
        self._serial: deque[bytes] = deque()
        self._did: list[str] = []
        self._did_bytes = 0

    def enter(self, visitor: Visitor) -> None:
        """Lets a page in and tells it the present state; it gets control if no page has it."""
        self._visitors.append(visitor)
        self._number(visitor.name)
        if self._vacant:
            self._holder = visitor.name
        self._tell_control()
        for kind, text in self._latest.items():
            visitor.put(kind, text)
            if kind == "opened":
                for each in self._did:
                    visitor.put("did", each)
        if self._serial:
            visitor.put("serial", bytes((SERIAL,)) + b"".join(self._serial))

    def leave(self, visitor: Visitor) -> None:
        """Forgets a page; its control waits for it until another takes it."""
        self._visitors.remove(visitor)
        if self._asked == visitor.name:
            self._asked = ""
        self._tell_control()

    @property
    def _vacant(self) -> bool:
        return all(each.name != self._holder for each in self._visitors)

    def may(self, visitor: Visitor) -> bool:
        """Returns whether it has control; it gets it when nobody is there who has."""
        if self._vacant:
            self._hand_over(visitor.name)
        return visitor.name == self._holder

    def ask(self, visitor: Visitor) -> None:
        """Asks for control for a page, and tells the page that has it."""
        if not self.may(visitor):
            self._asked = visitor.name
            self._tell_control()

    def answer(self, visitor: Visitor, yes: bool) -> None:
        """The page that has control gives it to the page that has asked, or keeps it."""
        if self._asked and visitor.name == self._holder:
            self._hand_over(self._asked if yes else self._holder)

    def _hand_over(self, name: str) -> None:
        self._holder, self._asked = name, ""
        self._tell_control()

    def _tell_control(self) -> None:
        watchers = sum(each.name != self._holder for each in self._visitors)
        for each in self._visitors:
            control: dict[str, Any] = {"kind": "control", "mine": each.name == self._holder}
            control |= {"holder": self._label(self._holder), "asked": self._label(self._asked)}
            each.put("control", json.dumps(control | {"watchers": watchers}))

    def _number(self, name: str) -> None:
        """Gives a page its number; of too many the ones that left first are forgotten."""
        if name in self._numbers:
            return
        if len(self._numbers) >= MOST_NAMES:
            here = {self._holder, self._asked, *(each.name for each in self._visitors)}
            gone = next(each for each in self._numbers if each not in here)
            del self._numbers[gone]
        self._came += 1
        self._numbers[name] = self._came

    def _label(self, name: str) -> str:
        """Returns what people call a page: its number in the order of coming."""
        return f"Page {self._numbers[name]}" if name else ""

    def begin(self, opened: dict[str, Any]) -> None:
        """Begins with a device that was opened: what was known of another is forgotten."""
        self._latest.clear()
        self._serial.clear()
        self._did.clear()
        self._did_bytes = 0
        self.tell([opened])

    def tell(self, messages: Iterable[Message]) -> None:
        """Tells all pages, in order."""
        for message in messages:
            kind, data = self._kept(message)
            for visitor in self._visitors:
                visitor.put(kind, data)

    def _kept(self, message: Message) -> tuple[str, str | bytes]:
        """Returns a message's kind and text, and notes what a later visitor must know of it."""
        if isinstance(message, bytes):
            if message[0] == SERIAL:
                self._keep_serial(message[1:])
            return "bytes", message
        kind, text = message["kind"], json.dumps(message)
        if kind in (*STATES, "amp", "opened", "ready", "lost"):
            self._latest[kind] = text
        elif kind == "did" and len(self._did) < ACTIONS_MOST:
            self._did_bytes += len(text)
            if self._did_bytes <= MOST_ACTION_BYTES:
                self._did.append(text)
        return kind, text

    def _keep_serial(self, data: bytes) -> None:
        self._serial.append(data)
        while sum(map(len, self._serial)) > BACKLOG_BYTES:
            self._serial.popleft()
