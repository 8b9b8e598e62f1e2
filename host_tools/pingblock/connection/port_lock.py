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
from pingblock.common.owner import Holder, LockHeld, Owner, holder_of, is_ours
from pingblock.errors import PingblockError, PortBusy


def lock(port: str) -> Owner:
    """Takes the lock of a port.

    Args:
        port: device name (links are followed) or URL.

    Raises:
        PortBusy: another program, or another part of this program, has the lock.
        PingblockError: the lock's file cannot be created.
    """
    try:
        return Owner(_place(port))
    except LockHeld as held:
        by = held.holder or "another pingblock program"
        raise PortBusy(f"{port} is in use by {by}: stop that first.") from None


def holder(port: str) -> Holder | None:
    """Returns the pingblock program that owns a port, or None."""
    return holder_of(_place(port))


def lock_dir() -> Path:
    """Returns this user's folder for locks. Creates it if needed.

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
    """Returns the path of a port's lock file, the same for all spellings of the port."""
    key = _key(port)
    name = re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_")[-40:]
    return lock_dir() / f"{name}-{crc32(os.fsencode(key)):08x}.lock"


def _key(port: str) -> str:
    if "://" in port:
        parts = urlsplit(port)
        place = parts.netloc.lower().replace("localhost", "127.0.0.1")
        return f"{parts.scheme}://{place}{parts.path}"
    return port.upper() if sys.platform == "win32" else os.path.realpath(port)
