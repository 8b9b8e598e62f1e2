"""The pages that show one device. One of them has control. Use it in one thread only."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from pingblock.common.session_limits import ACTIONS_MOST
from pingblock.languages import ENGLISH
from pingblock.serve_page.page_tap import SERIAL, Message

# A slow reader gets only the latest message of each of these kinds.
STATES = ("clock", "light", "servo", "supply")
REPLACED = (*STATES, "control", "seats")
CROWDED = 64  # If more messages wait, later states replace earlier ones.
MOST_BYTES = 4_000_000  # maximum waiting bytes: all messages for a late page, and 40 s of sound
MOST_ACTION_BYTES = 1_000_000  # maximum bytes of a session that is turned into a link
MOST_NAMES = 1000  # maximum pages, including those that have left
BACKLOG_BYTES = 65_536  # bytes of serial output that are kept for a page that comes later


class Visitor:
    """A connected page.

    Args:
        name: name of the page. If the page connects again, it has the same name.
        address: network address of the page's computer.
        most: maximum number of bytes that wait for the page.
        is_guest: whether it uses the server's address for guests.
        language: code of the page's language, such as "de".
    """

    def __init__(
        self,
        name: str,
        address: str = "",
        most: int = MOST_BYTES,
        is_guest: bool = False,
        language: str = ENGLISH.language,
    ) -> None:
        self.name = name
        self.address = address
        self.is_guest = is_guest
        self.language = language
        self._most = most
        self.too_slow = False
        self.lost = asyncio.Event()  # set when the page is too slow
        self._waiting: deque[tuple[str, str | bytes]] = deque()
        self._bytes = 0
        self._came = asyncio.Event()

    def put(self, kind: str, data: str | bytes) -> None:
        """Adds a message for the page. A state can replace an earlier one that was not read.

        A page that is too slow gets no more messages.
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
        """Returns the next message, or None if the page is too slow."""
        while not self._waiting and not self.too_slow:
            self._came.clear()
            await self._came.wait()
        if self.too_slow:
            return None
        _, data = self._waiting.popleft()
        self._bytes -= len(data)
        return data


class Room:
    """All visitors, and the messages that a later visitor will need."""

    def __init__(self) -> None:
        self._visitors: list[Visitor] = []
        self._numbers: dict[str, int] = {}  # name -> number in order of arrival
        self._came = 0
        self._holder = ""
        self._asked = ""
        self._latest: dict[str, str] = {}
        self._serial: deque[bytes] = deque()
        self._did: list[str] = []
        self._did_bytes = 0

    def enter(self, visitor: Visitor) -> None:
        """Adds a page and sends it the current state. If no page has control, it gets control."""
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
        """Removes a page. When it returns, it has control unless another page has taken it."""
        self._visitors.remove(visitor)
        if self._asked == visitor.name:
            self._asked = ""
        self._tell_control()

    @property
    def _vacant(self) -> bool:
        return all(each.name != self._holder for each in self._visitors)

    def may(self, visitor: Visitor) -> bool:
        """Returns whether a page has control. If no connected page has it, this page gets it."""
        if self._vacant:
            self._hand_over(visitor.name)
        return visitor.name == self._holder

    def ask(self, visitor: Visitor) -> None:
        """Requests control for a page, and informs the page that has control."""
        if not self.may(visitor):
            self._asked = visitor.name
            self._tell_control()

    def answer(self, visitor: Visitor, yes: bool) -> None:
        """If the visitor has control, passes it to the page that requested it, or keeps it."""
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
        """Numbers a page. If there are too many names, forgets the page that left first."""
        if name in self._numbers:
            return
        if len(self._numbers) >= MOST_NAMES:
            here = {self._holder, self._asked, *(each.name for each in self._visitors)}
            gone = next(each for each in self._numbers if each not in here)
            del self._numbers[gone]
        self._came += 1
        self._numbers[name] = self._came

    def _label(self, name: str) -> str:
        """Returns the name of a page for people, with its number."""
        return f"Page {self._numbers[name]}" if name else ""

    def begin(self, opened: dict[str, Any]) -> None:
        """Starts with a new device. Forgets the messages of the last one."""
        self._latest.clear()
        self._serial.clear()
        self._did.clear()
        self._did_bytes = 0
        self.tell([opened])

    def tell(self, messages: Iterable[Message]) -> None:
        """Sends messages to all pages, in order."""
        for message in messages:
            kind, data = self._kept(message)
            for visitor in self._visitors:
                visitor.put(kind, data)

    def _kept(self, message: Message) -> tuple[str, str | bytes]:
        """Returns a message's kind and text. Keeps the values that a later visitor needs."""
        if isinstance(message, bytes):
            if message[0] == SERIAL:
                self._serial.append(message[1:])
                while sum(map(len, self._serial)) > BACKLOG_BYTES:
                    self._serial.popleft()
            return "bytes", message
        kind, text = message["kind"], json.dumps(message)
        if kind in (*STATES, "amp", "opened", "ready", "lost"):
            self._latest[kind] = text
        elif kind == "did" and len(self._did) < ACTIONS_MOST:
            self._did_bytes += len(text)
            if self._did_bytes <= MOST_ACTION_BYTES:
                self._did.append(text)
        return kind, text
