"""The file system of the device as one flash image."""

from __future__ import annotations

import sys
from binascii import crc32
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TypeVar
from zipfile import ZipFile

from littlefs import LittleFS, UserContext
from littlefs.errors import LittleFSError
from littlefs.lfs import LFSConfig

from pingblock.build import programs, slot_image
from pingblock.build.board import BOARD, BoardData, firmware_files, for_board
from pingblock.build.bundle import bundle, entries_of, firmware_sources
from pingblock.build.mpy import compile_file, shipped
from pingblock.common.archive import zipped
from pingblock.common.cache import cache_dir, kept
from pingblock.common.device_path import device_files as checked_files
from pingblock.common.micropython import PICO as PICO_KIND
from pingblock.common.micropython import Pico
from pingblock.errors import BadInput
from pingware.shared import seal, slots

BLOCK_SIZE = 4096


@dataclass(frozen=True)
class Storage:
    """The place of the file system in a board's flash, as MicroPython's board files set it.

    Args:
        offset: from the start of flash, bytes.
        blocks: of ``BLOCK_SIZE`` bytes, to the end of flash.
    """

    offset: int
    blocks: int

    @property
    def size(self) -> int:
        """Bytes of the file system."""
        return self.blocks * BLOCK_SIZE


PICO = Storage(0xA0000, 352)  # MICROPY_HW_FLASH_STORAGE_BYTES = 1408 KiB of 2 MiB
PICO_2 = Storage(0x100000, 768)  # 3 MiB of 4
SLOTS = Storage(slot_image.STORAGE, 256)  # of a Pico whose image runs in place: after both slots
ERASED = b"\xff"

Context = TypeVar("Context", bound=UserContext)
ROOT = "root"  # folder of the firmware: what lies outside the package
MAIN = "main.py"  # stays source: MicroPython looks for it by name
LAST = "last.py"  # stays source: what spoils compiled files does not spoil it
START = {"app": "start.py", "safe": "safe.py"}  # module on the device: file
FIRST_SLOT = slots.SLOTS[0]
_PROGRAM_SIZE = 256  # the rp2 port mounts with progsize=256
# Written as 2.0, which every MicroPython mounts; 1.24 turns it into 2.1 at its first write.
_DISK_VERSION = 0x00020000
_ANY_VERSION = 0
# What merges and compiles, as it is imported: what another builder made is not this one's.
_BUILDER = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]


def storage_of(pico: Pico, in_place: bool) -> Storage:
    """Returns the place of the files of a kind of Pico.

    Args:
        pico: the kind.
        in_place: whether its image runs firmware in place.
    """
    if pico.chip == PICO_KIND.chip:
        return SLOTS if in_place else PICO
    return PICO_2


def device_files(
    firmware_dir: Path, extra: Mapping[str, bytes] | None = None, board: BoardData = BOARD
) -> dict[str, bytes]:
    """Returns everything that a new device holds: firmware in slot a, and ``extra`` on top.

    Args:
        firmware_dir: as ``pingblock.common.firmware.firmware_dir`` returns it.
        extra: path on the device to content; wins over a firmware file of the same path.
        board: which board the firmware is for.
    """
    slot = {f"{FIRST_SLOT}/{name}": data for name, data in slot_files(firmware_dir, board).items()}
    return {**rescue_files(firmware_dir, board), **slot, **(extra or {})}


def rescue_files(firmware_dir: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns what starts a slot, which no update replaces: path on the device to content."""
    folder = slots.START.lstrip("/")
    started = {
        f"{folder}/{name}.mpy": compile_file(source, f"{name}.py")
        for name, source in start_sources(firmware_dir, board).items()
    }
    root = firmware_dir / ROOT
    return {
        MAIN: for_board((root / MAIN).read_bytes(), board),
        slots.SLOT.lstrip("/"): f"/{FIRST_SLOT}".encode(),
        f"{folder}/{LAST}": for_board((root / LAST).read_bytes(), board),
        **started,
    }


def start_sources(firmware_dir: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the modules of the start: name on the device to source, the board's pins too."""
    pins = "".join(f"{pin.name.upper()} = {pin.gpio}\n" for pin in board.PINS)
    root = firmware_dir / ROOT
    read = {name: for_board((root / file).read_bytes(), board) for name, file in START.items()}
    return {**read, "pins": pins.encode()}


def slot_files(firmware_dir: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the merged firmware, with its manifest: path below the slot's folder to content."""
    files = {**shipped(firmware_dir), **firmware_files(board)}
    data = {name: files[name] for name in files if not name.endswith(".py")}
    found = {**data, **_merged(tuple(firmware_sources(files).items()))}
    return {**found, slots.MANIFEST: manifest(found)}


def manifest(files: Mapping[str, bytes]) -> bytes:
    """Returns the hashes of files, as ``sha256sum`` writes them."""
    lines = (f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "".join(lines).encode()


@cache
def _merged(modules: tuple[tuple[str, bytes], ...]) -> dict[str, bytes]:
    """Returns the compiled bundles of these modules; merging takes 1 s, so they are kept."""
    about = repr((sys.version, _BUILDER, modules))
    cached = cache_dir("merged") / f"{sha256(about.encode()).hexdigest()}.zip"
    with ZipFile(BytesIO(kept(cached, lambda: zipped(_merge(dict(modules)))))) as merged:
        return {name: merged.read(name) for name in merged.namelist()}


def _merge(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    sources = programs.for_device(modules)
    return {
        f"{name}.mpy": sealed(compile_file(source.encode(), name))
        for name, source in reversed(bundle(sources, entries_of(sources)).items())
    }


def sealed(compiled: bytes) -> bytes:
    """Returns a module with its seal, which ``pingware/storage/whole_files.py`` looks at."""
    return compiled + seal.seal(crc32(compiled))


def build(files: Mapping[str, bytes], storage: Storage = PICO) -> bytes:
    """Returns a LittleFS image of the storage's size, for its offset.

    Args:
        files: path on the device (with or without a leading slash) to content.
        storage: of the board.

    Raises:
        BadInput: the files do not fit, or see ``common.device_path.device_files``.
    """
    return _built(tuple(checked_files(files).items()), storage)


@lru_cache(maxsize=4)
def _built(files: tuple[tuple[str, bytes], ...], storage: Storage) -> bytes:
    """Returns the image; kept, as most devices begin with the same."""
    context = _with(UserContext(buffsize=0), ERASED * storage.size)
    disk = _open(context, _DISK_VERSION)
    disk.format()
    disk.mount()
    _write_all(disk, files)
    disk.unmount()
    return bytes(context.buffer)


def read(image: bytes) -> dict[str, bytes]:
    """Returns what an image holds: path without a leading slash to content."""
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
    """Returns the blocks of an image that a device needs, by number.

    Among them are blocks that were never written: the spare halves of pairs. What a board had
    there before could look like a newer half.
    """
    context = _with(_Watched(buffsize=0), image)
    _read_all(_open(context, _ANY_VERSION))
    numbers = sorted(context.touched)
    return {number: image[number * BLOCK_SIZE :][:BLOCK_SIZE] for number in numbers}


class _Watched(UserContext):
    """Remembers which blocks were read."""

    def __init__(self, buffsize: int) -> None:
        super().__init__(buffsize=buffsize)
        self.touched: set[int] = set()

    def read(self, cfg: LFSConfig, block: int, off: int, size: int) -> bytearray:
        self.touched.add(block)
        return super().read(cfg, block, off, size)


def _with(context: Context, content: bytes) -> Context:
    """Gives a context its content at once; with a size alone it fills itself byte by byte."""
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
