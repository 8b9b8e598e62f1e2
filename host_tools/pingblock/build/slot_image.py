"""Firmware for a slot: its head, its state and its place in the flash, see ``frozen/README.md``.

``frozen/native/slot.h`` has the same format for the device.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Iterable
from dataclasses import dataclass

from pingblock.build.uf2 import PAGE_SIZE
from pingblock.errors import BadInput

FIRST, SIZE = 0x80000, 0x40000  # from the start of flash, bytes
COUNT = 2
CONTENT = 2 * PAGE_SIZE  # after head and state
STORAGE = FIRST + COUNT * SIZE  # the file system begins here
SECTOR = 4096
_MAGIC, _FORMAT = b"PBSL", 1
_HEAD = struct.Struct("<4sI32sII")
_WORD = struct.Struct("<I")
_UNSET = b"\xff"
_HASH_BYTES = 32


def offset(slot: int) -> int:
    """Returns where a slot (0 or 1) is in the flash, bytes from its start."""
    return FIRST + slot * SIZE


@dataclass(frozen=True)
class SlotImage:
    """Firmware that is linked to one base.

    Args:
        base: SHA-256 of that base.
        content: as it is in slot 0.
        moved: offsets in ``content`` of the words that are ``SIZE`` more in slot 1.
    """

    base: bytes
    content: bytes
    moved: tuple[int, ...]

    def __post_init__(self) -> None:
        if (most := SIZE - CONTENT) < len(self.content):
            raise BadInput(
                f"The firmware has {len(self.content)} bytes, but a slot holds {most}: make it"
                " smaller."
            )

    def packed(self) -> bytes:
        """Returns it as one file, see ``unpacked``."""
        places = struct.pack(f"<I{len(self.moved)}I", len(self.moved), *self.moved)
        return self.base + places + self.content

    def content_at(self, slot: int) -> bytes:
        """Returns the content for a slot (0 or 1)."""
        content = bytearray(self.content)
        for at in self.moved:
            (word,) = _WORD.unpack_from(content, at)
            _WORD.pack_into(content, at, word + slot * SIZE)
        return bytes(content)

    def stream(self, slot: int) -> bytes:
        """Returns what ``put`` sends to a device for a slot: whole pages of content, the head."""
        content = self.content_at(slot)
        whole = content.ljust(-(-len(content) // PAGE_SIZE) * PAGE_SIZE, _UNSET)
        return whole + _page(head(self.base, content))

    def at(self, slot: int, number: int, *, confirmed: bool = True) -> bytes:
        """Returns all pages of a slot that is committed.

        Args:
            slot: 0 or 1.
            number: of two good slots, the one with the higher number runs.
            confirmed: False leaves it a trial.
        """
        content = self.content_at(slot)
        return _page(head(self.base, content)) + _page(state(number, confirmed)) + content


def unpacked(content: bytes) -> SlotImage:
    """Returns what ``SlotImage.packed`` has written."""
    base, rest = content[:_HASH_BYTES], content[_HASH_BYTES:]
    (count,) = _WORD.unpack_from(rest)
    end = _WORD.size * (1 + count)
    return SlotImage(base, rest[end:], struct.unpack_from(f"<{count}I", rest, _WORD.size))


def head(base: bytes, content: bytes) -> bytes:
    """Returns the head of a slot with this content, for this base (its SHA-256)."""
    fields = _HEAD.pack(_MAGIC, _FORMAT, base, len(content), crc32(content))
    return fields + _WORD.pack(crc32(fields))


def state(number: int, confirmed: bool) -> bytes:
    """Returns the state of a committed slot: number, its inverse, tried, confirmed."""
    words = (number, number ^ 0xFFFFFFFF, 0xFFFFFFFF, 0 if confirmed else 0xFFFFFFFF)
    return struct.pack("<4I", *words)


def moved(first: bytes, second: bytes) -> tuple[int, ...]:
    """Returns the offsets of the words that differ between a content for slot 0 and for slot 1.

    Raises:
        BadInput: they differ in more than the addresses.
    """
    differ = [at for at in range(0, len(first), 4) if first[at : at + 4] != second[at : at + 4]]
    if SlotImage(b"", first, tuple(differ)).content_at(1) != second:
        raise BadInput("The firmware for the second slot differs in more than its addresses.")
    return tuple(differ)


def pages(parts: Iterable[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Returns whole sectors as pages for ``uf2.pack``.

    Args:
        parts: (offset from the start of flash, a multiple of ``SECTOR``; bytes) each.
    """
    found = []
    for start, content in parts:
        whole = content.ljust(-(-len(content) // SECTOR) * SECTOR, _UNSET)
        found += [
            (start + at, whole[at : at + PAGE_SIZE]) for at in range(0, len(whole), PAGE_SIZE)
        ]
    return found


def _page(content: bytes) -> bytes:
    return content.ljust(PAGE_SIZE, _UNSET)
