"""The flash of the engine `wasm`: the device's files or the simulated modules, as an image."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.image import file_system

# As in engine/port/host.h: twice as large as a Pico's, because it contains sources.
STORAGE = file_system.Storage(0, 704)
FLASH_SIZE = STORAGE.size
_SIMULATION = Path(__file__).parents[1] / "desk" / "sim"


def flash_of(files: Mapping[str, bytes]) -> bytes:
    """Returns the beginning of a flash with these files. The rest of the flash is erased."""
    return file_system.build(files, STORAGE).rstrip(file_system.ERASED)


def simulation() -> bytes:
    """Returns a file system with the simulated modules."""
    return flash_of({f"sim/{path.name}": path.read_bytes() for path in _SIMULATION.glob("*.py")})
