"""A firmware with one more game: the game's folder is added, and the game is listed."""

import shutil
from pathlib import Path

from tests.dropped import changed_firmware

GAMES = Path(__file__).parent / "data" / "games"
_OURS = 'NAMES = ("block", "dice"'
_FIRST = '    if name == "dice":\n'


def firmware_with(name: str, folder: Path) -> Path:
    """Returns a copy of the firmware in ``folder`` that also has the game ``name``."""
    copy = changed_firmware(folder)
    shutil.copytree(GAMES / name, copy / "pingware" / "games" / name)
    registry = copy / "pingware" / "games" / "registry.py"
    text = registry.read_text()
    assert text.count(_OURS) == text.count(_FIRST) == 1
    text = text.replace(_OURS, f'NAMES = ("block", "{name}", "dice"')
    more = f'    if name == "{name}":\n        from pingware.games import {name}\n\n'
    registry.write_text(text.replace(_FIRST, f"{more}        return {name}.GAME\n{_FIRST}"))
    return copy
