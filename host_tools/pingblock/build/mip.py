"""A package for MicroPython's own installer: ``python -m pingblock.build.mip dist/mip``.

``mpremote mip install --target=/ URL/package.json`` then puts the firmware on a board. It writes
into place: one that is cut short leaves a board at its prompt, where ``pingblock install`` and
``update`` leave one that plays.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from pingblock.build.image import MAIN, device_files
from pingblock.common.firmware import firmware_dir
from pingware.shared import slots

_SLOT = slots.SLOT.lstrip("/")
# Written first, so that nothing runs before all is there: MicroPython 1.24 hangs, deaf to Ctrl-C,
# at the early end of a ``.mpy`` file. The start then ends in safe mode, whose prompt no watchdog
# cuts off.
_NO_SLOT, _NOWHERE = "slot.none", b"/start"


def write(folder: Path) -> Path:
    """Writes ``package.json`` and the files beside it.

    Args:
        folder: made if need be; files of the same names are overwritten.

    Returns:
        The path of ``package.json``.
    """
    files = device_files(firmware_dir())
    for name, content in {**files, _NO_SLOT: _NOWHERE}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    package = folder / "package.json"
    package.write_text(json.dumps(_package(files), indent=1) + "\n", encoding="utf-8")
    return package


def _package(names: Iterable[str]) -> dict[str, object]:
    placed = sorted(names, key=lambda name: (name == _SLOT, name == MAIN, name))
    urls = [[_SLOT, _NO_SLOT], *([name, name] for name in placed)]
    return {"urls": urls, "deps": [], "version": version("pingblock")}


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]))}: install it with 'mpremote mip install --target=/'.")
