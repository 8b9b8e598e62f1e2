"""Files and folders that other users can never read."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

FILE_MODE, FOLDER_MODE = 0o600, 0o700
_NAME_BYTES = 12
_SCRATCH = ".pingblock-{}.part"
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def private_folder(place: Path) -> None:
    """Creates a folder and its missing parents, for this user only.

    Raises:
        OSError: the folder cannot be created.
    """
    missing = [each for each in place.parents if not each.exists()]
    for each in (*reversed(missing), place):
        each.mkdir(mode=FOLDER_MODE, exist_ok=True)


def close_to_others(place: Path) -> None:
    """Removes other users' access to a folder that belongs to this user."""
    found = place.stat()
    if os.name == "posix" and found.st_uid == os.getuid() and found.st_mode & 0o077:
        place.chmod(FOLDER_MODE)


@contextlib.contextmanager
def replacing(place: Path, private: bool = False) -> Iterator[Path]:
    """Yields a new empty file next to ``place``. At the end, it replaces ``place``.

    Other users cannot guess the new file's name, put a link there first, or read it. If writing
    fails, ``place`` keeps its old content, and the new file is removed.

    Args:
        place: path of the file. It need not exist.
        private: whether only this user can read it later. Otherwise it has the rights of the
            replaced file, or the usual rights of a new file.

    Raises:
        OSError: the file cannot be written, or another program has replaced the new file.
    """
    scratch = place.with_name(_SCRATCH.format(token_hex(_NAME_BYTES)))
    handle = os.open(scratch, _NEW, FILE_MODE)
    try:
        try:
            yield scratch
            os.fsync(handle)  # Some disks report only here that they are full.
            if not os.path.samestat(os.fstat(handle), os.lstat(scratch)):
                raise OSError(errno.ELOOP, f"{scratch.name} was replaced by another program")
        finally:
            os.close(handle)
        _set_mode(scratch, place, private)
        scratch.replace(place)
    except BaseException:  # for example a full disk or Ctrl-C
        scratch.unlink(missing_ok=True)
        raise


def clear_scratch(folder: Path) -> None:
    """Removes temporary files that killed programs have left, unless a program is writing."""
    for scratch in folder.glob(_SCRATCH.format("*")):
        with contextlib.suppress(OSError):
            scratch.unlink()


def _set_mode(scratch: Path, place: Path, private: bool) -> None:
    if private:
        return
    if place.exists():
        shutil.copymode(place, scratch)
    else:
        scratch.chmod(0o666 & ~_umask())


def _umask() -> int:
    """Returns the umask: the permissions that this process removes from each new file.

    The system returns the umask only when a new one is set.
    """
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
