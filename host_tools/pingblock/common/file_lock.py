"""Locks an open file. The operating system releases the lock when the process ends."""

from __future__ import annotations

import os
import sys

# On Windows, other processes cannot read locked bytes. So the locked byte is far behind the
# text.
_AT_BYTE = 1 << 20


def lock(handle: int) -> None:
    """Locks an open file for this process until it is closed.

    Raises:
        BlockingIOError, PermissionError: another process has locked the file.
        OSError: the file system has no locks.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _AT_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
