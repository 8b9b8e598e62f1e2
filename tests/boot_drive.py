"""The drive of a Pico in BOOTSEL mode: returns the flash after a UF2 file was dropped on it.

It follows the UF2 format and the RP2040's data sheet (2.8.4.2), independent of our packer. It
accepts blocks only for its chip and its flash, erases the sectors that they touch, and restarts
after the last block.
"""

from __future__ import annotations

import struct

RP2040 = 0xE48BFF56
FLASH_SIZE = 2 * 1024 * 1024  # size of the Pico's W25Q16JV
ERASED = b"\xff" * FLASH_SIZE
_HEAD, _BLOCK, _PAGE, _SECTOR = struct.Struct("<8I"), 512, 256, 4096
_BEGIN, _END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
_NOT_FOR_FLASH, _HAS_FAMILY = 0x0001, 0x2000
_FLASH = 0x10000000


def dropped(content: bytes, flash: bytes = ERASED, family: int = RP2040) -> bytes:
    """Returns the flash with which the board restarts.

    Args:
        content: content of the UF2 file.
        flash: content of the flash before.
        family: family of the chip.

    Raises:
        ValueError: the Pico does not restart, because blocks are missing or all are for another
            chip.
    """
    held, erased, missing = bytearray(flash), set(), None
    for at in range(0, len(content) - _BLOCK + 1, _BLOCK):
        block = content[at : at + _BLOCK]
        *begin, flags, address, size, number, count, of = _HEAD.unpack_from(block)
        marked = tuple(begin) == _BEGIN and block[-4:] == _END.to_bytes(4, "little")
        if not (marked and flags & _HAS_FAMILY and of == family) or flags & _NOT_FOR_FLASH:
            continue
        place = address - _FLASH
        if size != _PAGE or place % _PAGE or not 0 <= place < len(held):
            raise ValueError(f"block {number} has {size} bytes for {address:#x}")
        sector = place // _SECTOR * _SECTOR
        if sector not in erased:
            erased.add(sector)
            held[sector : sector + _SECTOR] = b"\xff" * _SECTOR
        held[place : place + _PAGE] = block[_HEAD.size : _HEAD.size + _PAGE]
        missing = set(range(count)) if missing is None else missing
        missing.discard(number)
    if missing is None or missing:
        raise ValueError(f"the board waits for more: {len(missing or ())} blocks are missing")
    return bytes(held)
