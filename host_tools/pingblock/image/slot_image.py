"""Firmware for a slot: its head, state and place in the flash, see ``frozen/README.md``.

``shared/slot_format.py`` has the layout of a slot, and ``frozen/native/slot.h`` has the same in C.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pingblock.errors import BadInput
from pingblock.image import uf2
from pingware.shared import slot_format
from pingware.shared.slot_format import CONTENT, PAGE_BYTES, SECTOR_BYTES

FIRST, SIZE = uf2.PROGRAM_BYTES, slot_format.SLOT_BYTES  # bytes, from the start of flash
COUNT = len(slot_format.LETTERS)
STORAGE = FIRST + COUNT * SIZE  # start of the file system
_MAGIC, _FORMAT = b"PBSL", 1
_HEAD = struct.Struct(slot_format.HEAD)
_WORD = struct.Struct("<I")
_UNSET = b"\xff"


def offset(slot: int) -> int:
    """Returns the offset of a slot (0 or 1) from the start of flash, in bytes."""
    return FIRST + slot * SIZE


@dataclass(frozen=True)
class SlotImage:
    """Firmware that is linked to one base image.

    Args:
        base: SHA-256 of the base image.
        content: the content for slot 0.
        moved: offsets in ``content`` of the words that are larger by ``SIZE`` in slot 1.
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

    def content_at(self, slot: int) -> bytes:
        """Returns the content for a slot (0 or 1)."""
        content = bytearray(self.content)
        for at in self.moved:
            (word,) = _WORD.unpack_from(content, at)
            _WORD.pack_into(content, at, word + slot * SIZE)
        return bytes(content)

    def stream(self, slot: int) -> bytes:
        """Returns the bytes that ``put`` sends for a slot: pages of content, then the head."""
        content = self.content_at(slot)
        return _filled(content, PAGE_BYTES) + _page(head(self.base, content))

    def factory(self, identity: bytes = b"") -> bytes:
        """Returns the content of slot 0 in a UF2 file: all pages, then the offsets in ``moved``.

        ``in_uf2`` reads both, so the same file serves for a new Pico and for an update.

        Args:
            identity: identity of the firmware, see ``image.frozen.made_of``.
        """
        places = struct.pack(f"<I{len(self.moved)}I", len(self.moved), *self.moved)
        found = _filled(self.at(0, 1), _WORD.size) + places + _WORD.pack(crc32(places)) + identity
        if len(found) > SIZE:
            raise BadInput(f"Slot 0 needs {len(found)} bytes, but it has {SIZE}.")
        return found

    def crc32(self, slot: int) -> int:
        """Returns the CRC-32 of the content for a slot (0 or 1), as in the head."""
        return crc32(self.content_at(slot))

    def at(self, slot: int, number: int, *, confirmed: bool = True) -> bytes:
        """Returns all pages of a committed slot.

        Args:
            slot: 0 or 1.
            number: number of the slot. If two slots are good, the higher number runs.
            confirmed: False leaves the firmware on trial.
        """
        content = self.content_at(slot)
        return _page(head(self.base, content)) + _page(state(number, confirmed)) + content


def in_uf2(content: bytes) -> SlotImage | None:
    """Returns the firmware in a UF2 file with slots, or None if the file has no slots.

    Raises:
        BadInput: the file is not a UF2 file, or its firmware is damaged.
    """
    if not uf2.has_slots(content):
        return None
    return in_slot(bytes(_flash_of(dict(uf2.flash_blocks(content)))))


def in_slot(slot: bytes) -> SlotImage:
    """Returns the image from all bytes of slot 0, as ``SlotImage.factory`` makes them.

    Raises:
        BadInput: the slot is damaged.
    """
    magic, version, base, length, crc = _HEAD.unpack_from(slot)
    found, rest = slot[CONTENT : CONTENT + length], slot[-(-(CONTENT + length) // 4) * 4 :]
    end = _WORD.size * (1 + min(_WORD.unpack(rest[:4])[0], len(rest) // 4 - 2))
    sound = crc == crc32(found) and rest[end : end + 4] == _WORD.pack(crc32(rest[:end]))
    if (magic, version) != (_MAGIC, _FORMAT) or not sound:
        raise BadInput("The firmware in this UF2 file is damaged: fetch the file again.")
    return SlotImage(base, found, tuple(each for (each,) in _WORD.iter_unpack(rest[4:end])))


def _flash_of(pages: Mapping[int, bytes]) -> bytearray:
    """Returns the bytes of slot 0 from pages: offset in the flash -> content."""
    found = bytearray(_UNSET * SIZE)
    for place, page in pages.items():
        if FIRST <= place < FIRST + SIZE:
            found[place - FIRST : place - FIRST + len(page)] = page
    return found[:SIZE]


def head(base: bytes, content: bytes) -> bytes:
    """Returns the head of a slot with this content, for this base image (its SHA-256)."""
    fields = _HEAD.pack(_MAGIC, _FORMAT, base, len(content), crc32(content))
    return fields + _WORD.pack(crc32(fields))


def state(number: int, confirmed: bool) -> bytes:
    """Returns a committed slot's state: number, inverse of the number, tried, confirmed."""
    words = (number, number ^ 0xFFFFFFFF, 0xFFFFFFFF, 0 if confirmed else 0xFFFFFFFF)
    return struct.pack("<4I", *words)


def moved(first: bytes, second: bytes) -> tuple[int, ...]:
    """Returns the offsets of the words that differ between contents for slot 0 and slot 1.

    Raises:
        BadInput: the contents differ in more than these addresses.
    """
    differ = [at for at in range(0, len(first), 4) if first[at : at + 4] != second[at : at + 4]]
    if SlotImage(b"", first, tuple(differ)).content_at(1) != second:
        raise BadInput("The firmware for the second slot differs in more than its addresses.")
    return tuple(differ)


def whole(program: bytes, factory: bytes) -> list[tuple[int, bytes]]:
    """Returns the pages of a whole image, for ``uf2.of_pages``.

    They also erase the head and the state of slot 1. An update there would have a higher number,
    so it would run instead of the new image.

    Args:
        program: the pages of the base.
        factory: the bytes from ``SlotImage.factory``.
    """
    return pages([(0, program), (FIRST, factory), (offset(1), _UNSET)])


def pages(parts: Iterable[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Returns whole sectors as pages for ``uf2.pack``.

    Args:
        parts: pairs of an offset from the start of flash, a multiple of ``SECTOR_BYTES``, and
            bytes.
    """
    found = []
    for start, content in parts:
        whole = _filled(content, SECTOR_BYTES)
        found += [
            (start + at, whole[at : at + PAGE_BYTES]) for at in range(0, len(whole), PAGE_BYTES)
        ]
    return found


def _page(content: bytes) -> bytes:
    return content.ljust(PAGE_BYTES, _UNSET)


def _filled(content: bytes, unit: int) -> bytes:
    """Returns the content, padded to a multiple of ``unit`` bytes."""
    return content.ljust(-(-len(content) // unit) * unit, _UNSET)
