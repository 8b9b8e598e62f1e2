"""Lower shell of the apple base, the bars over the servo's ears, and the cells' door."""

from __future__ import annotations

from typing import Any

from tools.hardware.parts import read
from tools.hardware.perfboard import COLUMNS, PITCH_MM, ROWS, at_mm, layout_of
from tools.hardware.shapes import between

from hardware.apple_base.cam_parts import ROLLER_AT, ROLLERS_DEG
from hardware.apple_base.circuit import CIRCUIT
from hardware.apple_base.lever_parts import BRACKET_SCREWS
from hardware.apple_base.sizes import LID, SIZES, BaseSizes

# SG90: middle of its body from its shaft, along y. It hangs by its ears on four pillars.
SHAFT_FROM_MIDDLE = read("servo").mm("shaft_from_middle")
EAR_Z, EAR_THICK = 20.4, read("servo").most_mm("ear_thick")
CABLE_GAP = 8.0  # between two pillars, for the servo's cable at either end
PILLAR_OUT = 12.5
CLAMP_SCREW_X = 9.7
SLOT_WIDTH, SLOT_LOW, TONGUE_LOW = 10.0, 24.4, 35.8
LINK_DEG, LINK_Z = 242.0, 16.0
POWER_DEG, POWER_Z = 285.0, 14.0
LID_SCREWS_DEG, LID_SCREW_AT = (60.0, 180.0, 300.0), 89.8
# The cells' door: (from, to) along x and y, then its screws.
DOOR_X, DOOR_Y = (-83.0, -16.0), (-33.0, 33.0)
DOOR_SCREWS = ((-86.6, 0.0), (-12.4, 0.0))
# The board: its middle and the height of its underside. Posts below its screws carry it.
BOARD_AT, BOARD_Z, BOARD_THICK = (0.0, 55.0), 6.0, read("perfboard_sheet").mm("thickness")
BOARD_SIZE = (COLUMNS * PITCH_MM, ROWS * PITCH_MM)
POST_RADIUS = 4.0


def _roller_bracket(b: Any, sizes: BaseSizes) -> Any:
    """Returns a bracket at the wall, at angle 0, with a slot for a bearing and one for its pin."""
    part = read("bearing")
    axle = sizes.cam_low - part.mm("outside") / 2
    inner, outer, top = ROLLER_AT - 6.0, sizes.radius - 1.5, sizes.cam_low - 2.0
    side = [(outer, 4.0), (outer, top), (inner, top), (inner, 28.0)]
    face = b.Face(b.Wire.make_polygon([b.Vector(x, 0, z) for x, z in side], close=True))
    block = b.extrude(face, amount=7.0, both=True)
    half, radius = part.mm("width") / 2 + 0.4, part.mm("outside") / 2 + 0.6
    block -= between((ROLLER_AT - half, ROLLER_AT + half), (-radius, radius), (axle - radius, 99))
    pin = between((inner + 1.0, ROLLER_AT + 5.2), (-1.6, 1.6), (axle, 99))
    return (
        block
        - pin
        - b.Pos((inner + 1.0 + ROLLER_AT + 5.2) / 2, 0, axle)
        * b.Rot(0, 90, 0)
        * (b.Cylinder(1.6, ROLLER_AT + 4.2 - inner))
    )


def _servo_pillars(b: Any, sizes: BaseSizes) -> Any:
    """Returns four pillars for the servo's ears. The cable comes out between two of them."""
    part, foot = read("servo"), sizes.wall - 0.5
    inner = part.most_mm("length") / 2 + 0.3
    ear = part.most_mm("width") / 2 + 0.3
    pillars: Any = None
    for end in (-1.0, 1.0):
        along = sorted(
            (-SHAFT_FROM_MIDDLE + end * inner, -SHAFT_FROM_MIDDLE + end * (inner + 7.0))
        )
        for side in (-1.0, 1.0):
            across = sorted((side * CABLE_GAP / 2, side * PILLAR_OUT))
            high = sorted((side * ear, side * PILLAR_OUT))
            pillar = between((across[0], across[1]), (along[0], along[1]), (foot, EAR_Z))
            step = EAR_Z + EAR_THICK - 0.3
            pillar += between((high[0], high[1]), (along[0], along[1]), (foot, step))
            pillar -= b.Pos(side * CLAMP_SCREW_X, sum(along) / 2, step) * b.Cylinder(1.25, 24)
            pillars = pillar if pillars is None else pillars + pillar
    return pillars


def clamp() -> Any:
    """Returns the bar over one of the servo's ears. Two must be printed."""
    import build123d as b

    y = clamp_y()[1]
    bar = b.Pos(0, y, EAR_Z + EAR_THICK + 1.5) * b.Box(2 * PILLAR_OUT, 6.0, 3.0)
    for x in (-CLAMP_SCREW_X, CLAMP_SCREW_X):
        bar -= b.Pos(x, y, EAR_Z) * b.Cylinder(1.7, 20)
    return bar


def clamp_y() -> tuple[float, float]:
    """Returns the middles of the two clamps along y."""
    away = read("servo").most_mm("length") / 2 + 0.3 + 3.5
    return -SHAFT_FROM_MIDDLE - away, -SHAFT_FROM_MIDDLE + away


def drum(sizes: BaseSizes = SIZES) -> Any:
    """Returns the lower shell: floor, wall, brackets of the bearings, pillars, openings."""
    import build123d as b

    height = sizes.height - LID
    shell = b.Pos(0, 0, height / 2) * b.Cylinder(sizes.radius, height)
    shell -= b.Pos(0, 0, height / 2 + sizes.wall) * b.Cylinder(sizes.radius - sizes.wall, height)
    bracket = _roller_bracket(b, sizes)
    inside = b.Pos(0, 0, height / 2) * b.Cylinder(sizes.radius - 1.0, height)
    for angle in ROLLERS_DEG:
        shell += b.Rot(0, 0, angle) * bracket & inside
    for angle in LID_SCREWS_DEG:
        boss = b.Pos(LID_SCREW_AT, 0, height / 2) * b.Cylinder(4.0, height)
        boss -= b.Pos(LID_SCREW_AT, 0, height - 8) * b.Cylinder(1.25, 18)
        shell += b.Rot(0, 0, angle) * boss
    shell += _servo_pillars(b, sizes) + _board_posts(b, sizes)
    for x, y in DOOR_SCREWS:
        shell += b.Pos(x, y, 5.0) * b.Cylinder(3.6, 6.0)
    for x, y in board_screws():
        shell -= b.Pos(x, y, BOARD_Z) * b.Cylinder(1.25, 2 * 4.8)
    shell = _wall_openings(b, sizes, shell)
    return _floor_openings(b, sizes, shell)


def board_screws() -> list[tuple[float, float]]:
    """Returns the places of the screws of perfboard or our board: (x, y) of each."""
    (x, y), (wide, high) = BOARD_AT, BOARD_SIZE
    places = [at_mm(hole) for hole in layout_of(CIRCUIT).screws]
    return [(x - wide / 2 + across, y + high / 2 - down) for across, down in places]


def _board_posts(b: Any, sizes: BaseSizes) -> Any:
    """Returns the posts below the board's screws."""
    foot, posts = sizes.wall - 0.5, None
    for x, y in board_screws():
        post = b.Pos(x, y, (foot + BOARD_Z) / 2) * b.Cylinder(POST_RADIUS, BOARD_Z - foot)
        posts = post if posts is None else posts + post
    return posts


def _wall_openings(b: Any, sizes: BaseSizes, shell: Any) -> Any:
    """Returns the drum with the lever's slot, the link's place and the switch's hole."""
    x = sizes.radius
    slot = (-SLOT_WIDTH / 2, SLOT_WIDTH / 2)
    shell -= between((x - 4 * sizes.wall, x + 2), slot, (SLOT_LOW, 99))
    part = read("link_panel")
    flat, long, wide = (
        x - 2.2,
        part.mm("flange_length") / 2 + 0.8,
        part.mm("flange_width") / 2 + 0.5,
    )
    pad = between((flat - 3.2, flat), (-long - 1.5, long + 1.5), (1.0, LINK_Z + wide + 2.0))
    free = between((flat, x + 2), (-long, long), (LINK_Z - wide, LINK_Z + wide))
    free += between((flat - 9, x + 2), (-10.2, 10.2), (LINK_Z - 5.8, LINK_Z + 5.8))
    for y in (-part.mm("holes_apart") / 2, part.mm("holes_apart") / 2):
        free += b.Pos(flat, y, LINK_Z) * b.Rot(0, 90, 0) * b.Cylinder(1.6, 18)
    turn = b.Rot(0, 0, LINK_DEG)
    shell = shell + turn * pad - turn * free
    return shell - b.Rot(0, 0, POWER_DEG) * between(
        (x - 5, x + 2), (-5.0, 5.0), (POWER_Z - 2.75, POWER_Z + 2.75)
    )


def _floor_openings(b: Any, sizes: BaseSizes, shell: Any) -> Any:
    """Returns the drum with the opening of the cells' door and the holes of screws from below."""
    shell -= between(DOOR_X, DOOR_Y, (-1, sizes.wall + 0.01))
    for x, y in DOOR_SCREWS:
        shell -= b.Pos(x, y, 4) * b.Cylinder(1.25, 9)
        ear = (min(x - 4.4, DOOR_X[1] - 1), max(x + 4.4, DOOR_X[0] + 1))
        shell -= between(ear, (y - 6.3, y + 6.3), (-1, sizes.wall / 2))
    for x, y in BRACKET_SCREWS:
        shell -= b.Pos(x, y, 0) * b.Cylinder(1.7, 9)
        shell -= b.Pos(x, y, 0) * b.Cylinder(3.4, 3.8)
    return shell


def door(sizes: BaseSizes = SIZES) -> Any:
    """Returns the cells' door with two ears, each with a screw. The holder is taped onto it."""
    import build123d as b

    (left, right), (low, high), thick = DOOR_X, DOOR_Y, sizes.wall / 2 - 0.1
    plate = between((left + 0.3, right - 0.3), (low + 0.3, high - 0.3), (0, sizes.wall - 0.2))
    for x, y in DOOR_SCREWS:
        ear = (min(x - 4.0, right - 1), max(x + 4.0, left + 1))
        plate += between(ear, (y - 6.0, y + 6.0), (0, thick))
    for x, y in DOOR_SCREWS:
        plate -= b.Pos(x, y, 0) * b.Cylinder(1.7, 9)
    return plate
