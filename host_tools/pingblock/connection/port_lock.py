"""Gives each port one owner, see ``common.owner``.

The system itself can let two programs open a socket, a pseudo terminal, or a port that is opened
again after a reset. The lock prevents this for two pingblock programs, and names the owner.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit
from zlib import crc32

from pingblock.common.cache import cache_dir
from pingblock.common.owner import Holder, LockHeld, Owner, is_ours
from pingblock.errors import PingblockError, PortBusy


class Lock:
    """The lock of one port, held from ``take`` until ``release`` or the end of this object.

    Args:
        port: device name (links are followed) or URL.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        self._owner: Owner | None = None

    def take(self) -> Lock:
        """Takes the lock.

        Raises:
            PortBusy: another program, or another part of this one, has it.
            PingblockError: the lock's file cannot be made.
        """
        try:
            self._owner = Owner(_place(self._port)).take()
        except LockHeld as held:
            by = held.holder or "another pingblock program"
            raise PortBusy(f"{self._port} is in use by {by}: stop that first.") from None
        return self

    def release(self) -> None:
        """Releases the lock. It can be called twice."""
        if self._owner:
            self._owner.release()


def holder(port: str) -> Holder | None:
    """Returns the pingblock program that owns a port, or None."""
    path = _place(port)
    if not path.exists():
        return None
    try:
        Owner(path).take().release()
    except LockHeld as held:
        return held.holder or Holder(0, "another program")
    return None


def lock_dir() -> Path:
    """Returns this user's folder for locks. Makes it if needed.

    Source: XDG Base Directory Specification (``XDG_RUNTIME_DIR``, else the cache folder). A folder
    that all users share is not safe, because another user can put a link to any file there.
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    try:
        if not (runtime and os.access(runtime, os.W_OK)):
            return cache_dir("locks")
        place = Path(runtime, "pingblock")
        place.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise PingblockError(f"{error.filename} cannot be created: {error.strerror}.") from None
    if place.is_symlink() or not is_ours(place.stat()):
        raise PingblockError(f"{place} is a link or not yours: remove it.")
    return place


def _place(port: str) -> Path:
    return lock_dir() / _file_name(port)


def _file_name(port: str) -> str:
    """Returns the same name for all spellings of a port."""
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
