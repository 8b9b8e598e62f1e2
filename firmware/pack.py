"""All compiled modules in one file, mounted read-only, so that importing them is quick.

Looking a module up costs LittleFS 6 to 8 ms, whatever its size; here it costs 0.3 ms. One file is
also one thing to replace. Where there is no pack (the desk, a checkout copied by hand) the
modules are plain files, and nothing happens here.

Layout: ``SIZE_DIGITS`` digits, the size of the index; the index, a compiled module ``INDEX`` with
the dict ``FILES`` of ``key(path)`` to (offset behind the index, size), or None for a folder. Keys
are numbers because each new name costs the loader 0.1 ms.
"""

import io
import os
import sys
from binascii import crc32

PATH = "/firmware.pack"
MOUNT = "/pack"
INDEX = "pack_index"
SIZE_DIGITS = 8
_DIRECTORY = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ENOENT = 2
_EROFS = 30


def key(path):
    """Returns the key of a path (int, 0..2**30 - 1); a pack is never made with two alike."""
    return crc32(path.encode()) & 0x3FFFFFFF


class PackFs:
    """A read-only file system over one open file; what ``os.mount`` and ``import`` need.

    Args:
        file: binary file, seekable; stays open as long as modules are imported from it.
    """

    def __init__(self, file):
        self._file = file
        self._index_size = int(file.read(SIZE_DIGITS))
        self._start = SIZE_DIGITS
        self._files = {key("/" + INDEX + ".mpy"): (0, self._index_size)}

    def use(self, files):
        """Takes the index, once it has been imported from here."""
        self._start += self._index_size
        self._files = files

    def mount(self, _readonly, _mkfs):
        """Nothing to prepare."""

    def umount(self):
        """Closes the pack."""
        self._file.close()

    def stat(self, path):
        """Returns the ten fields of ``os.stat``. Raises OSError if there is no such path."""
        place = self._files.get(key(path), 0)
        if place == 0:
            raise OSError(_ENOENT)
        return _FILE if place else _DIRECTORY

    def open(self, path, mode):
        """Returns the file's content as a stream. Raises OSError: not there, or for writing."""
        if "w" in mode or "a" in mode or "+" in mode:
            raise OSError(_EROFS)
        place = self._files.get(key(path))
        if not place:
            raise OSError(_ENOENT)
        self._file.seek(self._start + place[0])
        return io.BytesIO(self._file.read(place[1]))


def mount():
    """Mounts the pack, if there is one, and lets imports look there first."""
    try:
        file = open(PATH, "rb")  # noqa: SIM115  stays open: modules are read from it later
    except OSError:
        return
    packed = PackFs(file)
    os.mount(packed, MOUNT)
    sys.path[:] = (MOUNT, ".frozen")
    packed.use(__import__(INDEX).FILES)
