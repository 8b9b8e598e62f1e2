"""Files on the device: put there fast and whole, listed and removed.

A file travels as raw chunks with a CRC-32 each, behind the request ``put``; the firmware's
``link.chunks`` tells how. The device reads it back and puts it in its place in one step; what
arrived of a transfer that was cut is kept there, and the next one goes on behind it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from zlib import crc32

from pingblock.connection.session import Message, Session
from pingblock.connection.untrusted import HELPS
from pingblock.errors import LinkError, Refused, WrongDevice
from pingware.shared import chunk_format

Progress = Callable[[int, int], None]

# What the link did to a chunk, not what the device thinks of the file: worth going on.
_MENDED = ("broken", "late", "ended")
PAGES_MOST = 1000  # of a list; the flash holds no more files
STEPS_MOST = 100  # of a transfer, beside one for each byte
_TRIES = 4  # in a row without a chunk that arrived


def in_steps(step: Callable[[int], None]) -> Progress:
    """Returns what hands on the bytes that are done since its last call, for a bar."""
    before = 0

    def progress(done: int, _whole: int) -> None:
        nonlocal before
        step(done - before)
        before = done

    return progress


@dataclass(frozen=True)
class FileInfo:
    """Size in bytes and CRC-32 of a file on the device."""

    size: int
    crc32: int


class Upload:
    """One file on its way to the device.

    Args:
        session: open.
        path: its place on the device.
        data: all of it.
        progress: called with the bytes done and all bytes; None: nobody looks.
        timeout_s: longest wait for a sign of life.
    """

    def __init__(
        self, session: Session, path: str, data: bytes, progress: Progress | None, timeout_s: float
    ) -> None:
        self._session = session
        self._data = data
        self._progress = progress or (lambda done, whole: None)
        self._timeout_s = timeout_s
        self._request: Message = {"path": path, "size": len(data), "crc32": crc32(data)}
        self._arrived = 0  # bytes, the most that the device reported

    def run(self) -> None:
        """Sends it; goes on behind what arrived if the link spoils a chunk."""
        tries = _TRIES
        while True:
            before = self._arrived
            try:
                return self._send()
            except Refused as no:
                tries = _TRIES if self._arrived > before else tries - 1
                if no.code not in _MENDED or not tries:
                    raise

    def _send(self) -> None:
        """Sends what is missing; the device may have kept the beginning of another file."""
        with self._ended():
            report = self._begin(self._request)
            if report is not None and crc32(self._data[: report["at"]]) != report["crc32"]:
                self._end()
                report = self._begin({**self._request, "at": 0})
            size = report["block"] if report else 0
            most = STEPS_MOST + len(self._data)  # a chunk holds a byte at least
            for _ in range(most):
                if report is None:
                    break
                self._send_chunk(report["at"], size)
                report = self._step()
            else:
                raise WrongDevice(
                    f"The device has asked for {most} blocks, more than the file has: {HELPS}"
                )
        self._progress(len(self._data), len(self._data))

    def _begin(self, request: Message) -> Message | None:
        self._session.begin("put", request)
        return self._step()

    @contextmanager
    def _ended(self) -> Iterator[None]:
        """Ctrl-C as well: the device must not take what comes next for a chunk, or the reverse."""
        try:
            yield
        except LinkError:
            raise
        except Refused:
            self._end()  # the rest of a chunk that was too late is no beginning of a request
            raise
        except BaseException:
            with suppress(LinkError):
                self._end()
            raise

    def _end(self) -> None:
        """Ends a transfer in the middle. The answer has an old id by the next request."""
        self._session.resync()

    def _step(self) -> Message | None:
        """Returns the device's report of the transfer; None once the file is in its place."""
        while True:
            report = self._session.step("put", self._timeout_s)
            if report is None or "at" in report:
                break
        if report is not None:
            self._arrived = max(self._arrived, report["at"])
            self._progress(report["at"], len(self._data))
        return report

    def _send_chunk(self, at: int, size: int) -> None:
        chunk = self._data[at : at + size]
        head = struct.pack(
            chunk_format.HEAD, chunk_format.MARK, len(chunk), crc32(self._data[: at + size])
        )
        if chunk:  # else all had arrived before
            self._session.send(head + chunk)
