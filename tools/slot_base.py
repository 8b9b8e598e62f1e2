"""The base of the image that runs in place: MicroPython that chooses a slot, and its addresses.

It is built once for its sources and kept in the user's cache. The archive has everything that
links firmware to it: the program, its addresses, its strings, the headers and MicroPython's
tool. So firmware is linked in seconds, also in another checkout.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from tools.micropython_build import NATIVE, PARTS, WORK, compiled, edited
from tools.micropython_source import ROOT

from pingblock.boards.board import BOARD, BoardData, with_chip
from pingblock.common.cache import cache_dir, kept
from pingblock.common.micropython import Pico
from pingblock.errors import BadInput
from pingblock.image import frozen, slot_image

COMPILER = "arm-none-eabi-gcc"
TOOL = "tools/mpy-tool.py"
_PROGRAM, _SHA256, _FLAGS, _SYMBOLS = "program.bin", "program.sha256", "flags.json", "symbols.txt"
_STRINGS, _FROZEN = "genhdr/qstrdefs.preprocessed.h", "frozen_content.c"
_SOURCES = "micropython"  # folder of the archive
_TREE, _NATIVE = "{tree}", "{native}"  # placeholders in the compiler's words
_FLASH = 0x10000000
_HASH_SYMBOL = "pingblock_base_hash"


@dataclass(frozen=True)
class Base:
    """MicroPython that was built to run slots, as files.

    Args:
        folder: folder with all files of the archive.
    """

    folder: Path

    @property
    def program(self) -> bytes:
        """The program in the flash, with its hash in it."""
        return (self.folder / _PROGRAM).read_bytes()

    @property
    def sha256(self) -> bytes:
        """The hash of the program before it was written into it."""
        return (self.folder / _SHA256).read_bytes()

    @property
    def tool(self) -> Path:
        """MicroPython's tool that turns modules into C."""
        return self.folder / _SOURCES / TOOL

    @property
    def defined(self) -> str:
        """The strings of its C sources, in the tool's form."""
        return (self.folder / Path(_STRINGS).name).read_text(encoding="utf-8")

    @property
    def strings(self) -> dict[str, str]:
        """The strings that are frozen in it: name in C to text, in their order."""
        return frozen_strings((self.folder / _FROZEN).read_text(encoding="utf-8"))

    @property
    def symbols(self) -> dict[str, int]:
        """The addresses of the base's symbols, by name."""
        return _numbers((self.folder / _SYMBOLS).read_text(encoding="utf-8"))

    @property
    def compiler(self) -> list[str]:
        """The command that compiled it, without files."""
        words = json.loads((self.folder / _FLAGS).read_text(encoding="utf-8"))
        tree = str(self.folder / _SOURCES)
        flags = (word.replace(_TREE, tree).replace(_NATIVE, str(NATIVE)) for word in words)
        return [COMPILER, *flags]


def board_for(pico: Pico) -> BoardData:
    """Returns the pins and parts of a kind of Pico."""
    return with_chip(BOARD, pico.chip, pico.radio)


def place(name: str, pico: Pico) -> Path:
    """Returns the archive's path in the user's cache. It exists after a build of these sources.

    Args:
        name: name of the image.
        pico: kind of Pico.
    """
    parts = [path.read_bytes() for path in (Path(__file__), *PARTS)]
    made_of = (name, frozen.base_modules(board_for(pico)), parts)
    key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
    return cache_dir("slots") / f"{name}-base-{key}.tar.xz"


def base_of(name: str, pico: Pico) -> Base:
    """Returns the base of an image, from the cache if it was built before.

    Raises:
        Unavailable: a tool or a source is missing and cannot be downloaded.
        BadInput: a source is not the known one, or the program is too large.
    """
    packed = place(name, pico)
    content = kept(packed, lambda: _archive(_built(name, pico)))
    folder = WORK / packed.name.partition(".")[0]
    if not folder.is_dir():
        scratch = folder.with_suffix(".part")
        shutil.rmtree(scratch, ignore_errors=True)
        with tarfile.open(fileobj=BytesIO(content)) as files:
            files.extractall(scratch, filter="data")
        scratch.rename(folder)
    return Base(folder)


def _built(name: str, pico: Pico) -> dict[str, bytes]:
    """Builds a base. Returns the files of its archive."""
    micropython, modules = edited(), WORK / f"{name}-base"
    write(modules, frozen.base_modules(board_for(pico)))
    out = compiled(micropython, pico, modules, slots=True)
    symbols = output(("arm-none-eabi-nm", out / "firmware.elf"), ROOT)
    program, sha256 = with_hash((out / "firmware.bin").read_bytes(), _numbers(symbols))
    flags = _flags(out)
    about = json.dumps(
        [word.replace(str(micropython), _TREE).replace(str(NATIVE), _NATIVE) for word in flags]
    )
    found = {_PROGRAM: program, _SHA256: sha256, _SYMBOLS: symbols.encode()}
    found |= {_FLAGS: about.encode(), _FROZEN: (out / _FROZEN).read_bytes()}
    found[Path(_STRINGS).name] = (out / _STRINGS).read_bytes()
    needed = {micropython / TOOL, micropython / "py" / "makeqstrdata.py"}
    told = output((COMPILER, *flags, "-M", out / _FROZEN), ROOT).replace("\\\n", " ")
    needed |= {Path(word) for word in told.split()[1:]}
    for path in (each.resolve() for each in needed):
        if path.is_relative_to(micropython) and path.name != _FROZEN:
            inside = path.relative_to(micropython)
            found[f"{_SOURCES}/{inside}"] = movable(path.read_bytes(), inside, micropython)
    return found


def movable(source: bytes, path: Path, tree: Path) -> bytes:
    """Returns a source file whose includes are found in any folder of the sources.

    Args:
        source: text in which cmake may have written absolute paths.
        path: path of the file in the sources.
        tree: folder of the sources while the base is built.
    """
    return source.replace(f'"{tree}/'.encode(), b'"' + b"../" * len(path.parent.parts))


def with_hash(program: bytes, symbols: Mapping[str, int]) -> tuple[bytes, bytes]:
    """Returns a program with its SHA-256 written into it, and that hash.

    Raises:
        BadInput: it has no space for the hash, or is too large.
    """
    if len(program) > (most := slot_image.FIRST):
        raise BadInput(f"The base has {len(program)} bytes. Only {most} fit before slot 0.")
    sha256 = hashlib.sha256(program).digest()
    at = symbols.get(_HASH_SYMBOL, 0) - _FLASH
    if at < 0 or program[at : at + len(sha256)] != bytes(len(sha256)):
        raise BadInput(f"The base has no {len(sha256)} zeros for its hash, {_HASH_SYMBOL}.")
    return program[:at] + sha256 + program[at + len(sha256) :], sha256


def frozen_strings(content: str) -> dict[str, str]:
    """Returns the strings in a file of MicroPython's tool: name in C to text, in their order."""
    names = re.search(r"^enum \{(.*?)\}", content, re.S | re.M)
    pool = content[content.index("const qstr_pool_t ") :]
    texts = re.findall(r'^        "(.*)",$', pool[: pool.index("};")], re.M)
    found = re.findall(r"MP_QSTR_(\w+)", names[1]) if names else []
    return dict(zip(found, texts, strict=True))


def _flags(out: Path) -> list[str]:
    """Returns the compiler's arguments for a C file of the base."""
    flags = (out / "CMakeFiles" / "firmware.dir" / "flags.make").read_text(encoding="utf-8")
    lines = (
        re.search(rf"^C_{part} = (.*)$", flags, re.M) for part in ("DEFINES", "INCLUDES", "FLAGS")
    )
    return [word for line in lines if line for word in shlex.split(line[1])]


def _archive(files: Mapping[str, bytes]) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz", preset=1) as archive:
        for name, content in sorted(files.items()):
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, BytesIO(content))
    return packed.getvalue()


def _numbers(listed: str) -> dict[str, int]:
    """Returns the addresses in a list of the program ``nm``, by name."""
    lines = (line.split() for line in listed.splitlines())
    return {words[2]: int(words[0], 16) for words in lines if len(words) == 3}


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def output(words: Iterable[object], where: Path) -> str:
    """Runs a program. Returns its output. Raises BadInput if it fails."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True)
    if done.returncode:
        raise BadInput(f"{command[0]} failed:\n{done.stderr[-3000:].strip()}")
    return done.stdout
