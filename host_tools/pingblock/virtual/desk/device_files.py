"""A temporary folder with the device's files, for MicroPython's unix port."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from pingblock.common.device_path import device_files
from pingblock.errors import BadInput


class DeviceFiles:
    """A temporary folder with the device's files, which survive power cycles and resets.

    Args:
        files: path on the device (``/seed``) to content.

    Raises:
        BadInput: see ``device_files``, or this computer's disk cannot distinguish two of the
            files.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        files = device_files(files)
        self._scratch = tempfile.TemporaryDirectory(prefix="pingblock-desk-")
        self.root = Path(self._scratch.name)
        places = {path: self.root / path[1:] for path in files}
        for folder in {place.parent for place in places.values()}:
            folder.mkdir(parents=True, exist_ok=True)
        for path, place in places.items():
            _write(path, place, files[path])

    def files(self) -> dict[str, bytes]:
        """Returns all files of the device: path with a leading slash to content."""
        places = sorted(place for place in self.root.rglob("*") if place.is_file())
        return {f"/{place.relative_to(self.root)}": place.read_bytes() for place in places}

    def close(self) -> None:
        """Deletes the folder."""
        self._scratch.cleanup()


def _write(path: str, place: Path, content: bytes) -> None:
    """Writes a new file. Never replaces a file, because some disks ignore the case of letters."""
    try:
        with place.open("xb") as file:
            file.write(content)
    except FileExistsError:
        same = f"{path} has the place of another file on this computer's disk: rename one of them."
        raise BadInput(same) from None
