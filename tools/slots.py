"""Builds the image that runs in place: ``python -m tools.slots [NAME ...]``.

The base is MicroPython with ``safe`` and the start frozen into it, see ``tools/slot_base.py``. The
firmware is also frozen code, but outside of the base. Its modules become C constants, which are
compiled and linked to the addresses of that base, at the address of a slot. The image is the base
and slot 0. It erases the head of slot 1.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import slot_base
from tools.micropython_build import WORK
from tools.micropython_source import ROOT, run
from tools.slot_base import Base, base_of, output, write

from pingblock.boards.board import BoardData
from pingblock.common.cache import cache_dir, kept, write_atomically
from pingblock.common.frozen import SLOTS
from pingblock.common.micropython import RELEASED, Pico
from pingblock.errors import PingblockError
from pingblock.image import frozen, slot_image, uf2
from pingware.shared.slot_format import CONTENT

OUT = ROOT / "build" / "slots"
_FLASH = 0x10000000
_POOL_SYMBOL = "mp_qstr_frozen_const_pool"
_POOL_BEFORE = "pingblock_base_strings"  # name of the base's last pool in the slot's C
_COUNTED = "MP_QSTRnumber_of"
_LISTED = "#ifdef MICROPY_FROZEN_LIST_ITEM"  # a list for picotool
_FLAGS = (
    "-mlongint-impl=mpz",
    "-mmpz-dig-size=16",
)  # arguments of mpy-tool, as in MicroPython's build
_NO_SOURCES = "-DMP_FROZEN_STR_NAMES="  # because no module is frozen as source
_SCRIPT = """
SECTIONS {{
    . = {address:#x};
    .slot : {{ KEEP(*(.rodata.pingblock_table)) *(.rodata*) *(.text*) }}
    /DISCARD/ : {{ *(.comment) *(.ARM.attributes) *(.debug*) *(.note*) }}
}}
ASSERT(SIZEOF(.data) + SIZEOF(.bss) == 0, "a slot has constants only")
"""


@dataclass(frozen=True)
class Kind:
    """One of the images, for one kind of Pico."""

    pico: Pico

    @property
    def name(self) -> str:
        """Name of its file, without the ending."""
        return f"pingblock-{self.pico.name}{SLOTS}"

    @property
    def board(self) -> BoardData:
        """Its pins and parts."""
        return slot_base.board_for(self.pico)

    @property
    def place(self) -> Path:
        """Its file in the user's cache, which exists after a build of these sources."""
        about = (Path(__file__), Path(slot_image.__file__))
        base = slot_base.place(self.name, self.pico).name
        made_of = (base, frozen.made_of(self.board), Path(frozen.__file__).read_bytes())
        key = hashlib.sha256(repr((made_of, [path.read_bytes() for path in about])).encode())
        return cache_dir("slots") / f"{self.name}-{key.hexdigest()[:16]}.uf2"

    @property
    def base(self) -> Base:
        """The base of the image."""
        return base_of(self.name, self.pico)

    @property
    def has_base(self) -> bool:
        """True if the base is in the user's cache, so that the image takes seconds to make."""
        return slot_base.place(self.name, self.pico).is_file()


KINDS = {kind.name: kind for kind in map(Kind, RELEASED)}


def build(kind: Kind) -> bytes:
    """Returns the UF2 file, from the cache if it was built before. It becomes the newest there.

    ``image_path`` takes the newest image with the current firmware, so an image with another base,
    for example of another branch, would be taken instead if it was built later.

    Raises:
        Unavailable: a tool or a source is missing and cannot be downloaded.
        BadInput: a source is not the known one, or the firmware is too large.
    """
    content = kept(kind.place, lambda: _built(kind))
    now_ns = time.time_ns()  # finer than the system's time of a file
    os.utime(kind.place, ns=(now_ns, now_ns))
    return content


def _built(kind: Kind) -> bytes:
    modules, identity = frozen.firmware_modules(kind.board), frozen.made_of(kind.board)
    return packed(kind, modules, WORK / f"{kind.name}-slot", identity)


def packed(kind: Kind, modules: Mapping[str, bytes], folder: Path, identity: bytes = b"") -> bytes:
    """Returns the UF2 file with the base of a kind and this firmware in slot a.

    Args:
        kind: kind of the image.
        modules: path to compiled module.
        folder: folder for intermediate files. It is emptied first.
        identity: identity of the firmware, see ``SlotImage.factory``.
    """
    base = kind.base
    factory = linked(base, modules, folder).factory(identity)
    return uf2.of_pages(slot_image.whole(base.program, factory), kind.pico.chip)


def linked(base: Base, modules: Mapping[str, bytes], folder: Path) -> slot_image.SlotImage:
    """Returns firmware for both slots, linked to a base.

    Args:
        base: base that runs it.
        modules: path to compiled module.
        folder: folder for intermediate files. It is emptied first.
    """
    write(folder, modules)
    compiled_object = _object(base, sorted(modules), folder)
    first, second = (_content(base, compiled_object, slot) for slot in range(slot_image.COUNT))
    return slot_image.SlotImage(base.sha256, first, slot_image.moved(first, second))


def _object(base: Base, names: list[str], folder: Path) -> Path:
    """Compiles modules into constants that fit the base. Returns the object file."""
    strings, known = base.strings, folder / "qstrdefs.h"
    frozen_in_base = "".join(f"Q({text})\n" for text in strings.values())
    known.write_text(base.defined + frozen_in_base, encoding="utf-8")
    words = (sys.executable, base.tool, "-f", "-q", known, *_FLAGS, *names)
    source = folder / "slot.c"
    source.write_text(_adapted(output(words, folder), list(strings)), encoding="utf-8")
    target = folder / "slot.o"
    command = (*base.compiler, _NO_SOURCES, "-c", source, "-o", target)
    run(*command, what="Compiling the slot", where=folder)
    return target


def _adapted(content: str, strings: list[str]) -> str:
    """Returns mpy-tool's output, changed so that its strings come after those of the base."""
    first = f"MP_QSTR_{strings[0]} = {_COUNTED}"
    before = ", ".join((first, *(f"MP_QSTR_{name}" for name in strings[1:]), "number_of_base"))
    own = content.replace(_COUNTED, "number_of_base").replace("mp_qstr_const_pool", _POOL_BEFORE)
    own = own.replace(_LISTED, "#if 0")
    return f'#include "py/qstr.h"\nenum {{ {before} }};\n{own}'


def _content(base: Base, compiled_object: Path, slot: int) -> bytes:
    """Links the object to the base, at the address of a slot."""
    script, elf = (compiled_object.with_suffix(f".{slot}.{end}") for end in ("ld", "elf"))
    addresses = base.symbols
    addresses[_POOL_BEFORE] = addresses[_POOL_SYMBOL]
    wanted = output(("arm-none-eabi-nm", "-u", compiled_object), ROOT).split()[1::2]
    given = "".join(f"{name} = {addresses[name]:#x};\n" for name in wanted)
    address = _FLASH + slot_image.offset(slot) + CONTENT
    script.write_text(given + _SCRIPT.format(address=address), encoding="utf-8")
    what = "Linking the slot"
    run("arm-none-eabi-ld", "-T", script, compiled_object, "-o", elf, what=what)
    binary = elf.with_suffix(".bin")
    run("arm-none-eabi-objcopy", "-O", "binary", elf, binary, what=what)
    return binary.read_bytes()


def main() -> int:
    """Builds the named images, or all, and prints their paths."""
    names = sys.argv[1:] or list(KINDS)
    if unknown := [name for name in names if name not in KINDS]:
        print(f"There is no image {unknown[0]}: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    try:
        for name in names:
            content = build(KINDS[name])
            place = OUT / f"{name}.uf2"
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, content)
            print(f"{place.relative_to(ROOT)}: {len(content) / 1000:.0f} kB")
    except PingblockError as fault:
        print(f"The image was not built. {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
