"""A firmware with one more game than ours: its folder dropped in, and listed."""

import shutil
from pathlib import Path

from pingblock.firmware import firmware_dir

GAMES = Path(__file__).parent / "data" / "games"
_OURS = "GAMES = (block, worms)"
_IMPORT = "from pingware.games.block import GAME as block\n"


def firmware_with(name: str, folder: Path) -> Path:
    """Returns a copy of the firmware in ``folder`` that holds the game ``name`` as well."""
    copy = folder / "firmware"
    shutil.copytree(firmware_dir(), copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(GAMES / name, copy / "pingware" / "games" / name)
    registry = copy / "pingware" / "games" / "registry.py"
    text = registry.read_text()
    assert text.count(_OURS) == text.count(_IMPORT) == 1
    text = text.replace(_OURS, f"GAMES = (block, {name}, worms)")
    text = text.replace(_IMPORT, f"{_IMPORT}from pingware.games.{name} import GAME as {name}\n")
    registry.write_text(text)
    return copy
