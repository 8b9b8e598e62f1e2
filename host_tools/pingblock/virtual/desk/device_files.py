"""The device's file system: a scratch folder that outlives power cycles and resets."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pingblock.build.board import BOARD, BoardData
from pingblock.build.image import MAIN, ROOT, manifest, start_sources
from pingware.shared import slots

ENTRY = "app.py"
_IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", ".*", "*.md", "*.typed")


class DeviceFiles:
    """A copy of the firmware as it is, and whatever the device writes beside it.

    Args:
        firmware_dir: never written to. With a folder ``root`` in it, ``main.py`` and ``start.py``
            of that go where the device has them, and the package with ``app.py`` to slot a;
            else it is the device's root folder as it is.
        extra: path on the device (``/seed``) to content.
        board: whose pins the safe mode uses.
    """

    def __init__(
        self, firmware_dir: Path, extra: Mapping[str, bytes], board: BoardData = BOARD
    ) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="pingblock-desk-")
        self.root = Path(self._scratch.name)
        if (firmware_dir / ROOT).is_dir():
            self._take_slot(firmware_dir, board)
        else:
            shutil.copytree(firmware_dir, self.root, dirs_exist_ok=True, ignore=_IGNORED)
        for name, content in extra.items():
            self.write(name, content)
        self._vouch()

    def _vouch(self) -> None:
        """Writes the manifest of the first slot, unless there is one: after a crash it counts."""
        slot = self.root / slots.SLOTS[0]
        if slot.is_dir() and not (slot / slots.MANIFEST).exists():
            places = [place for place in slot.rglob("*") if place.is_file()]
            files = {place.relative_to(slot).as_posix(): place.read_bytes() for place in places}
            (slot / slots.MANIFEST).write_bytes(manifest(files))

    def _take_slot(self, firmware_dir: Path, board: BoardData) -> None:
        slot = self.root / slots.SLOTS[0]
        shutil.copytree(firmware_dir, slot, ignore=_IGNORED)
        (slot / ROOT / MAIN).rename(self.root / MAIN)
        for name, source in start_sources(slot, board).items():
            self.write(f"{slots.START}/{name}.py", source)
        (slot / ROOT / ENTRY).rename(slot / ENTRY)
        shutil.rmtree(slot / ROOT)
        self.write(slots.SLOT, f"/{slots.SLOTS[0]}".encode())

    def _place(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def write(self, name: str, content: bytes) -> None:
        """Places a file on the device."""
        place = self._place(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

    def read(self, name: str) -> bytes:
        """Returns a file's content.

        Raises:
            FileNotFoundError: the device has no such file.
        """
        return self._place(name).read_bytes()

    def all(self) -> dict[str, bytes]:
        """Returns every file: path with a leading slash to content."""
        places = sorted(place for place in self.root.rglob("*") if place.is_file())
        return {f"/{place.relative_to(self.root)}": place.read_bytes() for place in places}

    def close(self) -> None:
        """Deletes the folder."""
        self._scratch.cleanup()
