"""Reads and writes UF2 files, and finds the MicroPython in one."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from functools import lru_cache

from pingblock.common.micropython import PICOS, Pico
from pingblock.errors import BadInput

FLASH_BASE, FLASH_END = 0x10000000, 0x11000000  # RP2040 datasheet 2.2
# UF2 file format: blocks of 512 bytes, with two magic words at the start and one at the end.
_BLOCK_SIZE = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59  # families: the RP2040, and the RP2350's Arm cores
FAMILIES = {"rp2040": RP2040, "rp2350": RP2350}
# Because of erratum RP2350-E10, a file for the RP2350 begins with an empty block of this family.
_ANY_CHIP = 0xE48BFF57
# The text of ``sys.version`` in a MicroPython image.
_VERSION = re.compile(rb"; MicroPython v(\d+\.\d+\.\d+)\S* on \d{4}-\d\d-\d\d")
_ANY_PLACE = 0x10FFFF00  # address of that empty block, which is not written
_FROZEN = b"start/factory.py\0"  # one of the names of frozen modules
SLOTS_MODULE = b"firmware_slots\0"  # only in a MicroPython that runs firmware in slots
PROGRAM_BYTES = 0x80000  # Largest size of that MicroPython. Slot a follows it.
PAGE_SIZE = 256  # the RP2040's boot ROM uses this much of a block (datasheet 2.8.4)


def micropython_in(content: bytes) -> str:
    """Returns the version of the MicroPython in a UF2 file, or "" if the file names no version.

    Raises:
        BadInput: see ``flash_blocks``.
    """
    said = _VERSION.search(_flash(content))
    return said[1].decode() if said else ""


@lru_cache(maxsize=4)
def _flash(content: bytes) -> bytes:
    return b"".join(block for _offset, block in flash_blocks(content))


def pico_in(content: bytes) -> Pico | None:
    """Returns the kind of Pico that a UF2 file's MicroPython names, or None if it names none.

    Raises:
        BadInput: see ``flash_blocks``.
    """
    flash = _flash(content)
    return next((pico for pico in PICOS if pico.machine.encode() in flash), None)


@lru_cache(maxsize=4)
def has_slots(content: bytes) -> bool:
    """Returns whether a UF2 file's MicroPython runs firmware in slots.

    Raises:
        BadInput: see ``flash_blocks``.
    """
    pages = flash_blocks(content)
    return is_base(b"".join(page for at, page in pages if at < PROGRAM_BYTES))


def is_base(flash: bytes) -> bool:
    """Returns whether a flash begins with a MicroPython that runs firmware in slots.

    The name of the module is not enough, because the firmware contains it, too, frozen or as files
    behind the program.
    """
    program = flash[:PROGRAM_BYTES]
    return SLOTS_MODULE in program and _FROZEN not in program


def flash_blocks(content: bytes) -> list[tuple[int, bytes]]:
    """Unpacks a UF2 file into pairs: offset in bytes from the start of flash, and bytes.

    Raises:
        BadInput: the file is not a UF2 file for the RP2040's flash.
    """
    blocks = []
    for at in range(0, len(content), _BLOCK_SIZE):
        block = content[at : at + _BLOCK_SIZE]
        if not first_block(block):
            blocks.append(_flash_block(at // _BLOCK_SIZE, block))
    return blocks


def first_block(content: bytes) -> bytes:
    """Returns the block for any chip, with which a file for the RP2350 begins, or b""."""
    first = content[:_BLOCK_SIZE]
    return first if struct.unpack_from("<I", first.ljust(32, b"\0"), 28) == (_ANY_CHIP,) else b""


def family(content: bytes) -> int:
    """Returns the family of chips that a UF2 file is for, or 0 if its blocks name no family.

    Raises:
        BadInput: the file is not a UF2 file.
    """
    found = set()
    for at in range(0, max(len(content), 1), _BLOCK_SIZE):
        words = struct.unpack_from("<8I", content[at : at + 32].ljust(32, b"\0"))
        if words[:2] != _MAGIC:
            raise BadInput("This is not a UF2 file.")
        found.add(words[7] if words[2] & _HAS_FAMILY else 0)
    found -= {_ANY_CHIP}
    return found.pop() if len(found) == 1 else 0


def pack(pages: Iterable[tuple[int, bytes]], family: int = RP2040) -> bytes:
    """Returns a UF2 file for one family of chips.

    Args:
        pages: pairs of an offset from the start of flash and ``PAGE_SIZE`` bytes. Give all pages
            of a sector, because the boot ROM erases its 4096 bytes with the first page.
    """
    placed = sorted(pages)
    return b"".join(
        _packed(number, len(placed), FLASH_BASE + offset, page, family)
        for number, (offset, page) in enumerate(placed)
    )


def of_pages(pages: Iterable[tuple[int, bytes]], chip: str) -> bytes:
    """Returns a UF2 file for a chip (a name in ``FAMILIES``), with pages as for ``pack``."""
    family = FAMILIES[chip]
    head = _packed(0, 2, _ANY_PLACE, b"\xef" * PAGE_SIZE, _ANY_CHIP) if family == RP2350 else b""
    return head + pack(pages, family)


def _packed(number: int, count: int, address: int, page: bytes, family: int) -> bytes:
    head = struct.pack("<8I", *_MAGIC, _HAS_FAMILY, address, len(page), number, count, family)
    return head + page.ljust(_BLOCK_SIZE - len(head) - 4, b"\0") + struct.pack("<I", _MAGIC_END)


def _flash_block(number: int, block: bytes) -> tuple[int, bytes]:
    if len(block) < _BLOCK_SIZE:
        raise BadInput(f"The UF2 file ends inside block {number}: fetch it again.")
    first, second, _flags, address, size = struct.unpack_from("<5I", block)
    (end,) = struct.unpack_from("<I", block, _BLOCK_SIZE - 4)
    if (first, second) != _MAGIC or end != _MAGIC_END:
        raise BadInput(f"Block {number} of the UF2 file is damaged: fetch it again.")
    if not FLASH_BASE <= address < FLASH_END:
        raise BadInput(
            f"Block {number} of the UF2 file has the address {address:#x}, which is not in flash."
        )
    return address - FLASH_BASE, block[32 : 32 + size]
