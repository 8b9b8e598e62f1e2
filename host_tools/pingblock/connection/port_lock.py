"""One owner for each port: an operating system's file lock that dies with its process.

It keeps two pingblock programs apart where the system itself would let both in (a socket, a
pseudo terminal, a port that is opened again after a reset), and names who holds it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit
from weakref import finalize
from zlib import crc32

from pingblock.common.cache import cache_dir
from pingblock.common.file_lock import lock
from pingblock.errors import PingblockError, PortBusy

_COMMAND_CHARS = 120


@dataclass(frozen=True)
class Holder:
    """A process that has a port."""

    pid: int
    command: str

    def __str__(self) -> str:
        return f"{self.command} (process {self.pid})"


class Lock:
    """The lock of one port, held from ``take`` until ``release`` or the end of this object.

    Args:
        port: device name (links are followed) or URL.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        self._handle = -1

    def take(self) -> Lock:
        """Takes it.

        Raises:
            PortBusy: another program, or another part of this one, has it.
            PingblockError: the lock's file cannot be made.
        """
        path = lock_dir() / _file_name(self._port)
        handle = _opened(path)
        if not _locked(handle):
            os.close(handle)
            by = _noted(path) or "another pingblock program"
            raise PortBusy(f"{self._port} is in use by {by}: stop that first.")
        self._handle = handle
        self._close = finalize(self, os.close, handle)  # and with it goes the lock
        _note(handle, asdict(Holder(os.getpid(), _command())))
        return self

    def release(self) -> None:
        """Gives it back. Safe to call twice."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            _note(handle, {})
            self._close()


def holder(port: str) -> Holder | None:
    """Returns the pingblock program that has a port, None if none has."""
    path = lock_dir() / _file_name(port)
    if not path.exists():
        return None
    lock = Lock(port)
    try:
        lock.take()
    except PortBusy:
        return _noted(path) or Holder(0, "another program")
    lock.release()
    return None


def lock_dir() -> Path:
    """Returns (and makes) this user's folder of locks.

    Source: XDG Base Directory Specification (``XDG_RUNTIME_DIR``, else the cache folder: in a
    folder of all users somebody else could lay a link to any file).
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    try:
        if not (runtime and os.access(runtime, os.W_OK)):
            return cache_dir("locks")
        place = Path(runtime, "pingblock")
        place.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise PingblockError(f"{error.filename} cannot be made: {error.strerror}.") from None
    if place.is_symlink() or not _is_ours(place.stat()):
        raise PingblockError(f"{place} is a link or not yours: remove it.")
    return place


def _is_ours(found: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()


def _file_name(port: str) -> str:
    """Returns one name for one port, however it is written."""
    key = _key(port)
    return (
        f"{re.sub(r'[^A-Za-z0-9]+', '_', key).strip('_')[-40:]}-{crc32(os.fsencode(key)):08x}.lock"
    )


def _key(port: str) -> str:
    if "://" in port:
        parts = urlsplit(port)
        place = parts.netloc.lower().replace("localhost", "127.0.0.1")
        return f"{parts.scheme}://{place}{parts.path}"
    return port.upper() if sys.platform == "win32" else os.path.realpath(port)


def _opened(path: Path) -> int:
    """Returns the handle of the lock's file: this user's own, and no name of another file."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        why = "it is a link" if error.errno == errno.ELOOP else error.strerror
        raise PingblockError(f"{path} cannot be opened: {why}.") from None
    found = os.fstat(handle)
    if not (_is_ours(found) and stat.S_ISREG(found.st_mode) and found.st_nlink < 2):
        os.close(handle)
        raise PingblockError(f"{path} is not a file of yours alone: remove it.")
    return handle


def _locked(handle: int) -> bool:
    try:
        lock(handle)
    except OSError:
        return False
    return True


def _note(handle: int, fields: dict[str, object]) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    os.ftruncate(handle, 0)
    os.write(handle, json.dumps(fields).encode())


def _noted(path: Path) -> Holder | None:
    """Returns the process that wrote the note; None if there is none or it is being written."""
    try:
        found = json.loads(path.read_bytes())
        return Holder(int(found["pid"]), str(found["command"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _command() -> str:
    path = Path(sys.argv[0] if sys.argv else "python")
    name = path.parent.name if path.name == "__main__.py" else path.name  # python -m pingblock
    return " ".join([name, *sys.argv[1:]])[:_COMMAND_CHARS]
