"""Enclosure and mechanism of the apple base: a cam of five lobes lifts 20 worms in groups.

Millimetres; the origin is the middle of the bottom. The servo stands in the middle and turns the
cam back and forth through a driver with two pegs; six ball bearings carry the cam, so that neither
worms nor fingers bend the servo's shaft. Each worm rides on the cam with its round foot. Five
lobes mean that a turn of 60 degrees, the firmware's default, lifts each worm through 90 % of the
lift at least, wherever it stands. The lever stands on a bracket that is screwed in from below.

The toy's own dimensions are published nowhere: measure your worms and enter them in ``WORM``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tools.hardware.parts import read
from tools.hardware.perfboard import COLUMNS, PITCH_MM, ROWS
from tools.hardware.shapes import between


@dataclass(frozen=True)
class WormSize:
    """Size of one worm, mm. Args: radius: of its body and round foot; length: with the foot."""

    radius: float = 6.0
    length: float = 58.0


@dataclass(frozen=True)
class BaseSizes:
    """Sizes of the base, mm. Args: lift: of a worm on the outer ring; rings: (count, radius)."""

    radius: float = 96.0
    wall: float = 2.8
    height: float = 74.0
    lobes: int = 5
    lift: float = 11.0
    gap: float = 0.5
    cam_radius: float = 82.0
    cam_low: float = 42.0
    cam_thick: float = 3.0
    guide_end: float = 57.0
    rings: tuple[tuple[int, float], ...] = ((7, 44.0), (13, 74.0))


WORM, SIZES = WormSize(), BaseSizes()
LID = 3.0
# SG90: middle of its body from its shaft, along y; it hangs by its ears on four pillars.
SHAFT_FROM_MIDDLE = 5.5
EAR_Z, EAR_THICK = 20.4, 2.5
CABLE_GAP = 8.0  # between two pillars: the cable leaves the servo there, at whichever end
PILLAR_OUT = 12.5
LEVER_ANGLES = (0.0, 25.0)
# The worms' range of the firmware's default calibration; a test keeps the two the same.
TURN_DEG = (60.0, 120.0)
ROLLERS_DEG = (30.0, 90.0, 150.0, 210.0, 270.0, 330.0)
ROLLER_AT = 76.0  # middle of a bearing, from the middle
PEGS_AT, PEG_RADIUS = 14.0, 3.0
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
EXPLODED = {
    "worm": 120.0, "top": 75.0, "cam": 30.0, "driver": 18.0, "clamp": 8.0, "lever": 0.0,
    "bracket": 0.0, "drum": -45.0, "door": -75.0,
}  # fmt: skip
LEVER_PIVOT = (88.0, 0.0, 24.0)
# From the axle: middle of the lever's ball (x, z); the lower arm: its two sides (x), its end (z).
BALL = (26.0, 8.0)
ARM = (-7.0, 1.0, -12.0)
LEVER_WIDTH = 7.0
EAR_GAP = 3.0  # on each side of the lever: room for its spring's coils
EAR_WALL = 4.4
SLOT_WIDTH, SLOT_LOW, TONGUE_LOW = 10.0, 24.4, 35.8
# The lever's nose lies on the microswitch at rest and leaves it when the lever is pulled. From the
# axle: middle of the nose (x), its underside (z), how far it reaches aside (y).
NOSE = (-12.5, 5.0, 16.0)
# Middle between the switch's holes, and its slots: it clicks as the lever comes to rest.
SWITCH_AT = (75.5, 14.2, 20.7)
SWITCH_SLOT_MM = 1.2  # up and down
BRACKET_SCREWS = ((69.0, -8.0), (76.0, 20.5))
LINK_DEG, LINK_Z = 242.0, 16.0
POWER_DEG, POWER_Z = 285.0, 14.0
LID_SCREWS_DEG, LID_SCREW_AT = (60.0, 180.0, 300.0), 89.8
# The cells' door: (from, to) along x and y; its screws.
DOOR_X, DOOR_Y = (-83.0, -16.0), (-33.0, 33.0)
DOOR_SCREWS = ((-86.6, 0.0), (-12.4, 0.0))
# The board: its middle, the height of its underside; the screw that holds its near edge.
BOARD_AT, BOARD_Z = (0.0, 53.0), 6.0
BOARD_SIZE = (COLUMNS * PITCH_MM, ROWS * PITCH_MM)
BOARD_SCREW = (0.0, 29.3)


def lobe(angle: float, sizes: BaseSizes = SIZES) -> float:
    """Returns the share of the lift, 0.0..1.0, at an angle of the cam, radians."""
    return (1 - math.cos(sizes.lobes * angle)) / 2


def cam_height(x: float, y: float, turn_deg: float, sizes: BaseSizes = SIZES) -> float:
    """Returns the height of the turned cam at a place, mm above the ground."""
    share = math.hypot(x, y) / sizes.cam_radius
    angle = math.atan2(y, x) - math.radians(turn_deg)
    return sizes.cam_low + sizes.cam_thick + share * sizes.lift * lobe(angle, sizes)


def worm_height(
    x: float, y: float, turn_deg: float, worm: WormSize = WORM, sizes: BaseSizes = SIZES
) -> float:
    """Returns how high a worm's foot ends above the ground: its ball touches the cam, mm."""
    centres = [cam_height(x, y, turn_deg, sizes) + worm.radius]
    for ring in (0.25, 0.5, 0.75, 0.95):
        off = ring * worm.radius
        drop = math.sqrt(worm.radius**2 - off**2)
        for step in range(16):
            angle = math.tau * step / 16
            here = (x + off * math.cos(angle), y + off * math.sin(angle))
            centres.append(cam_height(*here, turn_deg, sizes) + drop)
    return max(centres) - worm.radius


def places(sizes: BaseSizes = SIZES) -> list[tuple[float, float]]:
    """Returns where the worms stand: (x, y) of each."""
    found = []
    for ring, (count, radius) in enumerate(sizes.rings):
        for at in range(count):
            angle = math.tau * (at + 0.5 * (ring % 2)) / count
            found.append((radius * math.cos(angle), radius * math.sin(angle)))
    return found


def cam(sizes: BaseSizes = SIZES, facets: int = 120) -> Any:
    """Returns the cam: triangles from its middle to the rim, walls, a flat underside."""
    import build123d as b

    low, top = sizes.cam_low, sizes.cam_low + sizes.cam_thick
    angles = [math.tau * at / facets for at in range(facets)]

    def rim(angle: float, height: float) -> Any:
        return b.Vector(
            sizes.cam_radius * math.cos(angle), sizes.cam_radius * math.sin(angle), height
        )

    upper = [rim(angle, top + sizes.lift * lobe(angle, sizes)) for angle in angles]
    lower = [rim(angle, low) for angle in angles]
    middle = b.Vector(0, 0, top)
    faces = [b.Face(b.Wire.make_polygon(lower, close=True))]
    for at in range(facets):
        after = (at + 1) % facets
        faces.append(b.Face(b.Wire.make_polygon([middle, upper[at], upper[after]], close=True)))
        side = [lower[at], lower[after], upper[after], upper[at]]
        faces.append(b.Face(b.Wire.make_polygon(side, close=True)))
    solid = b.Solid(b.Shell(faces))
    # Slots for the driver's pegs leave the cam free to rest on its bearings.
    for side_x in (-1.0, 1.0):
        slot = b.Box(3.0, 2 * PEG_RADIUS + 0.5, 20)
        for end in (-1.5, 1.5):
            slot += b.Pos(end, 0, 0) * b.Cylinder(PEG_RADIUS + 0.25, 20)
        solid -= b.Pos(side_x * PEGS_AT, 0, top) * slot
    return solid - b.Pos(0, 0, low + 2) * b.Cylinder(5.0, 20)


DRIVER_Z = 36.0  # of its underside: the servo's horn ends there, 1.5 mm higher or lower


def driver() -> Any:
    """Returns the plate on the servo's horn: slots for the horn's screws, two pegs."""
    import build123d as b

    plate = b.Pos(0, 0, 1.5) * b.Cylinder(19.0, 3.0) - b.Cylinder(4.0, 20)
    for turn in (0, 90, 180, 270):
        slot = b.Pos(10.5, 0, 0) * b.Box(10.0, 2.2, 20)
        plate -= b.Rot(0, 0, 45 + turn) * slot
    for x in (-PEGS_AT, PEGS_AT):
        plate += b.Pos(x, 0, 6.5) * b.Cylinder(PEG_RADIUS, 7.2)
    return b.Pos(0, 0, DRIVER_Z) * plate


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
    """Returns four pillars for the servo's ears: a cable comes out between two of them."""
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


CLAMP_SCREW_X = 9.7


def clamp() -> Any:
    """Returns the bar over one of the servo's ears; two are printed."""
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
    shell += _servo_pillars(b, sizes) + _board_rails(b, sizes)
    for x, y in DOOR_SCREWS:
        shell += b.Pos(x, y, 5.0) * b.Cylinder(3.6, 6.0)
    shell = _wall_openings(b, sizes, shell)
    return _floor_openings(b, sizes, shell)


def _board_rails(b: Any, sizes: BaseSizes) -> Any:
    """Returns two rails with lips at the board's far end, and a post for its screw."""
    (x, y), (wide, high) = BOARD_AT, BOARD_SIZE
    far, near, foot = y + high / 2, y - high / 2, sizes.wall - 0.5
    rails = b.Pos(*BOARD_SCREW, (foot + BOARD_Z) / 2) * b.Cylinder(4.0, BOARD_Z - foot)
    rails -= b.Pos(*BOARD_SCREW, BOARD_Z) * b.Cylinder(1.25, 6.4)
    for side in (-1.0, 1.0):
        edge = x + side * wide / 2
        along = sorted((edge - side * 1.5, edge + side * 2.5))
        rails += between((along[0], along[1]), (near + 5, far + 2.5), (foot, BOARD_Z))
        rails += between((along[0], along[1]), (far + 0.6, far + 2.5), (foot, BOARD_Z + 4.2))
        beside = sorted((edge + side * 0.3, edge + side * 2.5))
        rails += between((beside[0], beside[1]), (far - 5, far + 2.5), (foot, BOARD_Z + 4.2))
        lip = (BOARD_Z + 2.2, BOARD_Z + 4.2)
        rails += between((along[0], along[1]), (far - 1.2, far + 2.5), lip)
    return rails


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
    """Returns the cells' door: the holder is taped onto it; two ears with a screw each."""
    import build123d as b

    (left, right), (low, high), thick = DOOR_X, DOOR_Y, sizes.wall / 2 - 0.1
    plate = between((left + 0.3, right - 0.3), (low + 0.3, high - 0.3), (0, sizes.wall - 0.2))
    for x, y in DOOR_SCREWS:
        ear = (min(x - 4.0, right - 1), max(x + 4.0, left + 1))
        plate += between(ear, (y - 6.0, y + 6.0), (0, thick))
    for x, y in DOOR_SCREWS:
        plate -= b.Pos(x, y, 0) * b.Cylinder(1.7, 9)
    return plate


def lever_stops() -> list[tuple[float, float]]:
    """Returns the lever's two stops: (inner face's x, height), mm.

    The outer one meets the lower arm at rest, the inner one when the lever is pulled down.
    """
    x, _, z = LEVER_PIVOT
    inner, outer, end = ARM
    pulled = math.radians(LEVER_ANGLES[1])
    swung = inner * math.cos(pulled) + end * math.sin(pulled)
    low = -inner * math.sin(pulled) + end * math.cos(pulled)
    return [(x + outer + 0.05, z + end + 3.0), (x + swung - 0.05 - 3.0, z + low + 2.0)]


def bracket(sizes: BaseSizes = SIZES) -> Any:
    """Returns what carries lever, spring and switch; it is put together outside the drum."""
    import build123d as b

    x, _, z = LEVER_PIVOT
    floor = sizes.wall + 0.05
    plate = between((64, 90), (-12, 12), (floor, floor + 3))
    plate += between((64, 80), (-12, 26), (floor, floor + 3))
    for side in (-1, 1):
        at = side * (LEVER_WIDTH / 2 + EAR_GAP + EAR_WALL / 2)
        ear = between((x - 9, x + 3), (at - EAR_WALL / 2, at + EAR_WALL / 2), (floor, z + 5))
        for place, radius in (((x, z), 1.6), ((x - 6, z - 4), 0.5)):  # axle; leg of the spring
            ear -= b.Pos(place[0], at, place[1]) * b.Rot(90, 0, 0) * b.Cylinder(radius, 6)
        plate += ear
    for left, height in lever_stops():
        plate += between((left, left + 3), (-4, 4), (floor, height))
    at_x, at_y, at_z = SWITCH_AT
    back = at_x - read("micro").mm("thickness") / 2 - 0.1
    wall = between((back - 3, back), (at_y - 11, at_y + 11), (floor, at_z + 6))
    for y in (-read("micro").mm("holes_apart") / 2, read("micro").mm("holes_apart") / 2):
        slot = b.Box(20, 2.2, 2 * SWITCH_SLOT_MM)
        for dz in (-SWITCH_SLOT_MM, SWITCH_SLOT_MM):
            slot += b.Pos(0, 0, dz) * b.Rot(0, 90, 0) * b.Cylinder(1.1, 20)
        wall -= b.Pos(back, at_y + y, at_z) * slot
    plate += wall
    for x, y in BRACKET_SCREWS:
        plate += b.Pos(x, y, floor + 4.0) * b.Cylinder(4.0, 8.0)
    for x, y in BRACKET_SCREWS:
        plate -= b.Pos(x, y, floor + 3) * b.Cylinder(1.25, 12)
    return plate


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


def lever(angle_deg: float = 0.0) -> Any:
    """Returns the lever, pulled by an angle, degrees: a bar with a ball outside, an arm inside."""
    import build123d as b

    inner, outer, end = ARM
    bar = b.Pos(9, 0, 8) * b.Box(30, LEVER_WIDTH, 6.0)
    bar += b.Pos((inner + outer) / 2, 0, (10 + end) / 2) * b.Box(
        outer - inner, LEVER_WIDTH, 10 - end
    )
    nose, under, aside = NOSE
    bar += b.Pos((nose - 3 + inner) / 2, 0, under + 1.5) * b.Box(inner - nose + 3, LEVER_WIDTH, 3)
    bar += b.Pos(nose, aside / 2, under + 1.5) * b.Box(6, aside, 3)
    bar += b.Pos(BALL[0], 0, BALL[1]) * b.Sphere(6.5)
    bar += b.Rot(90, 0, 0) * b.Cylinder(5.0, LEVER_WIDTH)
    bar -= b.Rot(90, 0, 0) * b.Cylinder(1.6, 9.0)
    bar -= b.Pos(26, 0, 0) * b.Box(20, 20, 9.0)
    bar -= b.Pos(26, -LEVER_WIDTH / 2 - 5, 8) * b.Box(20, 10, 20)  # it is printed lying so
    return b.Pos(*LEVER_PIVOT) * b.Rot(0, angle_deg, 0) * bar


def worm(size: WormSize = WORM) -> Any:
    """Returns one worm with its foot on the ground: a rod with a round foot and a flat head."""
    import build123d as b

    body = size.length - size.radius
    rod = b.Pos(0, 0, size.radius + body / 2) * b.Cylinder(size.radius, body)
    return rod + b.Pos(0, 0, size.radius) * b.Sphere(size.radius)


# Files of hardware/parts whose sizes this enclosure takes.
BOUGHT = (
    "servo", "micro", "bearing", "lever_spring", "holder4", "cell_aa", "link_panel", "slide",
)  # fmt: skip


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


PIECES = {"worm": 20, "clamp": 2}
VIEW = (38.0, 34.0)
SHOWN_TURN_DEG = 90.0


def standing(meshes: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns (part, mesh) of everything that the picture of the finished base shows."""
    shown = [(name, mesh) for name, mesh in meshes.items() if name != "worm"]
    (first_x, first_y), *_ = places()
    first_z = worm_height(first_x, first_y, SHOWN_TURN_DEG)
    for x, y in places():
        moved = meshes["worm"].copy()
        height = worm_height(x, y, SHOWN_TURN_DEG)
        moved.apply_translation((x - first_x, y - first_y, height - first_z))
        shown.append(("worm", moved))
    return shown
