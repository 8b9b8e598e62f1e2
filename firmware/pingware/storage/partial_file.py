"""A file that arrives in pieces as ``.part`` in the same folder, and then replaces the old one.

The part stays if the host or the power is lost. Its CRC-32 shows whether it is the beginning of
the right file. Each call writes little, because flash writes stop interrupts.
"""

import os
from binascii import crc32

NAME = ".part"
KEPT_SECTORS = 4  # After this many sectors the data are synced.
_SECTOR_BYTES = 4096
_PIECE_BYTES = 2048  # bytes of a write, which never reach a third sector: each is erased first
_READ_BYTES = 2048


def kept_at(sector):
    """Returns the length of a file (bytes) that fills ``sector`` sectors of the flash.

    If it is synced there, it continues in a new sector. Elsewhere the last sector would be written
    again. Source: littlefs DESIGN.md, CTZ skip-lists: sector n, a "block" there, holds ctz(n) + 1
    pointers of 4 bytes.
    """
    before = sector - 1
    return _SECTOR_BYTES * sector - 4 * (2 * before - bin(before).count("1"))


class PartialFile:
    """One arriving file.

    Args:
        path: str, its final path. The folder need not exist.
    """

    def __init__(self, path):
        self._path = path
        self._folder = path.rpartition("/")[0] or "/"
        self._place = self._folder.rstrip("/") + "/" + NAME
        self._file = None
        self._sectors = 0  # sectors of the file system that the file uses
        self._end = 0  # end of the last of them
        self._keep = 0  # place of the next sync
        self.at = 0  # bytes on the flash, or waiting for it
        self.data = b""  # bytes of the next write
        self.is_due = False  # whether a sync is due

    def size(self):
        """Returns the size of the part from an earlier time (int, bytes)."""
        try:
            return os.stat(self._place)[6]
        except OSError:
            return 0

    def open(self):
        """Continues after the first ``at`` bytes (all that exist), or with 0 from the start.

        Makes the folder if it is missing. Raises OSError if the file system is full.
        """
        try:
            os.stat(self._folder)
        except OSError:
            os.mkdir(self._folder)
        self._file = open(self._place, "ab" if self.at else "wb")  # noqa: SIM115  see close
        self._follow()
        begun = self._sectors // KEPT_SECTORS * KEPT_SECTORS
        self._keep = kept_at(begun + KEPT_SECTORS)

    def _follow(self):
        while self._end < self.at:
            self._sectors += 1
            self._end = kept_at(self._sectors)

    @property
    def erases(self):
        """Returns whether the next step can erase flash, which takes long (bool)."""
        return self.is_due or self.at + min(len(self.data), self._step_bytes()) > self._end

    def _step_bytes(self):
        return min(_PIECE_BYTES, self._keep - self.at)

    def go_on_at(self, at):
        """Keeps the first ``at`` bytes of the part. Call it before ``open``."""
        self.at = at

    def add(self, data):
        """Takes bytes that ``write`` writes next to the flash."""
        self.data = data

    def write(self):
        """Writes one piece of ``data``. The rest stays for the next call.

        Raises:
            OSError: the file system is full.
        """
        if self.is_due:
            self._file.flush()  # type: ignore[union-attr]
            self.is_due = False
            return
        now = self.data[: self._step_bytes()]
        self._file.write(now)  # type: ignore[union-attr]
        self.data = self.data[len(now) :]
        self.at += len(now)
        self._follow()
        if self.at == self._keep:
            self.is_due = True
            self._keep = kept_at(self._sectors + KEPT_SECTORS)

    def close(self):
        """Ends writing and keeps the part. It can be called twice."""
        file, self._file = self._file, None
        if file:
            file.close()

    def read(self):
        """Yields the CRC-32 (int) of the written bytes, from the first piece to the whole."""
        return crc_steps(self._place)

    def give_up(self):
        """Removes the part."""
        os.remove(self._place)

    def replace_file(self):
        """Replaces the file with the part."""
        os.rename(self._place, self._path)


def crc_steps(path):
    """Yields the CRC-32 (int) of a file, from its first piece to all of it."""
    crc = 0
    room = bytearray(_READ_BYTES)
    whole = memoryview(room)
    with open(path, "rb") as file:
        while True:
            count = file.readinto(room)
            if not count:
                break
            crc = crc32(whole[:count], crc)
            yield crc & 0xFFFFFFFF
