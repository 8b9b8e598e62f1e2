"""The host's end of the serial link: sends lines, and turns the device's lines into events."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

from pingblock.errors import PingblockError
from pingware.shared import protocol

Event = dict[str, Any]

# Maximum bytes that are kept until ``forget``, because a program can print endlessly.
LINE_BYTES_MOST = 1 << 16
TEXT_BYTES_MOST = 32_000_000
EVENTS_MOST = 100_000
_TOO_MUCH = (
    f"The device said more than {TEXT_BYTES_MOST // 1_000_000} MB or {EVENTS_MOST} lines in this"
    " session, which is more than can be kept: play a shorter part of it."
)


def sealed(line: str) -> bytes:
    """Returns ``line`` with a CRC and a newline, as the device expects it.

    If the line is not a JSON object, such as a word that a person types, it gets only a newline.
    """
    body = line.encode()
    if not line.startswith("{"):
        return body + b"\n"
    return b"%s*%08x\n" % (body, crc32(body))


class SerialTap:
    """Collects bytes into lines, and turns the lines into events and answers."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.replies: dict[object, Event] = {}
        self._tail = b""
        self._text_bytes = 0
        self._boot_ms = 0.0  # time when the device's clock was 0
        # From this time on, events also arrive by ``report``.
        self._tapped_ms: float | None = None

    def feed(self, at_us: float, data: bytes) -> None:
        """Takes bytes from the device, the last of which came at ``at_us``.

        Raises:
            PingblockError: the device sent more than the limit.
        """
        self._text_bytes += len(data)
        self._check_kept()
        *lines, self._tail = (self._tail + data).split(b"\n")
        if len(self._tail) > LINE_BYTES_MOST:
            lines, self._tail = [*lines, self._tail], b""
        for line in lines:
            if line.strip():
                self._take(round(at_us / 1000, 3), line.strip())
                self._check_kept()

    def _check_kept(self) -> None:
        if self._text_bytes > TEXT_BYTES_MOST or len(self.events) > EVENTS_MOST:
            raise PingblockError(_TOO_MUCH)

    def forget(self) -> None:
        """Drops the kept data, because over weeks it would fill the memory."""
        self.events.clear()
        self.replies.clear()
        self._text_bytes = 0

    def report(self, at_us: float, line: bytes) -> None:
        """Takes an event when the firmware has queued it. ``{}`` comes before all events."""
        at_ms, message = round(at_us / 1000, 3), json.loads(line)
        if message:
            self._event(at_ms, message)
            self._check_kept()
        else:
            self._tapped_ms = at_ms - self._boot_ms

    def reset(self, at_us: float, cause: str) -> None:
        """Notes that the firmware started. Its clock begins at 0, except after a soft reset."""
        self._tapped_ms = None
        if cause != "soft_reset":
            self._boot_ms = at_us / 1000
            self.reopen()
        self.record(at_us, "reset", cause=cause)

    def reopen(self) -> None:
        """Notes that the port was opened again. An interrupted line will not be completed."""
        self._tail = b""

    def record(self, at_us: float, kind: str, **fields: object) -> None:
        """Records an event without a message of the firmware, such as a start."""
        self.events.append(
            {"at_ms": round(at_us / 1000, 3), "source": "firmware", "kind": kind, **fields}
        )
        self._check_kept()

    def _take(self, at_ms: float, line: bytes) -> None:
        try:
            message = protocol.decode(line)
        except protocol.ProtocolError as wrong:
            self._strange(at_ms, line, wrong.code)
            return
        if "event" in message:
            if not self._is_tapped(message.get("ms")):
                self._event(at_ms, message)
        elif "ok" in message or "error" in message:
            self.replies[message["id"]] = message
            self.events.append({"at_ms": at_ms, "source": "link", "kind": "reply", **message})
        else:
            self._strange(at_ms, line, "no_answer")

    def _event(self, at_ms: float, message: Event) -> None:
        kind = message.pop("event")
        at_ms = self._happened_ms(at_ms, message.get("ms"))
        message = {key: message[key] for key in message if key not in ("at_ms", "source")}
        self.events.append({"at_ms": at_ms, "source": "firmware", "kind": kind, **message})

    def _is_tapped(self, device_ms: object) -> bool:
        """Returns whether ``report`` already received an event of that time."""
        if self._tapped_ms is None:
            return False
        return not isinstance(device_ms, int) or device_ms >= self._tapped_ms

    def _happened_ms(self, at_ms: float, device_ms: object) -> float:
        """Returns when an event happened, which can be long before it was sent.

        The device's clock counts whole milliseconds, so the event happened before the next one.
        """
        if not isinstance(device_ms, int):
            return at_ms
        return min(at_ms, round(self._boot_ms + device_ms + 1, 3))

    def _strange(self, at_ms: float, line: bytes, why: str) -> None:
        """Records plain text, such as a boot banner, a traceback or an echo, as an event."""
        text = line.decode("utf-8", "backslashreplace")
        event = {"at_ms": at_ms, "source": "link", "kind": "text", "text": text, "why": why}
        self.events.append(event)
