"""Enclosure and mechanism of the apple base: its printed parts in place, and how to print them.

Lengths are in mm, from the middle of the bottom. A cam of five lobes lifts 20 worms in groups.
"""

from __future__ import annotations

from typing import Any

from tools.hardware.shapes import between

from hardware.apple_base.cam_parts import cam, driver, places, worm, worm_height
from hardware.apple_base.lever_parts import bracket, lever
from hardware.apple_base.shell_parts import (
    LID_SCREW_AT,
    LID_SCREWS_DEG,
    SLOT_WIDTH,
    TONGUE_LOW,
    clamp,
    door,
    drum,
)
from hardware.apple_base.sizes import LID, SIZES, WORM, BaseSizes, WormSize

PRINT_TURN_DEG = {"top": 180, "lever": 90, "worm": 180}
VOLUME_CM3 = {
    "drum": (140.0, 300.0),
    "top": (60.0, 160.0),
    "cam": (60.0, 260.0),
    "driver": (1.0, 8.0),
    "bracket": (5.0, 20.0),
    "lever": (2.0, 12.0),
    "clamp": (0.3, 2.0),
    "door": (8.0, 25.0),
    "worm": (4.0, 8.0),
}
OVERHANGS = {
    "drum": (520, "holes of the link and the switch, lips, ears: bridges of 21 mm at most"),
    "top": (30, "nothing but rounding"),
    "cam": (30, "its flat side lies on the bed"),
    "driver": (10, "its pegs stand up"),
    "bracket": (60, "holes of the axle and the switch's slots"),
    "lever": (10, "it lies on its flat side: nothing hangs out"),
    "clamp": (10, "a flat bar"),
    "door": (80, "its two ears are 1.3 mm thin: they lie on the bed"),
    "worm": (10, "it stands on its flat head: nothing hangs out"),
}
COLOURS = {
    "drum": (0.80, 0.16, 0.15),
    "top": (0.88, 0.26, 0.20),
    "cam": (0.93, 0.90, 0.80),
    "driver": (0.55, 0.60, 0.66),
    "bracket": (0.45, 0.62, 0.75),
    "lever": (0.98, 0.78, 0.25),
    "clamp": (0.55, 0.60, 0.66),
    "door": (0.85, 0.45, 0.25),
    "worm": (0.40, 0.68, 0.28),
}
# Files of hardware/parts that this enclosure takes sizes from.
BOUGHT = (
    "servo", "micro", "bearing", "lever_spring", "holder4", "cell_aa", "link_panel", "slide",
)  # fmt: skip
PIECES = {"worm": 20, "clamp": 2}
VIEW = (38.0, 34.0)
SHOWN_TURN_DEG = 90.0


def top(sizes: BaseSizes = SIZES, worm: WormSize = WORM) -> Any:
    """Returns the lid: guide tubes for the worms, screw holes, a tongue over the lever's slot."""
    import build123d as b

    lid = b.Pos(0, 0, sizes.height - LID / 2) * b.Cylinder(sizes.radius, LID)
    length = sizes.height - sizes.guide_end
    bore = worm.radius + sizes.gap
    for x, y in places(sizes):
        lid += b.Pos(x, y, sizes.height - length / 2) * b.Cylinder(bore + 1.8, length)
    for x, y in places(sizes):
        lid -= b.Pos(x, y, sizes.height - length / 2) * b.Cylinder(bore, length + 2)
    for angle in LID_SCREWS_DEG:
        hole = b.Pos(LID_SCREW_AT, 0, sizes.height - LID / 2) * b.Cylinder(1.7, LID + 1)
        lid -= b.Rot(0, 0, angle) * hole
    edge = sizes.radius - 0.2
    half = SLOT_WIDTH / 2 - 0.3
    tongue = between((edge - 2.4, edge + 2), (-half, half), (TONGUE_LOW, sizes.height - 1))
    tongue &= b.Pos(0, 0, sizes.height / 2) * b.Cylinder(edge, sizes.height)
    return lid + tongue


def parts() -> dict[str, Any]:
    """Returns the printed parts in place, with one worm at the first place."""
    import build123d as b

    x, y = places()[0]
    standing = b.Pos(x, y, worm_height(x, y, 90.0)) * worm()
    turn = b.Rot(0, 0, 90.0)
    return {
        "drum": drum(),
        "top": top(),
        "cam": turn * cam(),
        "driver": turn * driver(),
        "bracket": bracket(),
        "lever": lever(),
        "clamp": clamp(),
        "door": door(),
        "worm": standing,
    }


def standing(meshes: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns (part, mesh) of all parts in the picture of the finished base."""
    shown = [(name, mesh) for name, mesh in meshes.items() if name != "worm"]
    (first_x, first_y), *_ = places()
    first_z = worm_height(first_x, first_y, SHOWN_TURN_DEG)
    for x, y in places():
        moved = meshes["worm"].copy()
        height = worm_height(x, y, SHOWN_TURN_DEG)
        moved.apply_translation((x - first_x, y - first_y, height - first_z))
        shown.append(("worm", moved))
    return shown
