"""The WebAssembly module of MicroPython. The wheel contains it, or `make engine` builds it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from pingblock.common.cache import cache_dir, whole
from pingblock.common.firmware import firmware_dir
from pingblock.errors import Unavailable

# path in the wheel, where the build hook puts the module
SHIPPED = Path(__file__).parent / "micropython.wasm"
_PORT = "engine/port"


def port_dir() -> Path | None:
    """Returns the folder from which the module is built, or None outside of a checkout."""
    folder = firmware_dir().parent / _PORT
    return folder if folder.is_dir() else None


def cached(port: Path) -> Path:
    """Returns the path at which a port's module is after it was built.

    Its name is the hash of everything that it depends on: the port, which names its tools and its
    archive.
    """
    digest = sha256()
    for path in sorted(path for path in port.iterdir() if path.is_file()):
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return cache_dir("engine") / f"micropython-{digest.hexdigest()[:16]}.wasm"


def module_path() -> Path:
    """Returns the path of the module.

    Raises:
        Unavailable: the module was not built.
    """
    port = port_dir()
    if port:
        path = cached(port)
        if whole(path) is None:
            raise Unavailable("The engine 'wasm' is not built yet. Fix: 'make engine'.")
        return path
    if SHIPPED.is_file():
        return SHIPPED
    raise Unavailable(
        "This installation has no engine 'wasm': its wheel was made without it. Install a wheel of"
        " a release, or use the engine 'chip'.",
        "To take that one, type '--engine chip' or '--port virtual:chip'.",
    )
