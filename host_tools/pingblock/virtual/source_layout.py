"""The files of a new device that runs the modules one by one: on the desk, in wasm, on the page.

It starts like a Pico. Instead of frozen modules it has files in ``/.frozen``. As on a Pico, tunes
are programs for the mixer.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.boards.board import BOARD, BoardData
from pingblock.common.device_path import device_files
from pingblock.common.firmware import VIPER_MIXER
from pingblock.common.frozen import RUNNING
from pingblock.image import programs
from pingblock.image.frozen import MAIN, ROOT, start_sources
from pingblock.image.mpy import compiled_modules, shipped
from pingblock.image.stages import source_name

FIRMWARE = f"/.frozen/{RUNNING}/"
_ENTRY = "app.py"
# folder name in the start's sources, and the real folder
_FROZEN, _FILES = b'".frozen/', b'"/.frozen/'


def layout(
    firmware_dir: Path, extra: Mapping[str, bytes], board: BoardData = BOARD
) -> dict[str, bytes]:
    """Returns the files of a new device in order: path with a leading slash to content.

    Args:
        firmware_dir: the firmware's folder. If it has a folder ``root``, that contains the start
            code, and the package is compiled. Otherwise it is the device's root folder, used
            unchanged.
        extra: path on the device (``/seed``) to content.
        board: the pin map for the safe mode.

    Raises:
        BadInput: see ``device_files``.
    """
    sources = shipped(firmware_dir)
    if (firmware_dir / ROOT).is_dir():
        files = {**_package(sources), **start(firmware_dir, board)}
    else:
        files = {f"/{name}": data for name, data in sources.items()}
    return dict(sorted({**files, **device_files(extra)}.items()))


def start(firmware_dir: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the files of the start code: path on the device to content."""
    found = start_sources(firmware_dir, board)
    return {
        f"/{name}" if name == MAIN else f"/.frozen/{name}": source.replace(_FROZEN, _FILES)
        for name, source in found.items()
    }


def _package(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    inside = {name: data for name, data in sources.items() if not name.startswith(f"{ROOT}/")}
    inside[f"pingware/drivers/{VIPER_MIXER.name}"] = VIPER_MIXER.read_bytes()
    files = {f"{FIRMWARE}{name}": data for name, data in inside.items()}
    package = compiled_modules(files, _for_device, programs.version())
    return {**package, f"{FIRMWARE}{_ENTRY}": sources[f"{ROOT}/{_ENTRY}"]}


def _for_device(files: Mapping[str, bytes]) -> dict[str, bytes]:
    names = {path: source_name(path.removeprefix(FIRMWARE)) for path in files}
    made = programs.for_device({names[path]: data for path, data in files.items()})
    return {path: made[name] for path, name in names.items() if name in made}
