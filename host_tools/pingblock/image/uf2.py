"""The MicroPython image that the device runs: found, checked and unpacked."""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import struct
import urllib.request
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from pingblock.common.cache import cache_dir, write_atomically
from pingblock.common.micropython import PICOS, Pico
from pingblock.errors import BadInput, MissingFile, Unavailable

NAME = "RPI_PICO-20241129-v1.24.1.uf2"
SHA256 = "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf"
FOLDER_URL = "https://micropython.org/resources/firmware"
URL = f"{FOLDER_URL}/{NAME}"
DOWNLOAD_TIMEOUT_S = 10.0

FLASH_BASE, FLASH_END = 0x10000000, 0x11000000  # RP2040 datasheet 2.2
# UF2 file format: 512-byte blocks, two magic words in front and one at the end.
_BLOCK_SIZE = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59  # Families. The second is for its Arm cores.
FAMILIES = {"rp2040": RP2040, "rp2350": RP2350}
# Against erratum RP2350-E10, a file for the RP2350 begins with an empty block of this family.
_ANY_CHIP = 0xE48BFF57
# The text of ``sys.version`` in a MicroPython image.
_VERSION = re.compile(rb"; MicroPython v(\d+\.\d+\.\d+)\S* on \d{4}-\d\d-\d\d")
_ANY_PLACE = 0x10FFFF00  # address of that block, which is not written
_SECTOR = 4096  # It is erased as a whole.
_FROZEN = b"start/factory.py\0"  # a name among those of frozen modules
SLOTS_MODULE = b"firmware_slots\0"  # Name of a module, only in a MicroPython that runs slots.
PROGRAM_BYTES = 0x80000  # Limit of that MicroPython. Slot a follows.
PAGE_SIZE = 256  # the RP2040's boot ROM uses this much of a block (datasheet 2.8.4)


def uf2_path() -> Path:
    """Returns the MicroPython image. If needed, downloads it into the user's cache.

    It looks in this order: the file in ``PINGBLOCK_UF2`` (any version, not checked), the user's
    cache folder, micropython.org. The last two must have the known hash.

    Raises:
        MissingFile: the file in ``PINGBLOCK_UF2`` does not exist.
        BadInput: the cached or downloaded file is not the expected one.
        Unavailable: there is no image and none can be downloaded.
    """
    named = os.environ.get("PINGBLOCK_UF2")
    if named:
        return _named(Path(named))
    cached = cache_dir() / NAME
    if not cached.is_file():
        _download(cached)
    _check(cached, cached.read_bytes())
    return cached


def micropython_in(content: bytes) -> str:
    """Returns the version of the MicroPython in a UF2 file, or "" if there is none.

    Raises:
        BadInput: see ``flash_blocks``.
    """
    said = _VERSION.search(_flash(content))
    return said[1].decode() if said else ""


@lru_cache(maxsize=4)
def _flash(content: bytes) -> bytes:
    return b"".join(block for _offset, block in flash_blocks(content))


def pico_in(content: bytes) -> Pico | None:
    """Returns the kind of Pico that a UF2 file's MicroPython is for, or None if it is not named.

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

    The name of that module is not enough, because the firmware contains it, too, frozen or as
    files after the program.
    """
    program = flash[:PROGRAM_BYTES]
    return SLOTS_MODULE in program and _FROZEN not in program


def _named(path: Path) -> Path:
    if not path.is_file():
        raise MissingFile(f"PINGBLOCK_UF2 names {path}, which is not a file: correct or unset it.")
    return path


def _check(path: Path, content: bytes) -> None:
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        raise BadInput(
            f"{path} has SHA-256 {found}, but {SHA256} was expected: delete it and try again."
        )


def _download(path: Path) -> None:
    try:
        with urllib.request.urlopen(URL, timeout=DOWNLOAD_TIMEOUT_S) as reply:
            content = reply.read()
    # The second one means that the download was cut.
    except (OSError, http.client.HTTPException) as fault:
        raise Unavailable(
            f"The MicroPython image is not on this machine and cannot be downloaded ({fault}). "
            f"Fix: {download_command()}"
        ) from fault
    _check(path, content)
    write_atomically(path, content)


def download_command() -> str:
    """Returns the command that puts that image into the user's cache folder."""
    return f"curl -fL --create-dirs -o {cache_dir() / NAME} {URL}"


def flash_blocks(content: bytes) -> list[tuple[int, bytes]]:
    """Unpacks a UF2 file into (offset from the start of flash in bytes, bytes).

    Raises:
        BadInput: it is not a UF2 file for the RP2040's flash.
    """
    blocks = []
    for at in range(0, len(content), _BLOCK_SIZE):
        block = content[at : at + _BLOCK_SIZE]
        if not first_block(block):
            blocks.append(_flash_block(at // _BLOCK_SIZE, block))
    return blocks


def first_block(content: bytes) -> bytes:
    """Returns the block for any chip at the beginning of a file for the RP2350, or b""."""
    first = content[:_BLOCK_SIZE]
    return first if struct.unpack_from("<I", first.ljust(32, b"\0"), 28) == (_ANY_CHIP,) else b""


def family(content: bytes) -> int:
    """Returns the family of chips in a UF2 file's blocks, or 0 if they name none.

    Raises:
        BadInput: it is not a UF2 file.
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
        pages: (offset from the start of flash in bytes, ``PAGE_SIZE`` bytes) each. Give all pages
            of a sector, because the boot ROM erases its 4096 bytes with the first page.
    """
    placed = sorted(pages)
    return b"".join(
        _packed(number, len(placed), FLASH_BASE + offset, page, family)
        for number, (offset, page) in enumerate(placed)
    )


def of_binary(content: bytes, chip: str) -> bytes:
    """Returns a UF2 file of a program at the start of flash.

    Args:
        content: the program.
        chip: a name of ``FAMILIES``.
    """
    steps = range(0, -(-len(content) // _SECTOR) * _SECTOR, PAGE_SIZE)
    pages = ((at, content[at : at + PAGE_SIZE].ljust(PAGE_SIZE, b"\xff")) for at in steps)
    return of_pages(pages, chip)


def of_pages(pages: Iterable[tuple[int, bytes]], chip: str) -> bytes:
    """Returns a UF2 file of pages, see ``pack``, for a chip (a name of ``FAMILIES``)."""
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
            f"Block {number} of the UF2 file is for the place {address:#x}, where no flash is."
        )
    return address - FLASH_BASE, block[32 : 32 + size]
