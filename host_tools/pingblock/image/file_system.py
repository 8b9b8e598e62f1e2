"""Builds and reads the device's file system as an image of its flash."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TypeVar

from littlefs import LittleFS, UserContext
from littlefs.errors import LittleFSError
from littlefs.lfs import LFSConfig

from pingblock.common.device_path import device_files
from pingblock.common.micropython import PICO as PICO_KIND
from pingblock.common.micropython import Pico
from pingblock.errors import BadInput
from pingblock.image import slot_image

BLOCK_SIZE = 4096


@dataclass(frozen=True)
class Storage:
    """The place of the file system in a Pico's flash, as MicroPython's board files define it.

    Args:
        offset: bytes from the start of flash.
        blocks: number of blocks of ``BLOCK_SIZE`` bytes, up to the end of flash.
    """

    offset: int
    blocks: int

    @property
    def size(self) -> int:
        """Size of the file system in bytes."""
        return self.blocks * BLOCK_SIZE


PICO = Storage(0xA0000, 352)  # MICROPY_HW_FLASH_STORAGE_BYTES = 1408 KiB of 2 MiB
PICO_2 = Storage(0x100000, 768)  # 3 MiB of 4 MiB
SLOTS = Storage(slot_image.STORAGE, 256)  # It follows both slots, if firmware runs in place.
ERASED = b"\xff"

Context = TypeVar("Context", bound=UserContext)
_PROGRAM_SIZE = 256  # MicroPython's rp2 port mounts with progsize=256
# Version 2.0, because every MicroPython can mount it. MicroPython 1.24 changes it to 2.1 at its
# first write.
_DISK_VERSION = 0x00020000
_ANY_VERSION = 0


def storage_of(pico: Pico, in_place: bool) -> Storage:
    """Returns where a kind of Pico has its files.

    Args:
        pico: the kind of Pico.
        in_place: whether its image runs firmware in place, from slots.
    """
    if pico.chip == PICO_KIND.chip:
        return SLOTS if in_place else PICO
    return PICO_2


def build(files: Mapping[str, bytes], storage: Storage = PICO) -> bytes:
    """Returns a LittleFS image as large as the storage.

    Args:
        files: path on the device (with or without a leading slash) to content.
        storage: the file system's place in the Pico's flash.

    Raises:
        BadInput: the files do not fit, or see ``common.device_path.device_files``.
    """
    return _built(tuple(device_files(files).items()), storage)


@lru_cache(maxsize=4)
def _built(files: tuple[tuple[str, bytes], ...], storage: Storage) -> bytes:
    """Returns the image. The result is cached, because most devices begin with the same files."""
    context = _with(UserContext(buffsize=0), ERASED * storage.size)
    disk = _open(context, _DISK_VERSION)
    disk.format()
    disk.mount()
    _write_all(disk, files)
    disk.unmount()
    return bytes(context.buffer)


def read(image: bytes) -> dict[str, bytes]:
    """Returns the files of an image: path without a leading slash to content."""
    context = _with(UserContext(buffsize=0), image)
    return _read_all(_open(context, _ANY_VERSION))


def _read_all(disk: LittleFS) -> dict[str, bytes]:
    disk.mount()
    found = {}
    for folder, _folders, names in disk.walk("/"):
        for name in names:
            path = str(PurePosixPath(folder, name))
            with disk.open(path, "rb") as file:
                found[path.lstrip("/")] = bytes(file.read())
    disk.unmount()
    return found


def used_blocks(image: bytes) -> dict[int, bytes]:
    """Returns the blocks of an image that a device needs: number -> content.

    These include blocks that were never written: the spare halves of pairs. Otherwise old content
    on a Pico could look like a newer half.
    """
    context = _with(_Watched(buffsize=0), image)
    _read_all(_open(context, _ANY_VERSION))
    numbers = sorted(context.touched)
    return {number: image[number * BLOCK_SIZE :][:BLOCK_SIZE] for number in numbers}


class _Watched(UserContext):
    """Records which blocks were read."""

    def __init__(self, buffsize: int) -> None:
        super().__init__(buffsize=buffsize)
        self.touched: set[int] = set()

    def read(self, cfg: LFSConfig, block: int, off: int, size: int) -> bytearray:
        self.touched.add(block)
        return super().read(cfg, block, off, size)


def _with(context: Context, content: bytes) -> Context:
    """Sets the content of a context directly, because ``Context(size)`` is slow."""
    context.buffer = bytearray(content)
    return context


def _open(context: UserContext, version: int) -> LittleFS:
    return LittleFS(
        context=context,
        mount=False,
        block_size=BLOCK_SIZE,
        block_count=len(context.buffer) // BLOCK_SIZE,
        prog_size=_PROGRAM_SIZE,
        disk_version=version,
    )


def _write_all(disk: LittleFS, files: Iterable[tuple[str, bytes]]) -> None:
    folders = set()
    for name, content in files:
        path = PurePosixPath(name)
        try:
            if path.parent not in folders:
                disk.makedirs(str(path.parent), exist_ok=True)
                folders.add(path.parent)
            with disk.open(str(path), "wb") as file:
                file.write(content)
        except (OSError, LittleFSError) as fault:
            raise BadInput(f"{path} does not fit on the device ({fault}).") from fault
