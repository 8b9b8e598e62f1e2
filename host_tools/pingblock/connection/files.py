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

from pingblock.connection.link import DeviceLink
from pingblock.connection.session import Message, Session
from pingblock.errors import LinkError, Refused, WrongDevice
from pingware.shared import chunk_format

Progress = Callable[[int, int], None]

# What the link did to a chunk, not what the device thinks of the file: worth going on.
_MENDED = ("broken", "late", "ended")
PAGES_MOST = 1000  # of a list; the flash holds no more files
STEPS_MOST = 100  # of a transfer, beside one for each byte
_TRIES = 4  # in a row without a chunk that arrived


@dataclass(frozen=True)
class FileInfo:
    """Size in bytes and CRC-32 of a file on the device."""

    size: int
    crc32: int


class FileRequests(DeviceLink):
    """The file methods of ``Device``."""

    def put(self, path: str, data: bytes, progress: Progress | None = None) -> None:
        """Puts a file on the device: afterwards the new one is there, or still the old one.

        A transfer that was cut goes on where it was when the same data are put again. While
        something sounds, the device takes its time.

        Args:
            path: ``/sounds/<name>``, or ``/a/<name>`` or ``/b/<name>`` where that slot is not in
                force.
            data: all of it.
            progress: called with the bytes done and all bytes, first with those from before.

        Raises:
            Refused: the device said no; nothing was changed.
            NoAnswer, LinkLost: the link failed; once it is open again, put it again.
        """
        Upload(self._opened(), path, data, progress or _ignore, self._timeout_s).run()

    def files(self, folder: str) -> dict[str, FileInfo]:
        """Returns the files of a folder by name; none if there is no such folder.

        Args:
            folder: ``/sounds``, ``/a``, ``/b`` or ``/``.

        Raises:
            Refused: the folder is another one.
            WrongDevice: the list has no end.
        """
        found: dict[str, FileInfo] = {}
        for _ in range(PAGES_MOST):
            after = {"after": max(found)} if found else {}
            page = self.request("files", folder=folder, **after)
            found |= {name: FileInfo(*entry) for name, entry in page["files"].items()}
            if not page["more"]:
                return found
        raise WrongDevice(f"The device's list of {folder} has no end: it says 'more' each time.")

    def remove(self, path: str) -> bool:
        """Removes a file; returns whether there was one. Raises Refused: see ``put``."""
        return bool(self.request("remove", path=path)["removed"])


class Upload:
    """One file on its way to the device.

    Args:
        session: open.
        path: its place on the device.
        data: all of it.
        progress: called with the bytes done and all bytes.
        timeout_s: longest wait for a sign of life.
    """

    def __init__(
        self, session: Session, path: str, data: bytes, progress: Progress, timeout_s: float
    ) -> None:
        self._session = session
        self._data = data
        self._progress = progress
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
                raise WrongDevice("The device asks for blocks without an end: no Pingblock does.")
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


def _ignore(_done: int, _all: int) -> None:
    """Ignores the progress."""
