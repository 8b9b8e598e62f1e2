"""Builds the image that runs in place: ``python -m tools.slots [NAME ...]``.

The base is MicroPython with ``safe`` and the start frozen into it. The firmware is frozen code,
too, but outside of the base: its modules become C constants, which are compiled and linked to the
addresses of that base, at the address of a slot. The image is the base and slot 0.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.micropython_build import HERE, PARTS, WORK, compiled, edited
from tools.micropython_source import ROOT, run

from pingblock.build import frozen, slot_image, uf2
from pingblock.build.board import BOARD, BoardData, with_chip
from pingblock.common.cache import cache_dir, kept, write_atomically
from pingblock.common.micropython import RELEASED, Pico
from pingblock.errors import BadInput, PingblockError

OUT = ROOT / "build" / "slots"
_BASE = HERE / "base"
_FLASH = 0x10000000
_HASH_SYMBOL, _POOL_SYMBOL = "pingblock_base_hash", "mp_qstr_frozen_const_pool"
_POOL_BEFORE = "pingblock_base_strings"  # as the slot's C calls the last pool of the base
_COUNTED = "MP_QSTRnumber_of"
_LISTED = "#ifdef MICROPY_FROZEN_LIST_ITEM"  # a list for picotool
_FLAGS = (
    "-mlongint-impl=mpz",
    "-mmpz-dig-size=16",
)  # of mpy-tool, as MicroPython's build has them
_SCRIPT = """
SECTIONS {{
    . = {address:#x};
    .slot : {{ KEEP(*(.rodata.pingblock_table)) *(.rodata*) *(.text*) }}
    /DISCARD/ : {{ *(.comment) *(.ARM.attributes) *(.debug*) *(.note*) }}
}}
ASSERT(SIZEOF(.data) + SIZEOF(.bss) == 0, "a slot has constants only")
"""


@dataclass(frozen=True)
class Base:
    """MicroPython that was built to run slots.

    Args:
        micropython: its sources.
        out: folder of its build.
        program: as it is in the flash, with its hash in it.
        sha256: of the program before its hash was written into it.
    """

    micropython: Path
    out: Path
    program: bytes
    sha256: bytes


@dataclass(frozen=True)
class Kind:
    """One of the images: the Pico that it is for."""

    pico: Pico

    @property
    def name(self) -> str:
        """Name of its file, without the ending."""
        return f"pingblock-{self.pico.name}"

    @property
    def board(self) -> BoardData:
        """Its pins and parts."""
        return with_chip(BOARD, self.pico.chip, self.pico.radio)

    @property
    def place(self) -> Path:
        """Its file in the user's cache, once it is built from these sources."""
        about = (Path(__file__), Path(slot_image.__file__), *sorted(_BASE.glob("*.py")), *PARTS)
        made_of = (self.name, frozen.about(self.board), [path.read_bytes() for path in about])
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
        return cache_dir("slots") / f"{self.name}-{key}.uf2"


KINDS = {kind.name: kind for kind in map(Kind, RELEASED)}


def build(kind: Kind) -> bytes:
    """Returns the UF2 file, from the cache if it was built before.

    Raises:
        Unavailable: a tool or a source is missing and cannot be downloaded.
        BadInput: a source is not the known one, or the firmware is too large.
    """
    return kept(kind.place, lambda: _built(kind))


def _built(kind: Kind) -> bytes:
    base = base_of(kind)
    image = linked(base, frozen.firmware_modules(kind.board), WORK / f"{kind.name}-slot")
    pages = slot_image.pages([(0, base.program), (slot_image.offset(0), image.factory())])
    return uf2.of_pages(pages, kind.pico.chip)


def base_of(kind: Kind) -> Base:
    """Returns the base of a kind, built unless MicroPython's build finds that nothing changed."""
    micropython, folder = edited(), WORK / f"{kind.name}-base"
    _write(folder, frozen.base_modules(_BASE, kind.board))
    out = compiled(micropython, kind.pico, folder, slots=True)
    program = (out / "firmware.bin").read_bytes()
    if len(program) > (most := slot_image.FIRST):
        raise BadInput(f"The base has {len(program)} bytes, but slot 0 begins at {most}.")
    sha256 = hashlib.sha256(program).digest()
    at = _symbols(out / "firmware.elf").get(_HASH_SYMBOL, 0) - _FLASH
    if at < 0 or program[at : at + len(sha256)] != bytes(len(sha256)):
        raise BadInput(f"The base has no {len(sha256)} zeros for its hash, {_HASH_SYMBOL}.")
    return Base(micropython, out, program[:at] + sha256 + program[at + len(sha256) :], sha256)


def linked(base: Base, modules: Mapping[str, bytes], folder: Path) -> slot_image.SlotImage:
    """Returns firmware for both slots, linked to a base.

    Args:
        base: that runs it.
        modules: path to compiled module.
        folder: for files on the way; it is emptied.
    """
    _write(folder, modules)
    compiled_object = _object(base, sorted(modules), folder)
    first, second = (_content(base, compiled_object, slot) for slot in range(slot_image.COUNT))
    return slot_image.SlotImage(base.sha256, first, slot_image.moved(first, second))


def _write(folder: Path, modules: Mapping[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in modules.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _object(base: Base, names: list[str], folder: Path) -> Path:
    """Compiles modules into constants that fit the base; returns the object file."""
    strings = _base_strings(base)
    known = folder / "qstrdefs.h"
    defined = (base.out / "genhdr" / "qstrdefs.preprocessed.h").read_text(encoding="utf-8")
    known.write_text(defined + "".join(f"Q({text})\n" for text in strings.values()), "utf-8")
    tool = base.micropython / "tools" / "mpy-tool.py"
    words = (sys.executable, tool, "-f", "-q", known, *_FLAGS, *names)
    source = folder / "slot.c"
    source.write_text(_adapted(_output(words, folder), list(strings)), encoding="utf-8")
    target = folder / "slot.o"
    empty = "-DMP_FROZEN_STR_NAMES="  # no module is frozen as source
    run(
        *_compiler(base),
        empty,
        "-c",
        source,
        "-o",
        target,
        what="Compiling the slot",
        where=folder,
    )
    return target


def _base_strings(base: Base) -> dict[str, str]:
    """Returns the strings that are frozen in the base: name in C to text, in their order."""
    content = (base.out / "frozen_content.c").read_text(encoding="utf-8")
    names = re.search(r"^enum \{(.*?)\}", content, re.S | re.M)
    pool = content[content.index("const qstr_pool_t ") :]
    texts = re.findall(r'^        "(.*)",$', pool[: pool.index("};")], re.M)
    found = re.findall(r"MP_QSTR_(\w+)", names[1]) if names else []
    return dict(zip(found, texts, strict=True))


def _adapted(content: str, strings: list[str]) -> str:
    """Returns what mpy-tool has written so that its strings come after those of the base."""
    first = f"MP_QSTR_{strings[0]} = {_COUNTED}"
    before = ", ".join((first, *(f"MP_QSTR_{name}" for name in strings[1:]), "number_of_base"))
    own = content.replace(_COUNTED, "number_of_base").replace("mp_qstr_const_pool", _POOL_BEFORE)
    own = own.replace(_LISTED, "#if 0")
    return f'#include "py/qstr.h"\nenum {{ {before} }};\n{own}'


def _content(base: Base, compiled_object: Path, slot: int) -> bytes:
    """Links the object to the base, at the address of a slot."""
    script, elf = (compiled_object.with_suffix(f".{slot}.{end}") for end in ("ld", "elf"))
    addresses = _symbols(base.out / "firmware.elf")
    addresses[_POOL_BEFORE] = addresses[_POOL_SYMBOL]
    wanted = _output(("arm-none-eabi-nm", "-u", compiled_object), ROOT).split()[1::2]
    given = "".join(f"{name} = {addresses[name]:#x};\n" for name in wanted)
    address = _FLASH + slot_image.offset(slot) + slot_image.CONTENT
    script.write_text(given + _SCRIPT.format(address=address))
    what = "Linking the slot"
    run("arm-none-eabi-ld", "-T", script, compiled_object, "-o", elf, what=what)
    binary = elf.with_suffix(".bin")
    run("arm-none-eabi-objcopy", "-O", "binary", elf, binary, what=what)
    return binary.read_bytes()


def _compiler(base: Base) -> list[str]:
    """Returns the command that compiled the base, without files."""
    flags = (base.out / "CMakeFiles" / "firmware.dir" / "flags.make").read_text()
    lines = (
        re.search(rf"^C_{part} = (.*)$", flags, re.M) for part in ("DEFINES", "INCLUDES", "FLAGS")
    )
    return [
        "arm-none-eabi-gcc",
        *(word for line in lines if line for word in shlex.split(line[1])),
    ]


def _symbols(elf: Path) -> dict[str, int]:
    lines = _output(("arm-none-eabi-nm", elf), ROOT).splitlines()
    return {words[2]: int(words[0], 16) for line in lines if len(words := line.split()) == 3}


def _output(words: tuple[object, ...], where: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=where, capture_output=True, text=True)
    if done.returncode:
        raise BadInput(f"{words[0]} failed:\n{done.stderr[-3000:].strip()}")
    return done.stdout


def main() -> int:
    """Builds the named images, or all; prints where they are."""
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
