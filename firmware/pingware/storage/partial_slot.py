"""Firmware on its way into the slot that does not run, see ``frozen/README.md``.

It arrives as its content in whole pages, then its head. The head is kept in memory and written
last, once all that is on the flash has the right CRC. A bit in the state of the slot notes each
sector that is written, so an upload that was cut continues after the last of them.
"""

from binascii import crc32

import firmware_slots
import uctypes

PATH = "/firmware"  # of ``put``
_XIP, _SLOTS, _SLOT_BYTES = 0x10000000, 0x80000, 0x40000
_SECTOR, _PAGE = 4096, 256
_CONTENT, _DONE = 512, 504  # offsets in the slot: the content, and the bits of its sectors
_READ_BYTES = 2048


class PartialSlot:
    """Firmware on its way, with the methods of ``storage.partial_file.PartialFile``.

    Args:
        size: int, bytes of content and head.
    """

    def __init__(self, size):
        self._slot = 1 - firmware_slots.running()
        self._size = size
        self._flash = memoryview(
            uctypes.bytearray_at(_XIP + _SLOTS + self._slot * _SLOT_BYTES, _SLOT_BYTES)
        )
        self._head = b""
        self._erased = -1  # the sector that was erased last
        self.at = 0  # bytes on the flash, or kept of the head
        self.data = b""
        self.is_due = False

    def size(self):
        """Returns how much content is there from an upload that was cut (int, bytes)."""
        if self._flash[0] != 0xFF:
            return 0  # it was finished
        done = 0
        while done < 64 and not self._flash[_DONE + done // 8] & 1 << done % 8:
            done += 1
        return max(done * _SECTOR - _CONTENT, 0)

    def go_on_at(self, at):
        """Keeps the first ``at`` bytes of what is there; call it before ``open``."""
        self.at = at

    def open(self):
        """Makes the slot one that cannot run, unless an upload continues."""
        if not self.at:
            self._erase(0)

    @property
    def erases(self):
        """True if the next step erases a sector, which takes 45 ms (bool)."""
        return self._sector() != self._erased and self._place() % _SECTOR == 0

    def _place(self):
        return _CONTENT + self.at

    def _sector(self):
        return self._place() // _SECTOR

    def _erase(self, sector):
        firmware_slots.erase(self._slot, sector * _SECTOR)
        self._erased = sector

    def add(self, data):
        """Takes bytes that ``write`` puts on the flash next: whole pages."""
        self.data = data

    def write(self):
        """Erases a sector, or writes the pages of ``data`` that are in one sector."""
        if self.erases and self.at < self._size - _PAGE:
            self._erase(self._sector())
            return
        left = self._size - _PAGE - self.at
        if left <= 0:
            self._head += bytes(self.data)
            self.at += len(self.data)
            self.data = b""
            return
        place = self._place()
        now = self.data[: min(_SECTOR - place % _SECTOR, left)]
        firmware_slots.write(self._slot, place, now)
        self.data = self.data[len(now) :]
        self.at += len(now)
        if self._place() % _SECTOR == 0:
            self._note(self._sector() - 1)

    def _note(self, sector):
        page = bytearray(b"\xff" * _PAGE)
        page[_DONE - _PAGE + sector // 8] &= ~(1 << sector % 8)
        firmware_slots.write(self._slot, _PAGE, page)

    def close(self):
        """Ends writing; what has arrived stays."""

    def read(self):
        """Yields the CRC-32 (int) of what has arrived, from its first piece to all of it."""
        crc, end = 0, _CONTENT + self.at - len(self._head)
        for place in range(_CONTENT, end, _READ_BYTES):
            crc = crc32(self._flash[place : min(place + _READ_BYTES, end)], crc)
            yield crc & 0xFFFFFFFF
        yield crc32(self._head, crc) & 0xFFFFFFFF

    def give_up(self):
        """Forgets what has arrived."""
        self._erase(0)

    def replace_file(self):
        """Writes the head: from now on the slot is whole."""
        firmware_slots.write(self._slot, 0, self._head)
