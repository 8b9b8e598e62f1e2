"""Enclosure of the Question Block: a cube of 70 mm, its plunger, tray, base and battery door.

Lengths are in mm, from the middle of the bottom. All parts are in their place of use, with the
plunger at rest. Base and tray are screwed together and carry all inner parts except the speaker.
The body goes over them. ``DIMENSIONS`` has the sizes that a builder may need to change.
``room.py`` has the bought parts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tools.hardware.parts import read
from tools.hardware.products import ROOT

FONT = ROOT / "host_tools" / "pingblock" / "cards" / "fonts" / "DejaVuSans-Bold.ttf"


@dataclass(frozen=True)
class Dimensions:
    """Sizes of the printed parts, mm.

    Args:
        gap: between plunger and its guide. travel: of the plunger.
        guide_length: an off-centre press must not clamp, see ``plunger_spring.clamps``.
        switch_holes: height of the microswitch's screw holes in the middle of their slots.
    """

    side: float = 70.0
    wall: float = 2.4
    plunger_radius: float = 17.0
    gap: float = 0.35
    guide_length: float = 18.0
    guide_wall: float = 2.4
    flange: float = 3.0
    flange_out: float = 2.6
    travel: float = 2.6
    rest_slack: float = 0.2
    tray_height: float = 22.0
    tray_thick: float = 2.0
    boss: float = 6.4
    boss_top: float = 15.8
    switch_holes: float = 36.0
    bridge: float = 51.0
    bridge_thick: float = 2.0


DIMENSIONS = Dimensions()
# Print each part with this side down. Supports are not needed.
PRINT_TURN_DEG = {"body": 180, "plunger": 180}
VOLUME_CM3 = {
    "body": (45.0, 75.0),
    "plunger": (3.0, 12.0),
    "tray": (8.0, 22.0),
    "base": (5.0, 14.0),
    "door": (2.0, 7.0),
}
# Area in mm2 that can overhang by more than 50 degrees, and why it prints without supports.
OVERHANGS = {
    "body": (320, "the tops of the openings: bridges of 21 mm at most, round holes of 8 mm"),
    "plunger": (330, "the flange stands out by 2.6 mm; press the rough rim smooth"),
    "tray": (190, "the spring's bridge over the switch, 6.8 mm, and the slots of its screws"),
    "base": (120, "the door's ledges, the boss of its screw, the hole of the light: 5 mm"),
    "door": (60, "the tongues stand out by 1.6 mm"),
}
COLOURS = {
    "body": (0.95, 0.74, 0.15),
    "plunger": (0.96, 0.96, 0.92),
    "tray": (0.45, 0.62, 0.75),
    "base": (0.80, 0.55, 0.18),
    "door": (0.85, 0.35, 0.25),
}
LIGHT_RIM_Y = -24.4  # the light's rim is behind its post, its dome just behind the wall
# Screws through the base into the body, then screws through the tray into the base.
SCREWS = ((-29.2, -29.2), (29.2, -29.2), (-29.2, 29.2), (29.2, 29.2))
TRAY_SCREWS = ((14.0, -27.6), (-14.0, 27.6))
PILLARS = ((-30.0, 0.0), (30.0, -17.5), (30.0, 17.5), (-14.0, -28.0), (14.0, 28.0))
# Middle of the openings in the back wall: (x, z) and (width, height) or radius.
USB_OPENING = ((-18.8, 34.5), (12.0, 11.6))
LINK_OPENING = ((-4.4, 40.0), (11.6, 20.4))
LINK_SCREWS_APART = 25.0
SWITCH_OPENING = ((0.0, 13.0), (10.0, 5.5))
WARNING, WARNING_SIZE, WARNING_DEEP, WARNING_Z = "PINGBLOCK ONLY", 5.0, 0.6, 61.0
CHECK_HOLE, CHECK_RADIUS = (17.7, 40.0), 3.6
LIGHT_HOLE, LIGHT_RADIUS = (0.0, 12.0), 3.0
DOOR_SIZE = (54.0, 42.0)
DOOR_EAR = (5.2, 10.0)
DOOR_SCREW = (28.4, 0.0)
SPEAKER_Z = 45.2
SPEAKER_SIDE = 41.0
STEM_RADIUS, STEM_HOLE = 2.6, 4.2
SPRING_INSIDE = 9.0  # diameter, mm, see plunger_spring.py
SEAT_RADIUS = 5.6  # of the ring that holds the spring on its bridge
SWITCH_SLOT = 6.8
SWITCH_X = -6.0  # middle of the switch, whose lever's end is below the stem
BED = (26.0, 2.4)  # length and thickness of the walls that hold it
# Planes of the boards: (middle of the groove, from, to). Grooves fit boards of 1.0 to 1.7 mm.
FRONT_GROOVE = (-29.3, -24.15, 24.15)
LEFT_GROOVE = (-23.3, -22.2, 32.2)
KEY_BOARD_Y = 26.2  # middle of the piece of board that carries the check key
INSIDE = DIMENSIONS.side / 2 - DIMENSIONS.wall
GROOVE, GROOVE_WALL, GROOVE_DEEP, GUIDE_HEIGHT = 1.9, 1.0, 1.2, 25.0


def stem_end(d: Dimensions = DIMENSIONS) -> float:
    """Returns the end of the stem at rest: 1.5 mm above the height at which the switch works."""
    return d.switch_holes + read("micro").mm("switch_height") + 1.5


def cap_top(d: Dimensions = DIMENSIONS) -> float:
    """Returns the height of the button's top at rest, mm."""
    return d.side + 5.0


def _at(b: Any, x: float, y: float, z: float, shape: Any) -> Any:
    return b.Pos(x, y, z) * shape


def _block(b: Any, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Any:
    """Returns a box between two coordinates on each axis."""
    box = b.Box(x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return b.Pos(sum(x) / 2, sum(y) / 2, sum(z) / 2) * box


def body(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the shell: open below, a guide for the plunger, grille, openings, four bosses."""
    import build123d as b

    side, wall = d.side, d.wall
    hole = d.plunger_radius + d.gap
    cube = b.Box(side, side, side)
    shell = b.chamfer(cube.edges(), 1.5) - _at(
        b, 0, 0, -wall, b.Box(side - 2 * wall, side - 2 * wall, side)
    )
    shell = _at(b, 0, 0, side / 2, shell)
    guide_at = side - d.guide_length / 2
    shell += _at(b, 0, 0, guide_at, b.Cylinder(hole + d.guide_wall, d.guide_length))
    shell -= _at(b, 0, 0, guide_at, b.Cylinder(hole, d.guide_length + 1))
    inside = side / 2 - wall
    room = b.Pos(0, 0, side / 2) * b.Box(2 * inside, 2 * inside, side - 2 * wall)
    for x, y in SCREWS:
        corner = b.Pos(math.copysign(inside, x), math.copysign(inside, y))
        straight = d.boss_top - wall
        boss = b.Pos(0, 0, wall + straight / 2) * b.Box(2 * d.boss, 2 * d.boss, straight)
        square = b.Pos(0, 0, d.boss_top) * b.Rectangle(2 * d.boss, 2 * d.boss)
        # printed upside down, the taper needs no support
        boss += b.extrude(square, d.boss - 0.1, taper=45)
        shell += (corner * boss) & room
    shell -= b.Pos(0, 0, wall / 2) * b.Box(side - 2 * wall, side - 2 * wall, wall)
    for x, y in SCREWS:
        shell -= _at(b, x, y, 8, b.Cylinder(1.25, 16))
    return _openings(b, d, shell + _speaker_channel(b, d) - _grille(b, d))


def _speaker_channel(b: Any, d: Dimensions) -> Any:
    """Returns the two ribs and the stop between which the speaker slides in from below."""
    inside, half = d.side / 2 - d.wall, SPEAKER_SIDE / 2
    ribs = _block(
        b, (inside - 4, inside + 0.5), (-half - 2, half + 2), (SPEAKER_Z + half, d.side - 1)
    )
    for side in (-1.0, 1.0):
        across = sorted((side * half, side * (half + 2)))
        ribs += _block(
            b, (inside - 4, inside + 0.5), (across[0], across[1]), (26.5, SPEAKER_Z + half)
        )
    return ribs


def _grille(b: Any, d: Dimensions) -> Any:
    """Returns the holes of the grille in front of the speaker, in the right wall."""
    x, z = d.side / 2 - d.wall / 2, SPEAKER_Z
    places = [(0.0, 0.0)]
    for count, radius in ((6, 6.0), (12, 12.0)):
        places += [
            (
                radius * math.cos(math.tau * step / count),
                radius * math.sin(math.tau * step / count),
            )
            for step in range(count)
        ]
    holes = [
        b.Pos(x, y, z + dz) * b.Rot(0, 90, 0) * b.Cylinder(1.6, d.wall + 2) for y, dz in places
    ]
    whole = holes[0]
    for hole in holes[1:]:
        whole += hole
    return whole


def _openings(b: Any, d: Dimensions, shell: Any) -> Any:
    """Returns the shell with the openings of the back, the light's hole and the sign in front."""
    back, front = d.side / 2 - d.wall / 2, -d.side / 2
    for (x, z), (width, height) in (USB_OPENING, LINK_OPENING, SWITCH_OPENING):
        shell -= _at(b, x, back, z, b.Box(width, d.wall + 2, height))
    (link_x, link_z), _ = LINK_OPENING
    round_holes = [(CHECK_HOLE, CHECK_RADIUS)]
    round_holes += [((link_x, link_z + at * LINK_SCREWS_APART / 2), 1.6) for at in (-1, 1)]
    for (x, z), radius in round_holes:
        shell -= b.Pos(x, back, z) * b.Rot(90, 0, 0) * b.Cylinder(radius, d.wall + 2)
    light = b.Rot(90, 0, 0) * b.Cylinder(LIGHT_RADIUS, d.wall + 2)
    shell -= b.Pos(LIGHT_HOLE[0], front + d.wall / 2, LIGHT_HOLE[1]) * light
    # The sign is not mirrored, because its face looks forwards.
    sign = b.Text("?", font_size=38, font_path=str(FONT), align=(b.Align.CENTER, b.Align.CENTER))
    face = b.Pos(0, front + 0.8, 40) * b.Rot(90, 0, 0)
    return shell - face * b.extrude(sign, 2.0) - _warning(b, d)


def _warning(b: Any, d: Dimensions) -> Any:
    """Returns the words above the socket, because a monitor's cable fits it, too."""
    align = (b.Align.CENTER, b.Align.CENTER)
    words = b.Text(WARNING, font_size=WARNING_SIZE, font_path=str(FONT), align=align)
    read_from_behind = b.Rot(0, 0, 180) * b.Rot(90, 0, 0)
    return (
        b.Pos(0, d.side / 2 - WARNING_DEEP, WARNING_Z) * read_from_behind * b.extrude(words, 2.0)
    )


def plunger(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the button: a cap with a flange below that holds it, and a stem for the switch."""
    import build123d as b

    flange_top = d.side - d.guide_length - d.rest_slack
    top = cap_top(d)
    cap_height = top - flange_top
    cap = _at(b, 0, 0, flange_top + cap_height / 2, b.Cylinder(d.plunger_radius, cap_height))
    flange = b.Cylinder(d.plunger_radius + d.flange_out, d.flange)
    cap += _at(b, 0, 0, flange_top - d.flange / 2, flange)
    hollow = top - d.wall - (flange_top - d.flange)
    cap -= _at(b, 0, 0, top - d.wall - hollow / 2, b.Cylinder(d.plunger_radius - d.wall, hollow))
    stem, end = top - d.wall - stem_end(d), stem_end(d)
    cap += _at(b, 0, 0, end + stem / 2, b.Cylinder(STEM_RADIUS, stem))
    # The spring's upper end fits around this collar.
    return cap + _at(b, 0, 0, top - d.wall - 1.5, b.Cylinder(SPRING_INSIDE / 2 - 0.5, 3))


def stop_height(d: Dimensions = DIMENSIONS) -> float:
    """Returns the upper end of the posts that stop the plunger, mm above the ground."""
    return d.side - d.guide_length - d.rest_slack - d.flange - d.travel - d.rest_slack


def tray(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the plate over the cells: stops, the switch's bed and bridge, guides of boards."""
    import build123d as b

    width = d.side - 2 * d.wall - 1.0
    top = d.tray_height + d.tray_thick
    plate = _at(b, 0, 0, d.tray_height + d.tray_thick / 2, b.Box(width, width, d.tray_thick))
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            plate -= _at(b, x * width / 2, y * width / 2, d.tray_height + 1, b.Box(12.6, 12.6, 6))
    for x, y in TRAY_SCREWS:
        plate -= _at(b, x, y, d.tray_height, b.Cylinder(1.7, 8))
    # Wires come up from the cells and the light. The power switch stays in the body.
    for x, y in ((-14.0, -14.0), (0.0, -24.0)):
        plate -= _at(b, x, y, d.tray_height, b.Cylinder(3.0, 8))
    plate -= _block(b, (-8.5, 8.5), (19.2, width), (0, top + 1))
    posts = stop_height(d) - top
    for angle in (45, 135, 225, 315):
        place = b.Rot(0, 0, angle) * b.Pos(d.plunger_radius + 0.1, 0, top + posts / 2)
        plate += place * b.Cylinder(2.4, posts)
    return plate + _switch_bed(b, d, top) + _board_guides(b, top)


def _switch_bed(b: Any, d: Dimensions, top: float) -> Any:
    """Returns two walls for the switch, slots for its screws, and the spring's seat."""
    length, thick = BED
    bed = _block(
        b, (-length / 2, length / 2), (-SWITCH_SLOT / 2 - thick, SWITCH_SLOT / 2 + thick),
        (top - 0.5, d.bridge + d.bridge_thick),
    )  # fmt: skip
    free = (-SWITCH_SLOT / 2, SWITCH_SLOT / 2)
    bed -= _block(b, (-length, length), free, (top, d.bridge))
    half = read("micro").mm("holes_apart") / 2
    for x in (SWITCH_X - half, SWITCH_X + half):
        slot = b.Box(2.5, 20, 2.0)
        for dz in (-1.0, 1.0):
            slot += b.Pos(0, 0, dz) * b.Rot(90, 0, 0) * b.Cylinder(1.25, 20)
        bed -= _at(b, x, 0, d.switch_holes, slot)
    ring = b.Cylinder(SEAT_RADIUS + 1.2, 1.6) - b.Cylinder(SEAT_RADIUS, 2)
    ring &= b.Box(length, SWITCH_SLOT + 2 * thick, 4)
    bed += _at(b, 0, 0, d.bridge + d.bridge_thick + 0.8, ring)
    return bed - _at(b, 0, 0, d.bridge + 1, b.Cylinder(STEM_HOLE, 6))


def _board_guides(b: Any, top: float) -> Any:
    """Returns posts with grooves: perfboard in front, Pico left, and a post behind the key."""
    foot, half = (top - 0.5, top + GUIDE_HEIGHT), GROOVE / 2 + GROOVE_WALL
    guides: list[Any] = []
    for middle, low, high, along_x in (
        (*FRONT_GROOVE, True),
        (*LEFT_GROOVE, False),
    ):
        for end, out in ((low, -1.0), (high, 1.0)):
            post = sorted((end - out * GROOVE_DEEP, min(end + out * 1.7, INSIDE - 0.4)))
            free = sorted((end - out * 4.0, end + out * 0.3))
            sides = [(post[0], post[1]), (middle - half, middle + half)]
            groove = [(free[0], free[1]), (middle - GROOVE / 2, middle + GROOVE / 2)]
            if not along_x:
                sides.reverse()
                groove.reverse()
            guide = _block(b, sides[0], sides[1], foot)
            guides.append(guide - _block(b, groove[0], groove[1], (top, 99)))
    # A finger pushes the check key against this post, which is between the key's legs.
    x, back = CHECK_HOLE[0], KEY_BOARD_Y - 1.1
    whole = _block(b, (x - 2.0, x + 2.0), (back - 4.0, back), (top - 0.5, CHECK_HOLE[1] + 4.0))
    for guide in guides:
        whole += guide
    # The socket of the Pico looks out between the lips of the post behind it.
    x, _, high = LEFT_GROOVE
    (_, usb_z), (_, usb_high) = USB_OPENING
    window = (usb_z - usb_high / 2, 99.0)
    return whole - _block(b, (x + GROOVE / 2 - 0.1, 0), (high - 4, high + 4), window)


def base(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the bottom plate: pillars for the tray, screw holes, opening of the battery door."""
    import build123d as b

    width = d.side - 2 * d.wall - 0.4
    plate = _at(b, 0, 0, d.wall / 2, b.Box(width, width, d.wall))
    plate -= _at(b, 0, 0, d.wall / 2, b.Box(*DOOR_SIZE, d.wall + 1))
    # The door's ear is in a pocket. Its screw holds in a boss next to the cells.
    deep, edge = DOOR_EAR[1], DOOR_SIZE[0] / 2
    plate += _block(b, (edge, width / 2), (-6.0, 6.0), (d.wall / 2, 7.0))
    plate -= _block(b, (edge - 1, width), (-deep / 2, deep / 2), (-1, d.wall / 2))
    plate -= _at(b, *DOOR_SCREW, 3, b.Cylinder(1.25, 9))
    # Ledges inside carry the door on the two long sides.
    for y in (-1.0, 1.0):
        ledge = sorted((y * (DOOR_SIZE[1] / 2 - 1.2), y * (DOOR_SIZE[1] / 2 + 0.5)))
        plate += _block(b, (-10, 10), (ledge[0], ledge[1]), (d.wall / 2, d.wall))
    foot, high = d.wall - 0.5, d.tray_height
    for x, y in PILLARS:
        size = (3.0, 13.0) if abs(x) > 20 else (9.0, 3.0)
        plate += _at(b, x, y, (foot + high) / 2, b.Box(*size, high - foot))
    for x, y in TRAY_SCREWS:
        pillar = b.Cylinder(4.0, high - foot)
        plate += _at(b, x, y, (foot + high) / 2, pillar) - _at(
            b, x, y, high - 5, b.Cylinder(1.25, 10.2)
        )
    for x, y in SCREWS:
        plate -= _at(b, x, y, d.wall / 2, b.Cylinder(1.7, d.wall + 1))
    x, z = LIGHT_HOLE
    post = _block(b, (x - 4.5, x + 4.5), (LIGHT_RIM_Y - 2.5, LIGHT_RIM_Y), (foot, z + 4.5))
    hole = b.Pos(x, LIGHT_RIM_Y, z) * b.Rot(90, 0, 0) * b.Cylinder(2.65, 9)
    return plate + (post - hole)


def door(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the battery door: tongues at one end, an ear with the hole of its screw."""
    import build123d as b

    thick = d.wall / 2 - 0.1
    width, depth = DOOR_SIZE[0] - 0.6, DOOR_SIZE[1] - 0.6
    plate = _at(b, 0, 0, thick / 2, b.Box(width, depth, thick))
    ear, deep = DOOR_EAR
    edge = DOOR_SIZE[0] / 2
    plate += _block(b, (edge - 1, edge + ear - 0.4), (-deep / 2 + 0.3, deep / 2 - 0.3), (0, thick))
    for y in (-12.0, 12.0):
        across = (y - 4.0, y + 4.0)
        plate += _block(b, (-edge + 0.3, -edge + 3.3), across, (0, d.wall + 1.8))
        plate += _block(b, (-edge - 2.2, -edge + 3.3), across, (d.wall + 0.2, d.wall + 1.8))
    return plate - _at(b, *DOOR_SCREW, 0, b.Cylinder(1.7, 9))


def parts(d: Dimensions = DIMENSIONS) -> dict[str, Any]:
    """Returns the printed parts in place."""
    return {
        "body": body(d),
        "plunger": plunger(d),
        "tray": tray(d),
        "base": base(d),
        "door": door(d),
    }


# Files of hardware/parts that this enclosure takes sizes from.
BOUGHT = (
    "speaker", "pico", "holder3", "cell_aaa", "micro", "plunger_spring", "usb_plug", "slide",
    "tactile", "light", "link_panel",
)  # fmt: skip
PIECES: dict[str, int] = {}
VIEW = (34.0, 24.0)


def standing(meshes: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns (part, mesh) of all parts in the picture of the finished block."""
    return list(meshes.items())
