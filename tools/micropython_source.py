"""MicroPython's sources, from the user's cache or its public repository, checked and unpacked."""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import subprocess
import tarfile
import urllib.error
import urllib.request
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from pingblock.common.cache import cache_dir, write_atomically
from pingblock.errors import BadInput, Unavailable

ROOT = Path(__file__).parents[1]
_ARCHIVES = "https://github.com/micropython/micropython/archive/refs/tags"
_DOWNLOAD_TIMEOUT_S = 30.0
_GZIP = 16 + zlib.MAX_WBITS  # zlib.decompress: a header of gzip


def run(*command: object, what: str, where: Path = ROOT, **settings: str) -> str:
    """Runs a program. Returns its output.

    Raises:
        Unavailable: it is not installed, or failed.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=where, env=os.environ | settings, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise Unavailable(f"{what} needs the program '{words[0]}': install it.") from None
    if done.returncode:
        raise Unavailable(f"{what} failed:\n{(done.stdout + done.stderr)[-3000:].strip()}")
    return done.stdout


def sources(work: Path, wanted: dict[str, Any]) -> Path:
    """Returns the folder with MicroPython's sources."""
    name = f"micropython-{wanted['micropython']}"
    folder = work / name
    if not folder.is_dir():
        tar = _archive(name, wanted["micropython"])
        found = hashlib.sha256(tar).hexdigest()
        if found != wanted["sha256"]:
            raise BadInput(
                f"The tar of {name} has SHA-256 {found}, but {wanted['sha256']} was expected:"
                f" delete {cache_dir()}/{name}.tar.* and try again."
            )
        scratch = work / f"{name}.part"
        shutil.rmtree(scratch, ignore_errors=True)
        with tarfile.open(fileobj=BytesIO(tar)) as files:
            files.extractall(scratch, filter="data")
        (scratch / name).rename(folder)
        scratch.rmdir()
    return folder


def _archive(name: str, version: str) -> bytes:
    """Returns the tar of MicroPython's sources from the cache, after a download if necessary."""
    packed = cache_dir() / f"{name}.tar.xz"
    if packed.is_file() and (tar := _unpacked(packed)) is not None:
        return tar
    place = cache_dir() / f"{name}.tar.gz"
    tar = _unpacked(place) if place.is_file() else None
    if tar is None:
        url = f"{_ARCHIVES}/v{version}.tar.gz"
        try:
            with urllib.request.urlopen(url, timeout=_DOWNLOAD_TIMEOUT_S) as answer:
                write_atomically(place, answer.read())
        except (OSError, urllib.error.URLError) as fault:
            raise Unavailable(
                f"MicroPython's sources cannot be downloaded ({fault}). Fix: save {url} as {place}"
            ) from None
        tar = _unpacked(place)
    if tar is None:
        raise BadInput(f"The download {place} is incomplete: try again.")
    return tar


def _unpacked(path: Path) -> bytes | None:
    """Returns the contents of a packed file, or None if the file is cut or damaged."""
    content = path.read_bytes()
    try:
        if path.suffix == ".xz":
            return lzma.decompress(content)
        return zlib.decompress(content, _GZIP)
    except (lzma.LZMAError, zlib.error, EOFError):
        return None
