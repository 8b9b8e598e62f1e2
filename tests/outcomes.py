"""A firmware with one more outcome of the Question Block, in a changed copy of its folder."""

from pathlib import Path

from tests.dropped import changed_firmware

# File in the folder: the text before which lines are inserted, and these lines.
_TUNE = "0 flute C5 300 56\n400 flute C6 300 56\n800 flute E5 300 56\n"
_ADDED = {
    "outcomes.py": (
        ")\nFIRST_FAMILIES",
        '    Family("treasure", (0,), (0,), 0, "treasure", 3),\n',
    ),
    "lights.py": (
        "}\n",
        '    "treasure": Show(double_pulses, (0, 255, 255), 5 * _PAIR_MS),\n',
    ),
    "words.toml": (
        "",
        '\n[[outcome.treasure]]\nbadge = "+3"\ntitle = "A treasure"\nsay = "Take 3 coins."\n',
    ),
}


def firmware_with_treasure(folder: Path) -> Path:
    """Returns a copy of the firmware in ``folder`` whose block also has a fifth outcome."""
    copy = changed_firmware(folder)
    for name, (before, lines) in _ADDED.items():
        path = copy / "pingware" / "games" / "block" / name
        text = path.read_text(encoding="utf-8")
        at = text.rindex(before) if before else len(text)
        path.write_text(text[:at] + lines + text[at:], encoding="utf-8")
    tune = copy / "pingware" / "games" / "block" / "tunes" / "treasure.tune"
    tune.write_text(_TUNE, encoding="utf-8")
    return copy
