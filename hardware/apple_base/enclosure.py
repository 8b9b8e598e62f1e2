"""Enclosure and mechanism of the apple base: a cam of three lobes lifts 20 worms in groups.

Millimetres; the origin is the middle of the bottom. The servo stands in the middle and turns the
cam back and forth; each worm rides on the cam with its round foot. Three lobes mean that a turn of
90 degrees lifts each worm through 85 % of the lift at least, wherever it stands.

The toy's own dimensions are published nowhere: measure your worms and enter them in ``WORM``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


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
    lobes: int = 3
    lift: float = 14.0
    gap: float = 0.5
    cam_radius: float = 82.0
    cam_low: float = 39.0
    cam_thick: float = 3.0
    guide_end: float = 58.0
    rings: tuple[tuple[int, float], ...] = ((7, 44.0), (13, 74.0))


WORM, SIZES = WormSize(), BaseSizes()
# SG90: body, ears, and where its shaft is; cross-checked with none in hand, so measure yours.
SERVO_BODY = (22.8, 12.4, 22.7)
SHAFT_FROM_MIDDLE = 5.5
SERVO_FLOOR = 9.0
LEVER_ANGLES = (0.0, 25.0)
TURN_DEG = (45.0, 135.0)
PRINT_TURN_DEG = {"top": 180, "lever": 90, "worm": 180}
VOLUME_CM3 = {
    "drum": (120.0, 260.0),
    "top": (60.0, 160.0),
    "cam": (60.0, 260.0),
    "lever": (2.0, 12.0),
    "worm": (4.0, 8.0),
}
OVERHANGS = {
    "drum": (140, "the tops of the lever's slot and of the holes: bridges of 10 mm"),
    "top": (30, "nothing but rounding"),
    "cam": (530, "the pocket of the servo's horn, below: bridges of 8 mm"),
    "lever": (10, "it lies on its flat side: nothing hangs out"),
    "worm": (10, "it stands on its flat head: nothing hangs out"),
}
COLOURS = {
    "drum": (0.80, 0.16, 0.15),
    "top": (0.88, 0.26, 0.20),
    "cam": (0.93, 0.90, 0.80),
    "lever": (0.98, 0.78, 0.25),
    "worm": (0.40, 0.68, 0.28),
}
EXPLODED = {"worm": 95.0, "top": 55.0, "cam": 12.0, "lever": 0.0, "drum": -40.0}
LEVER_PIVOT = (88.0, 0.0, 24.0)
# From the axle: middle of the lever's ball (x, z); the lower arm: its two sides (x), its end (z).
BALL = (26.0, 8.0)
ARM = (-7.0, 1.0, -12.0)
LEVER_WIDTH = 7.0
EAR_GAP = 3.0  # on each side of the lever: room for its spring's coils
EAR_WALL = 4.4
# The lever's nose lies on the microswitch at rest and leaves it when the lever is pulled. From the
# axle: middle of the nose (x), its underside (z), how far it reaches aside (y).
NOSE = (-12.5, 5.0, 16.0)
# SS-5GL (data sheet): thickness, length, height of its body, mm; its middle in the base.
SWITCH_BODY = (6.4, 19.8, 10.2)
SWITCH_AT = (75.5, 14.2, 23.5)


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


def cam(sizes: BaseSizes = SIZES, facets: int = 72) -> Any:
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
    # The pocket takes the servo's cross horn from below, a hole its screw from above.
    pocket = b.Box(36, 8, 2.0) + b.Box(8, 36, 2.0)
    solid -= b.Pos(0, 0, low + 1.0) * pocket
    return solid - b.Pos(0, 0, low + 2) * b.Cylinder(1.6, 8)


def drum(sizes: BaseSizes = SIZES) -> Any:
    """Returns the lower shell: floor, wall, servo mount, lever's slot and bearing, cable hole."""
    import build123d as b

    inner = sizes.radius - sizes.wall
    height = sizes.height - 3.0
    shell = b.Pos(0, 0, height / 2) * b.Cylinder(sizes.radius, height)
    shell -= b.Pos(0, 0, height / 2 + sizes.wall) * b.Cylinder(inner, height)
    width, depth, _ = SERVO_BODY
    # The servo rests on a block and is screwed by its ears to two towers.
    middle = -SHAFT_FROM_MIDDLE
    rest = SERVO_FLOOR - sizes.wall
    shell += b.Pos(middle, 0, sizes.wall + rest / 2) * b.Box(width, depth, rest)
    for side in (-1, 1):
        tower = SERVO_FLOOR + 15.4 - sizes.wall
        at = middle + side * (width / 2 + 3.4)
        pillar = b.Pos(at, 0, sizes.wall + tower / 2) * b.Box(6.0, 14.0, tower)
        hole = b.Pos(middle + side * 14.0, 0, sizes.wall + tower - 4) * b.Cylinder(0.9, 9)
        shell += pillar - hole
    x, _, z = LEVER_PIVOT
    shell -= b.Pos(sizes.radius - sizes.wall / 2, 0, z) * b.Box(sizes.wall * 4, 10, 44)
    for side in (-1, 1):
        at = side * (LEVER_WIDTH / 2 + EAR_GAP + EAR_WALL / 2)
        ear = b.Pos(x - 3, at, (z + 5 + sizes.wall) / 2)
        ear *= b.Box(12, EAR_WALL, z + 5 - sizes.wall)
        for place, radius in (((x, z), 1.6), ((x - 6, z - 4), 0.5)):  # axle; leg of the spring
            ear -= b.Pos(place[0], at, place[1]) * b.Rot(90, 0, 0) * b.Cylinder(radius, 6)
        shell += ear
    at_x, at_y, _ = SWITCH_AT
    shell += b.Pos(at_x - SWITCH_BODY[0] / 2 - 1.6, at_y, 14) * b.Box(3, SWITCH_BODY[1], 26)
    for left, height in lever_stops():
        shell += b.Pos(left + 1.5, 0, (1 + height) / 2) * b.Box(3, 10, height - 1)
    shell -= b.Pos(-sizes.radius, 0, 12) * b.Rot(0, 90, 0) * b.Cylinder(4.0, 20)
    shell -= b.Pos(-sizes.radius, 24, 12) * b.Box(20, 9, 5)
    for angle in (30, 150, 270):
        boss = b.Pos(inner - 3.4, 0, height / 2) * b.Cylinder(4.0, height)
        boss -= b.Pos(inner - 3.4, 0, height - 8) * b.Cylinder(1.25, 18)
        shell += b.Rot(0, 0, angle) * boss
    return shell


def lever_stops() -> list[tuple[float, float]]:
    """Returns the lever's two stops on the floor: (inner face's x, height), mm.

    The outer one meets the lower arm at rest, the inner one when the lever is pulled down.
    """
    x, _, z = LEVER_PIVOT
    inner, outer, end = ARM
    pulled = math.radians(LEVER_ANGLES[1])
    swung = inner * math.cos(pulled) + end * math.sin(pulled)
    low = -inner * math.sin(pulled) + end * math.cos(pulled)
    return [(x + outer + 0.05, z + end + 3.0), (x + swung - 0.05 - 3.0, z + low + 2.0)]


def top(sizes: BaseSizes = SIZES, worm: WormSize = WORM) -> Any:
    """Returns the lid: 20 guide tubes for the worms, three screw holes."""
    import build123d as b

    thick = 3.0
    lid = b.Pos(0, 0, sizes.height - thick / 2) * b.Cylinder(sizes.radius, thick)
    length = sizes.height - sizes.guide_end
    bore = worm.radius + sizes.gap
    for x, y in places(sizes):
        lid += b.Pos(x, y, sizes.height - length / 2) * b.Cylinder(bore + 1.8, length)
    for x, y in places(sizes):
        lid -= b.Pos(x, y, sizes.height - length / 2) * b.Cylinder(bore, length + 2)
    for angle in (30, 150, 270):
        at = sizes.radius - sizes.wall - 3.4
        hole = b.Pos(at, 0, sizes.height - thick / 2) * b.Cylinder(1.7, thick + 1)
        lid -= b.Rot(0, 0, angle) * hole
    return lid


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


# Part -> (what the model takes, status, source). Measure your part before you print a guess.
BOUGHT_SIZES = {
    "servo": ("22.8 x 12.4 x 22.7 mm, ears 32.2 mm, shaft 5.5 mm off its middle", "seller",
              "SG90: sellers' pages say 22.2 x 11.8 x 31 mm over all; 0.6 mm of room added"),
    "horn": ("a cross of 36 x 36 mm, arms 8 mm wide, 2 mm thick", "guess", "comes with the servo"),
    "microswitch": ("19.8 x 6.4 x 10.2 mm", "datasheet", "Omron SS"),
    "worm": ("12 mm thick, 58 mm long", "guess", "the toy's own size is published nowhere"),
    "spring": ("torsion spring: wire 0.6 mm, inside 3.9 mm, 3 coils", "calculated",
               "lever_spring.py; the music wire's strength is from memory"),
    "screws": ("M3 and 2.5 mm holes to cut a thread in", "guess", "usual for PLA"),
}  # fmt: skip


def microswitch() -> Any:
    """Returns the space of the lever's switch, without its hinge lever."""
    import build123d as b

    return b.Pos(*SWITCH_AT) * b.Box(*SWITCH_BODY)


def servo() -> Any:
    """Returns the space that the servo takes, with its ears and horn."""
    import build123d as b

    width, depth, height = SERVO_BODY
    middle = -SHAFT_FROM_MIDDLE
    body = b.Pos(middle, 0, SERVO_FLOOR + height / 2) * b.Box(width, depth, height)
    body += b.Pos(middle, 0, SERVO_FLOOR + 16.7) * b.Box(32.2, depth, 2.5)
    return body + b.Pos(0, 0, SERVO_FLOOR + height + 3.5) * b.Cylinder(5.9, 7.0)


def parts() -> dict[str, Any]:
    """Returns the printed parts in place, with one worm at the first place."""
    import build123d as b

    x, y = places()[0]
    standing = b.Pos(x, y, worm_height(x, y, 90.0)) * worm()
    turned = b.Rot(0, 0, 90.0) * cam()
    return {"drum": drum(), "top": top(), "cam": turned, "lever": lever(), "worm": standing}


PIECES = {"worm": 20}
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
