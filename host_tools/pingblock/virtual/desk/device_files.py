"""The unix port's scratch folder of the device's files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path


class DeviceFiles:
    """A scratch folder with the device's files, which outlives power cycles and resets.

    Args:
        files: path on the device (``/seed``) to content.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="pingblock-desk-")
        self.root = Path(self._scratch.name)
        places = {self.root / name.lstrip("/"): content for name, content in files.items()}
        for folder in {place.parent for place in places}:
            folder.mkdir(parents=True, exist_ok=True)
        for place, content in places.items():
            place.write_bytes(content)

    def all(self) -> dict[str, bytes]:
        """Returns every file: path with a leading slash to content."""
        places = sorted(place for place in self.root.rglob("*") if place.is_file())
        return {f"/{place.relative_to(self.root)}": place.read_bytes() for place in places}

    def close(self) -> None:
        """Deletes the folder."""
        self._scratch.cleanup()
