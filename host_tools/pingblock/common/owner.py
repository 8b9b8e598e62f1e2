"""Gives each port and each store one owner, by a file lock that ends with its process.

The lock's file also names the process that holds it, and can hold a note, such as an address.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from weakref import finalize

from pingblock.common.file_lock import lock
from pingblock.errors import PingblockError

_COMMAND_CHARS = 120
_NOTE_BYTES_MOST = 10_000


@dataclass(frozen=True)
class Holder:
    """A process that holds a lock. ``says`` is its note, such as an address."""

    pid: int
    command: str
    says: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.command} (process {self.pid})"


class LockHeld(Exception):
    """Another owner has the lock. ``holder`` is None until that process has written its number."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(str(holder))
        self.holder = holder


class Owner:
    """Ownership of one thing, until ``release`` is called or this object is deleted.

    Args:
        path: path of the lock's file, in a folder that only this user can write to.

    Raises:
        LockHeld: another process, or another part of this process, has the lock.
        PingblockError: the lock's file cannot be created.
    """

    def __init__(self, path: Path) -> None:
        handle = _opened(path)
        if not _locked(handle):
            os.close(handle)
            raise LockHeld(noted(path))
        self._handle = handle
        self._close = finalize(self, os.close, handle)  # Closing the file also releases the lock.
        self.note()

    def note(self, **says: str) -> None:
        """Writes the number of this process, and a note for other programs, into the lock's file.

        On a full disk the note is left out, because the lock works without it.
        """
        _write(self._handle, {"pid": os.getpid(), "command": _command(), **says})

    def release(self) -> None:
        """Releases the lock. It can be called twice."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            _write(handle, {})
            self._close()


def holder_of(path: Path) -> Holder | None:
    """Returns the process that holds a lock, or None. Raises PingblockError as ``Owner`` does."""
    if not path.exists():
        return None
    try:
        Owner(path).release()
    except LockHeld as held:
        return held.holder or Holder(0, "another program")
    return None


def noted(path: Path) -> Holder | None:
    """Returns the process that has written its number into a lock's file, or None."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(_NOTE_BYTES_MOST))
        says = {name: str(said) for name, said in found.items() if name not in ("pid", "command")}
        return Holder(int(found["pid"]), str(found["command"]), says)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def is_ours(found: os.stat_result) -> bool:
    """Returns whether a file or folder belongs to this user. True on systems without owners."""
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()


def _opened(path: Path) -> int:
    """Opens the lock's file, which must belong to this user and must not be a link."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        why = "it is a link" if error.errno == errno.ELOOP else error.strerror
        raise PingblockError(f"{path} cannot be opened: {why}.") from None
    found = os.fstat(handle)
    if not (is_ours(found) and stat.S_ISREG(found.st_mode) and found.st_nlink < 2):
        os.close(handle)
        raise PingblockError(
            f"{path} is not your file, not a plain file, or has a hard link: remove it."
        )
    return handle


def _locked(handle: int) -> bool:
    try:
        lock(handle)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # This file system has no locks.
        return True
    return True


def _write(handle: int, fields: Mapping[str, object]) -> None:
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(fields).encode())


def _command() -> str:
    path = Path(sys.argv[0] if sys.argv else "python")
    # ``python -m pingblock`` runs __main__.py
    name = path.parent.name if path.name == "__main__.py" else path.name
    return " ".join([name, *sys.argv[1:]])[:_COMMAND_CHARS]
