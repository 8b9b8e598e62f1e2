"""Sends files to the device quickly and without loss. Also lists and removes its files.

A file is sent as raw chunks with a CRC-32 each, after the request ``put``. The firmware's
``link.chunks`` describes the format. The device reads the file back and then replaces the old one
in one step. If a transfer is interrupted, the device keeps the received part, and the next
transfer continues from there.
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

# Errors of the link, not of the file. The transfer can continue after them.
_MENDED = ("broken", "late", "ended")
PAGES_MOST = 1000  # maximum pages of a list, more than the flash can fill
STEPS_MOST = 100  # maximum steps of a transfer, in addition to one for each byte
_TRIES = 4  # failed attempts in a row before the transfer ends with an error


def in_steps(step: Callable[[int], None]) -> Progress:
    """Returns a progress function that calls ``step`` with the bytes since its last call."""
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
        session: an open session with the device.
        path: path of the file on the device.
        data: the whole content of the file.
        progress: called with the number of bytes done and the total, or None.
        timeout_s: longest wait for a message of the device.
    """

    def __init__(
        self, session: Session, path: str, data: bytes, progress: Progress | None, timeout_s: float
    ) -> None:
        self._session = session
        self._data = data
        self._progress = progress or (lambda done, whole: None)
        self._timeout_s = timeout_s
        self._request: Message = {"path": path, "size": len(data), "crc32": crc32(data)}
        self._arrived = 0  # the highest number of bytes that the device reported

    def run(self) -> None:
        """Sends the file. If the link damages a chunk, continues after the received part."""
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
        """Sends the missing part. The device can hold the beginning of another file."""
        with self._ended():
            report = self._begin(self._request)
            if report is not None and crc32(self._data[: report["at"]]) != report["crc32"]:
                # The answer to the first request has an old id, so it is ignored.
                self._session.resync()
                report = self._begin({**self._request, "at": 0})
            size = report["block"] if report else 0
            most = STEPS_MOST + len(self._data)  # because a chunk holds at least one byte
            for _ in range(most):
                if report is None:
                    break
                self._send_chunk(report["at"], size)
                report = self._step()
            else:
                raise WrongDevice(
                    f"The device has asked for {most} blocks, more than the file has. {HELPS}"
                )
        self._progress(len(self._data), len(self._data))

    def _begin(self, request: Message) -> Message | None:
        self._session.begin("put", request)
        return self._step()

    @contextmanager
    def _ended(self) -> Iterator[None]:
        """Ends the transfer after an error or Ctrl-C.

        Otherwise the device could mistake the next request for a chunk, or a chunk for a request.
        """
        try:
            yield
        except LinkError:
            raise
        except BaseException:
            with suppress(LinkError):
                self._session.resync()
            raise

    def _step(self) -> Message | None:
        """Returns the device's report of the transfer, or None when the file is complete."""
        while report := self._session.step("put", self._timeout_s):
            if "at" in report:
                self._arrived = max(self._arrived, report["at"])
                self._progress(report["at"], len(self._data))
                return report
        return None

    def _send_chunk(self, at: int, size: int) -> None:
        chunk = self._data[at : at + size]
        head = struct.pack(
            chunk_format.HEAD, chunk_format.MARK, len(chunk), crc32(self._data[: at + size])
        )
        if chunk:  # Otherwise the whole file had already arrived.
            self._session.send(head + chunk)
