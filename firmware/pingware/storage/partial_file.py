"""A file that arrives in pieces beside its place, and takes that place in one step.

What has arrived is kept when the host or the power goes: ``.part`` in the same folder. Whether it
is the beginning of the right file, its CRC-32 shows. Each call writes little, as writing flash
stops interrupts.
"""

import os
from binascii import crc32

NAME = ".part"
KEPT_SECTORS = 4  # of the file system, after which what has arrived is made to last
_SECTOR_BYTES = 4096
_PIECE_BYTES = 2048  # written at once: never into a third sector, each of which is erased first
_READ_BYTES = 2048


def kept_at(sector):
    """Returns how long a file (bytes) is that fills so many sectors of the flash to their end.

    Made to last there, it goes on in a new sector; elsewhere the last one would be written again.
    Source: littlefs DESIGN.md, CTZ skip-lists: sector n, a "block" there, holds ctz(n) + 1
    pointers of 4 bytes.
    """
    before = sector - 1
    return _SECTOR_BYTES * sector - 4 * (2 * before - bin(before).count("1"))


class PartialFile:
    """One file on its way.

    Args:
        path: str, its place; the folder need not be there.
    """

    def __init__(self, path):
        self._path = path
        self._folder = path.rpartition("/")[0]
        self._place = self._folder + "/" + NAME
        self._file = None
        self._sectors = 0  # of the file system that the file has begun
        self._end = 0  # of the last of them
        self._keep = 0  # where what has arrived is made to last next
        self.at = 0  # bytes on the flash, or on their way there
        self.data = b""  # what is to be written next
        self.is_due = False  # to make what has arrived last

    def size(self):
        """Returns how much of a file is there from an earlier time (int, bytes)."""
        try:
            return os.stat(self._place)[6]
        except OSError:
            return 0

    def open(self):
        """Goes on behind the first ``at`` bytes (all that is there), or with 0 from the start.

        Makes the folder if it is not there. Raises OSError: no room.
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
        """True if the next step may erase flash, which takes long (bool)."""
        return self.is_due or self.at + min(len(self.data), self._step_bytes()) > self._end

    def _step_bytes(self):
        return min(_PIECE_BYTES, self._keep - self.at)

    def go_on_at(self, at):
        """Keeps the first ``at`` bytes of what is there; call it before ``open``."""
        self.at = at

    def add(self, data):
        """Takes bytes that ``write`` puts on the flash next."""
        self.data = data

    def write(self):
        """Writes one piece of ``data``; the rest stays for the next call.

        Raises:
            OSError: no room.
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
        """Ends writing; what has arrived stays. Safe to call twice."""
        file, self._file = self._file, None
        if file:
            file.close()

    def read(self):
        """Yields the CRC-32 (int) of what is on the flash, from its first piece to all of it."""
        return crc_steps(self._place)

    def give_up(self):
        """Removes what has arrived."""
        os.remove(self._place)

    def replace_file(self):
        """Replaces the file at its place by what has arrived."""
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
