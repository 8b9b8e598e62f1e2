"""Layout of a new device that runs the sources, not merged: on the desk, in wasm, on the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.build.board import BOARD, BoardData
from pingblock.build.image import MAIN, ROOT, manifest, start_sources
from pingblock.build.mpy import compiled_modules, shipped
from pingblock.common.device_path import device_files
from pingware.shared import slots

ENTRY = "app.py"
_SLOT = f"/{slots.SLOTS[0]}/"


def layout(
    firmware_dir: Path, extra: Mapping[str, bytes], board: BoardData = BOARD
) -> dict[str, bytes]:
    """Returns what a new device holds: path with its slash to content, in order.

    Args:
        firmware_dir: with a folder ``root`` in it, ``main.py`` and ``start.py`` of that go where
            the device has them, and the package, compiled, with ``app.py`` to slot a; else it is
            the device's root folder as it is.
        extra: path on the device (``/seed``) to content.
        board: whose pins the safe mode uses.

    Raises:
        BadInput: see ``device_files``.
    """
    sources = shipped(firmware_dir)
    if (firmware_dir / ROOT).is_dir():
        files = _in_a_slot(sources, start_sources(firmware_dir, board))
    else:
        files = {f"/{name}": data for name, data in sources.items()}
    files |= device_files(extra)
    return dict(sorted({**_vouched(files), **files}.items()))


def _in_a_slot(sources: Mapping[str, bytes], start: Mapping[str, bytes]) -> dict[str, bytes]:
    package = {
        f"{_SLOT}{name}": data for name, data in sources.items() if not name.startswith(f"{ROOT}/")
    }
    return {
        **compiled_modules(package),
        f"{_SLOT}{ENTRY}": sources[f"{ROOT}/{ENTRY}"],
        f"/{MAIN}": sources[f"{ROOT}/{MAIN}"],
        **{f"{slots.START}/{name}.py": source for name, source in start.items()},
        slots.SLOT: _SLOT.rstrip("/").encode(),
    }


def _vouched(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the manifest of the first slot, if it has files: after a crash it counts."""
    held = {name.removeprefix(_SLOT): files[name] for name in files if name.startswith(_SLOT)}
    return {f"{_SLOT}{slots.MANIFEST}": manifest(held)} if held else {}
