"""UF2 files of every kind: valid ones for a Pico, and others with the reason against them."""

from __future__ import annotations

import struct
from dataclasses import dataclass

RP2040, RP2350, ABSOLUTE, RISCV = 0xE48BFF56, 0xE48BFF59, 0xE48BFF57, 0xE48BFF5A
FLASH, RAM = 0x10000000, 0x20000000
COUNT = 5


@dataclass(frozen=True)
class Case:
    """A UF2 file.

    Args:
        name: name for people.
        data: content of the file.
        chip: the chip that it is for.
        refused: beginning of the sentence that refuses it, instead of ``chip``.
    """

    name: str
    data: bytes
    chip: str = ""
    refused: str = ""


def block(
    number, total=COUNT, address=None, family=RP2040, flags=0x2000, size=256, end=0x0AB16F30
):
    """Returns a block of 512 bytes."""
    place = FLASH + 256 * number if address is None else address
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, place, size, number, total, family)
    return head + b"\x5a" * 476 + struct.pack("<I", end)


def program(family=RP2040, at=FLASH, total=COUNT, **other) -> list[bytes]:
    """Returns the blocks of a complete program."""
    return [block(n, total, at + 256 * n, family, **other) for n in range(total)]


E10 = block(0, 2, 0x10FFFF00, ABSOLUTE)
PICO, PICO_2 = program(), program(RP2350)
AGAIN = "Fetch it again."


def cases() -> list[Case]:
    """Returns files of all kinds."""
    whole = {
        "a Pico's": (PICO, "rp2040"),
        "a Pico 2's": ([E10, *PICO_2], "rp2350"),
        "a Pico 2's without the block for E10": (PICO_2, "rp2350"),
        "one with gaps in flash": (
            [block(0, 2), block(1, 2, FLASH + 0x1FF000)], "rp2040"
        ),
        "one up to the end of 4 MB": (program(RP2350, FLASH + 0x400000 - 256 * COUNT), "rp2350"),
        "one with MD5 sums": (program(flags=0x6000), "rp2040"),
        "one with tags": (program(flags=0xA000), "rp2040"),
        "one with a note for other places": ([*PICO, block(0, 1, 0, flags=0x2001)], "rp2040"),
    }  # fmt: skip
    refused = {
        "cut at a block's end": (PICO[:-2], "This UF2 file has 3 of 5 blocks. " + AGAIN),
        "without its begin": (PICO[1:], "Block 1 of this UF2 file comes too early: block 0"),
        "with a gap": ([*PICO[:2], *PICO[3:]], "Block 3 of this UF2 file comes too early:"),
        "doubled": (PICO * 2, "Block 0 of this UF2 file comes again: block 5 was expected."),
        "with a block twice": ([*PICO[:2], *PICO[1:]], "Block 1 of this UF2 file comes again:"),
        "in another order": (
            PICO[::-1],
            "Block 4 of this UF2 file comes too early: block 0",
        ),
        "with two totals": ([*PICO[:4], block(4, 9)], "One block of this UF2 file names 9 blocks"),
        "with one place twice": ([*PICO[:4], block(4, 5, FLASH)], "Two blocks of this UF2 file"),
        "for the RAM": (program(at=RAM), "This UF2 file is a program for the RAM"),
        "for two other chips": (
            [block(0, 2, family=1), block(1, 2, family=0x20042000)],
            "This UF2 file is for another chip (family 0x00000001).",
        ),
        "for nowhere": (
            program(at=0x8000),
            "A block of this UF2 file has the address 0x8000, where no page of flash begins.",
        ),
        "between pages": (
            program(at=FLASH + 8),
            "A block of this UF2 file has the address 0x10000008, where no page of flash begins.",
        ),
        "for bigger flash": (program(at=FLASH + 0x300000), "This UF2 file needs 3.0 MB of"),
        "for both": (
            [*PICO, E10, *PICO_2],
            "This UF2 file has programs for both chips, RP2040 and",
        ),
        "for both, the other first": (
            [E10, *PICO_2, *PICO],
            "This UF2 file has programs for both",
        ),
        "for RISC-V": (
            [E10, *program(RISCV)],
            "This UF2 file is for the RISC-V cores of an RP2350",
        ),
        "for RISC-V and a Pico": (PICO + program(RISCV), "This UF2 file is for the RISC-V"),
        "for fixed places": (program(ABSOLUTE), "This UF2 file is for fixed places of an RP2350"),
        "of E10's block only": ([E10], "This UF2 file is for fixed places of an RP2350"),
        "for another chip": (program(0x55114460, 0x4000), "This UF2 file is for the chip SAMD51."),
        "for a chip unknown": (
            program(0x12345678),
            "This UF2 file is for another chip (family 0x12",
        ),
        "for no chip named": (program(0, flags=0), "This UF2 file does not name its chip"),
        "of files": (program(flags=0x3000), "This UF2 file contains files, but no program"),
        "with long blocks": (program(size=476), "The blocks of this UF2 file have 476 bytes each"),
        "with a bad end": (
            [*PICO[:2], block(2, end=7), *PICO[3:]],
            "Block 2 of this UF2 file has no",
        ),
        "with an empty tail": (
            [*PICO, bytes(512)],
            "After block 4, this UF2 file has 512 bytes",
        ),
        "with a line's end": (
            [*PICO, b"\n"],
            "After block 4, this UF2 file has 1 bytes that are not a block.",
        ),
        "cut in a block": ([*PICO[:3], PICO[3][:400]], "This UF2 file is cut off inside block 3."),
        "cut in its first block": ([PICO[0][:5]], "This UF2 file is cut off inside block 0."),
        "empty": ([], "This file is empty."),
        "no UF2": ([b"\0\xb5\x32\x4b" * 300], "This is not a UF2 file."),
        "a ZIP archive": ([b"PK\x03\x04", bytes(600)], "This is not a UF2 file but a ZIP archive"),
        "a DFU file": ([b"DfuSe", bytes(600)], "This is not a UF2 file but a DFU file."),
        "a program of a linker": (
            [b"\x7fELF", bytes(600)],
            "This is not a UF2 file but an ELF file.",
        ),
        "a web page": ([b"\n<!doctype HTML>"], "This is not a UF2 file but a web page."),
    }
    return [
        *(Case(name, b"".join(blocks), chip=chip) for name, (blocks, chip) in whole.items()),
        *(Case(name, b"".join(blocks), refused=why) for name, (blocks, why) in refused.items()),
    ]
