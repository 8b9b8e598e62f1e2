"""Checks a whole UF2 file before it is written to a Pico, by the same rules as
page/install/uf2_file.js.

A Pico in BOOTSEL mode takes any block at once and reports no errors, so half a file would leave it
without a program. Sources: the UF2 format (flags and list of families), RP2040 datasheet 2.8.4,
RP2350 datasheet 5.5.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from pingblock.errors import BadInput
from pingblock.image.uf2 import PAGE_SIZE, RP2040, RP2350

_BLOCK_SIZE = 512
_MAGIC, _MAGIC_END = struct.pack("<2I", 0x0A324655, 0x9E5D5157), struct.pack("<I", 0x0AB16F30)
_NOT_FLASH, _CONTAINER, _HAS_FAMILY = 0x0001, 0x1000, 0x2000
_ABSOLUTE = 0xE48BFF57
_E10_PLACE = 0x10FFFF00  # address of a block that avoids erratum RP2350-E10 and is not written
_FLASH_BASE, _RAM, _RAM_END = 0x10000000, 0x20000000, 0x20082000
_MB = 1 << 20
# Family -> the chip's name, its Pico, and the size of that Pico's flash.
_CHIPS = {RP2040: ("rp2040", "Pico", 2 * _MB), RP2350: ("rp2350", "Pico 2", 4 * _MB)}
_OTHERS = {
    _ABSOLUTE: "fixed places of an RP2350, without a program",
    0xE48BFF58: "a data partition of an RP2350",
    0xE48BFF5A: "the RISC-V cores of an RP2350, but Pingblock runs on its Arm cores",
    0xE48BFF5B: "the non-secure side of an RP2350",
    0x68ED2B88: "the chip SAMD21",
    0x55114460: "the chip SAMD51",
    0xADA52840: "the chip nRF52840",
    0x1C5F21B0: "the chip ESP32",
    0xBFDD4EEE: "the chip ESP32-S2",
    0xC47E5767: "the chip ESP32-S3",
    0xD42BA06C: "the chip ESP32-C3",
    0x647824B6: "the chip STM32F0",
    0x57755A57: "the chip STM32F4",
    0x4FB2D5BD: "the chip i.MX RT10xx",
}
_FILES = {
    b"PK\x03\x04": "a ZIP archive: unpack it",
    b"DfuSe": "a DFU file",
    b"\x7fELF": "an ELF file",
    b":": "an Intel HEX file",
    b"<!doctype html": "a web page",
    b"<html": "a web page",
}
_AGAIN = "Fetch it again."


class _Head(NamedTuple):
    flags: int
    address: int
    size: int
    number: int
    total: int
    family: int  # 0 if the block names no family


def check(content: bytes) -> str:
    """Returns the chip that a UF2 file is for: ``rp2040`` or ``rp2350``.

    Raises:
        BadInput: the file is not one complete program for the flash of a Pico or Pico 2.
    """
    blocks = [block for block in _blocks(content) if not block.flags & _NOT_FLASH]
    e10 = _ABSOLUTE, _E10_PLACE
    program = [block for block in blocks if (block.family, block.address) != e10]
    family = _family(program or blocks)
    chip, board, flash = _CHIPS[family]
    _check_kind(program)
    _check_numbers(program)
    addresses = {block.address for block in program}
    if len(addresses) < len(program):
        raise BadInput(f"Two blocks of this UF2 file are for the same place. {_AGAIN}")
    end = max(addresses) + PAGE_SIZE - _FLASH_BASE
    if end > flash:
        raise BadInput(
            f"This UF2 file needs {end / _MB:.1f} MB of flash, but a {board} has only "
            f"{flash // _MB} MB: it is for another board."
        )
    return chip


def _blocks(content: bytes) -> Iterator[_Head]:
    if not content:
        raise BadInput("This file is empty.")
    for at in range(0, len(content), _BLOCK_SIZE):
        block, index = content[at : at + _BLOCK_SIZE], at // _BLOCK_SIZE
        if not block.startswith(_MAGIC[: len(block)]):
            if at == 0:
                raise BadInput(_not_uf2(content))
            rest = len(content) - at
            raise BadInput(
                f"After block {index - 1}, this UF2 file has {rest} bytes that are not a block."
                f" {_AGAIN}"
            )
        if len(block) < _BLOCK_SIZE:
            raise BadInput(f"This UF2 file is cut off inside block {index}. {_AGAIN}")
        if not block.endswith(_MAGIC_END):
            raise BadInput(f"Block {index} of this UF2 file has no end mark. {_AGAIN}")
        found = _Head(*struct.unpack_from("<6I", block, 8))
        yield found if found.flags & _HAS_FAMILY else found._replace(family=0)


def _not_uf2(content: bytes) -> str:
    begin = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    kinds = (name for start, name in _FILES.items() if begin.lower().startswith(start.lower()))
    kind = next(kinds, "")
    return f"This is not a UF2 file{f' but {kind}' if kind else ''}."


def _family(blocks: list[_Head]) -> int:
    """Returns the family of all blocks. It must be the same in all blocks, and known."""
    found = list(dict.fromkeys(block.family for block in blocks))
    chips = [name.upper() for family, (name, *_) in _CHIPS.items() if family in found]
    if len(chips) > 1:
        raise BadInput(
            f"This UF2 file has programs for both chips, {' and '.join(chips)}: use a file for "
            "only one of them."
        )
    family = next((each for each in found if each not in _CHIPS), None)
    if family is None and chips:
        return found[0]
    if not family:
        raise BadInput("This UF2 file does not name its chip, so no Pico accepts it.")
    what = _OTHERS.get(family, f"another chip (family {family:#010x})")
    with_ours = f" as well as the {chips[0]}" if chips else ""
    raise BadInput(f"This UF2 file is for {what}{with_ours}.")


def _check_kind(program: list[_Head]) -> None:
    for block in program:
        if block.flags & _CONTAINER:
            raise BadInput("This UF2 file contains files, but no program for the flash.")
        if _RAM <= block.address < _RAM_END:
            raise BadInput(
                "This UF2 file is a program for the RAM: it runs once and is not stored, as tools "
                "that erase the flash do. To run it, drag it onto the drive yourself."
            )
        if block.size != PAGE_SIZE:
            raise BadInput(
                f"The blocks of this UF2 file have {block.size} bytes each, but a Pico accepts "
                f"only blocks of {PAGE_SIZE}: the file is for another board."
            )
        if block.address < _FLASH_BASE or block.address % PAGE_SIZE:
            raise BadInput(
                f"A block of this UF2 file has the address {block.address:#x}, where no page of "
                "flash begins."
            )


def _check_numbers(program: list[_Head]) -> None:
    """Checks the numbers of the blocks: each must occur once, in order."""
    total = program[0].total
    for place, block in enumerate(program):
        if block.total != total:
            raise BadInput(
                f"One block of this UF2 file names {block.total} blocks in all, but another one "
                f"names {total}. {_AGAIN}"
            )
        if block.number != place:
            comes = "again" if block.number < place else "too early"
            raise BadInput(
                f"Block {block.number} of this UF2 file comes {comes}: block {place} was "
                f"expected. {_AGAIN}"
            )
    if len(program) != total:
        raise BadInput(f"This UF2 file has {len(program)} of {total} blocks. {_AGAIN}")
