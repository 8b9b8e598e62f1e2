"""Result of a battery check as its colour tells it: on cells the block has no other way."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.play.colours import DIM, to_eye, word
from pingblock.virtual.parts.light import Colour
from pingblock.virtual.serial_tap import Event

# Source: the shows battery_good to battery_demo_cell of pingware/shared/cell_shows.py.
VERDICTS = {"green": "good", "yellow-green": "fair", "orange": "replace_soon", "red": "stop"}
DEMO = "pink"


def check_shown(changes: Sequence[tuple[float, Colour]], since_us: float) -> Event | None:
    """Returns the battery event that the light shows; None if it shows none.

    Args:
        changes: of the light: when, in us, and to which power of red, green and blue.
        since_us: the end of the press that asked for the check.
    """
    lit = [colour for at_us, colour in changes if at_us >= since_us and any(colour)]
    seen = word(to_eye(max(lit, key=max))).removeprefix(DIM) if lit else ""
    if seen == DEMO:
        return {"kind": "battery", "seen": seen, "verdict": "", "demo_cell": True}
    if seen in VERDICTS:
        return {"kind": "battery", "seen": seen, "verdict": VERDICTS[seen], "demo_cell": False}
    return None
