"""The unix port's scratch folder of the device's files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from shutil import disk_usage

_MEMORY = "/dev/shm"  # a file system in memory, on Linux: 200 files are there in half the time
_ROOM_BYTES = 32 << 20  # a device holds 2 MB at the most; a container's memory may be small


def _memory() -> str | None:
    """Returns a folder in memory with room enough; None if there is none."""
    usable = os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > _ROOM_BYTES
    return _MEMORY if usable else None


class DeviceFiles:
    """A scratch folder with the device's files, which outlives power cycles and resets.

    Args:
        files: path on the device (``/seed``) to content.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="pingblock-desk-", dir=_memory())
        self.root = Path(self._scratch.name)
        for folder in {name.rpartition("/")[0] for name in files}:
            Path(self.root, folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            with open(f"{self._scratch.name}/{name.lstrip('/')}", "wb") as file:
                file.write(content)

    def all(self) -> dict[str, bytes]:
        """Returns every file: path with a leading slash to content."""
        places = sorted(place for place in self.root.rglob("*") if place.is_file())
        return {f"/{place.relative_to(self.root)}": place.read_bytes() for place in places}

    def close(self) -> None:
        """Deletes the folder."""
        self._scratch.cleanup()
