"""Firmware that arrives for the inactive slot, see ``shared.slot_format``.

The head is kept in memory and written last, after all other bytes on the flash had the right CRC.
A bit in the state of the slot notes each full sector, so an interrupted upload continues after the
last of them.
"""

from binascii import crc32

import firmware_slots

from pingware.shared.slot_format import (
    CONTENT,
    FILLED,
    PAGE_BYTES,
    SECTOR_BYTES,
    SLOT_BYTES,
    STATE,
)

_READ_BYTES = 2048
_SECTORS = SLOT_BYTES // SECTOR_BYTES


def is_size(size):
    """Returns whether a size is valid for an upload: whole pages that fit a slot (bool)."""
    return 2 * PAGE_BYTES <= size <= SLOT_BYTES - CONTENT + PAGE_BYTES and size % PAGE_BYTES == 0


class PartialSlot:
    """Arriving firmware, with the methods of ``storage.partial_file.PartialFile``.

    Args:
        size: int, bytes of content and head, see ``is_size``.
    """

    def __init__(self, size):
        self._slot = 1 - firmware_slots.running()
        self._flash = firmware_slots.view(self._slot)
        self._content_bytes = size - PAGE_BYTES
        self._head = b""
        self._erased = -1  # the sector that was erased last
        self.at = 0  # bytes on the flash, or in memory for the head
        self.data = b""
        self.is_due = False

    def size(self):
        """Returns the size of the content from an interrupted upload (int, bytes)."""
        if self._flash[0] != 0xFF:
            return 0  # The upload was complete.
        full = 0
        while full < _SECTORS and not self._flash[FILLED + full // 8] & 1 << full % 8:
            full += 1
        return max(full * SECTOR_BYTES - CONTENT, 0)

    def go_on_at(self, at):
        """Keeps the first ``at`` bytes of the content. Call it before ``open``."""
        self.at = at

    def open(self):
        """Erases the head, unless an upload continues. The slot cannot run from now on."""
        if not self.at:
            self._erase(0)

    @property
    def erases(self):
        """Returns whether the next step erases a sector, which takes 45 ms (bool)."""
        place = CONTENT + self.at
        begins = place % SECTOR_BYTES == 0 and place // SECTOR_BYTES != self._erased
        return begins and self.at < self._content_bytes

    def _erase(self, sector):
        firmware_slots.erase(self._slot, sector * SECTOR_BYTES)
        self._erased = sector

    def add(self, data):
        """Takes bytes that ``write`` writes next to the flash: whole pages."""
        self.data = data

    def write(self):
        """Erases a sector, or writes the pages of ``data`` that are in one sector."""
        place, left = CONTENT + self.at, self._content_bytes - self.at
        if self.erases:
            self._erase(place // SECTOR_BYTES)
            return
        count = min(len(self.data), left, SECTOR_BYTES - place % SECTOR_BYTES) if left > 0 else 0
        if count:
            firmware_slots.write(self._slot, place, self.data[:count])
            if (place + count) % SECTOR_BYTES == 0:
                self._note(place // SECTOR_BYTES)
        else:
            count = len(self.data)
            self._head += bytes(self.data)
        self.data = self.data[count:]
        self.at += count

    def _note(self, sector):
        page = bytearray(b"\xff" * PAGE_BYTES)
        page[FILLED - STATE + sector // 8] &= ~(1 << sector % 8)
        firmware_slots.write(self._slot, STATE, page)

    def close(self):
        """Ends writing and keeps the arrived bytes."""

    def read(self):
        """Yields the CRC-32 (int) of the arrived bytes, from the first piece to the whole."""
        crc, end = 0, CONTENT + self.at - len(self._head)
        for place in range(CONTENT, end, _READ_BYTES):
            crc = crc32(self._flash[place : min(place + _READ_BYTES, end)], crc)
            yield crc & 0xFFFFFFFF
        yield crc32(self._head, crc) & 0xFFFFFFFF

    def give_up(self):
        """Drops the arrived bytes."""
        self._erase(0)

    def replace_file(self):
        """Writes the head. From now on the slot is whole."""
        firmware_slots.write(self._slot, 0, self._head)
