"""The base's enclosure with real parts in it: servo, cam, lever, cells, and a finger's reach."""

import dataclasses
import math
from functools import cache

import build123d as b
import pytest
from hardware.apple_base import cam_drive, cam_parts, lever_parts, room, shell_parts
from hardware.apple_base import enclosure as base
from hardware.apple_base.sizes import SIZES, WormSize
from tests.hardware.fits import ANY, at_an_end, in_the_way, printed_of
from tools.hardware import shapes, solids
from tools.hardware.parts import read

# Parts that are inserted only after the board.
ABOVE = ("top", "cam", "driver", "worm", "servo", "clamp", "cells", "door")
PULLS_DEG = [*range(0, 25, 2), 25]


@pytest.fixture(scope="module")
def printed():
    return printed_of(base)


@pytest.fixture(scope="module")
def everything(printed):
    return {**printed, **room.bought()}


@cache
def cut_drum(drum, low):
    """Returns the drum above a height, which is faster. The cam meets no lower part."""
    return drum & b.Pos(0, 0, low + 50) * b.Box(220, 220, 100)


def upper_drum(printed):
    return cut_drum(printed["drum"], 36.0)


@cache
def pulled_lever():
    """Returns the lever at its lower end."""
    return lever_parts.lever(25)


def test_bought_parts_fit_without_overlap(everything):
    assert solids.overlaps(everything) == {}


@pytest.mark.parametrize(("name", "way"), [row[1:] for row in ANY if row[0] == "micro"])
def test_switch_fits_at_both_ends_of_a_free_size(everything, monkeypatch, name, way):
    at_an_end(monkeypatch, "micro", name, way)
    loose = ("microswitch", "microswitch's lever", "lever")
    still = {part: solid for part, solid in everything.items() if part not in loose}
    for pulled_deg in (0, 12, 25):
        for solid in room.microswitch(pulled_deg):
            assert in_the_way(solid, {**still, "lever": lever_parts.lever(pulled_deg)}) == {}


@pytest.mark.parametrize("turn_deg", range(60, 121, 2))
def test_cam_turns_freely_and_carries_the_worms(printed, everything, turn_deg):
    turned, driver = (b.Rot(0, 0, turn_deg - 90) * printed[name] for name in ("cam", "driver"))
    loose = ("cam", "worm", "driver", "drum", "clamp", "door", "servo")
    still = {name: part for name, part in everything.items() if name not in loose}
    upper = upper_drum(printed)
    assert in_the_way(turned, {**still, "drum": upper, "pulled": pulled_lever()}) == {}
    assert in_the_way(driver, {"cam": turned, "servo": everything["servo"]}) == {}
    worm = cam_parts.worm()
    for x, y in cam_parts.places()[turn_deg % 3 :: 7]:
        standing = b.Pos(x, y, cam_parts.worm_height(x, y, turn_deg)) * worm
        assert solids.overlap_mm3(standing, turned) < 0.3  # from the facets of the model
        assert solids.overlap_mm3(b.Pos(0, 0, -0.5) * standing, turned) > 0.5


def test_six_bearings_carry_the_rim_of_the_cam(printed):
    assert len(room.bearings()) == 6
    for ring, _ in room.bearings():
        assert ring.distance_to(printed["cam"]) < 0.02
        assert in_the_way(b.Pos(0, 0, 0.3) * ring, {"cam": printed["cam"]}) != {}
    assert SIZES.cam_radius > cam_parts.ROLLER_AT + 2
    cam_n = printed["cam"].volume / 1000 * cam_drive.PLA_N_PER_CM3
    assert cam_drive.tipping_n(cam_n) > 10.0


@pytest.mark.parametrize("horn", [-1.0, 0.0, 1.0])
def test_driver_turns_the_cam_without_carrying_it(printed, horn):
    """Even with a horn at its tolerance limit, pegs engage and the plate stays below them."""
    borne = read("servo").figures["horn_top"].tolerance
    raised = b.Pos(0, 0, horn * borne) * printed["driver"]
    assert in_the_way(raised, {"cam": printed["cam"], "drum": printed["drum"]}) == {}
    turned = b.Rot(0, 0, 4) * raised
    assert in_the_way(turned, {"cam": printed["cam"]}) != {}
    top = raised.bounding_box().max.Z
    assert SIZES.cam_low + 2.0 < top < SIZES.guide_end


@pytest.mark.parametrize("cable_end", [-1.0, 1.0])
def test_servo_and_cable_fit_in_from_above(printed, cable_end):
    servo = room.servo(cable_end)
    for up in range(0, 44, 4):
        assert in_the_way(b.Pos(0, 0, up) * servo, {"drum": printed["drum"]}) == {}
    assert in_the_way(servo, {"clamp": printed["clamp"]}) == {}
    pressed = b.Pos(0, 0, -0.4) * printed["clamp"]
    assert in_the_way(pressed, {"servo": servo}) != {}  # the bar keeps the ear in place


@pytest.mark.parametrize("angle", PULLS_DEG)
def test_lever_collides_with_no_part_at_any_angle(everything, angle):
    loose = ("lever", "worm", "microswitch's lever", "lever's spring")
    still = {name: part for name, part in everything.items() if name not in loose}
    body, lever = room.microswitch(angle)
    still |= {"microswitch": body, "microswitch's lever": lever}
    assert in_the_way(lever_parts.lever(angle), still) == {}


@pytest.mark.parametrize("angle", [-1, 27])
def test_lever_stops_at_both_ends(printed, angle):
    assert "bracket" in in_the_way(lever_parts.lever(angle), {"bracket": printed["bracket"]})


def test_lever_nose_works_the_switch_at_every_tolerance():
    """Data sheet: works at 8.8 +- 0.8 mm above its holes, releases 0.8 mm higher, bears 1.2 mm."""
    nose_x, under, _ = lever_parts.NOSE
    rest = lever_parts.LEVER_PIVOT[2] + under - lever_parts.SWITCH_AT[2]
    risen = math.sin(math.radians(25)) * -nose_x + under * math.cos(math.radians(25))
    pulled = lever_parts.LEVER_PIVOT[2] + risen - lever_parts.SWITCH_AT[2]
    for works_at in (8.0, 8.8, 9.6):
        up = 8.8 - works_at
        assert abs(up) <= lever_parts.SWITCH_SLOT_MM
        assert works_at - 1.2 < rest - up < works_at - 0.3
        assert pulled - up > works_at + 0.8 + 1.0


def test_bracket_lever_and_switch_fit_in_from_above(printed):
    """They are assembled on the table, so the wall's slot is open at the top."""
    body, _ = room.microswitch()
    for up in (0.2, 2, 5, 10, 15, 20, 30, 40, 50, 60):
        for part in (printed["bracket"], printed["lever"], body):
            assert in_the_way(b.Pos(0, 0, up) * part, {"drum": printed["drum"]}) == {}, up
        lid = b.Pos(0, 0, up) * printed["top"]
        assert in_the_way(lid, {"drum": printed["drum"], "lever": printed["lever"]}) == {}, up
    axle = b.Pos(*lever_parts.LEVER_PIVOT) * b.Rot(90, 0, 0) * b.Cylinder(1.5, 25)
    assert in_the_way(axle, {name: printed[name] for name in ("bracket", "lever", "drum")}) == {}


@pytest.mark.parametrize("finger", room.FINGERS_MM)
@pytest.mark.parametrize("angle", [0, 5, 10, 15, 20, 25])
def test_lever_blocks_fingers_in_its_slot_at_any_angle(printed, finger, angle):
    """Checks rods as in toy standards, pushed straight 8 mm into every place of the slot."""
    near = b.Pos(95, 0, 36) * b.Box(16, 30, 60)
    closed = {name: printed[name] & near for name in ("drum", "top")}
    closed["lever"] = lever_parts.lever(angle)
    x = SIZES.radius - SIZES.wall / 2
    for y in (-3.0, 0.0, 3.0):
        for step in range(0, 14):
            z = shell_parts.SLOT_LOW + step
            rod = b.Pos(x, y, z) * b.Rot(0, 90, 0) * b.Cylinder(finger / 2, 8)
            assert in_the_way(rod, closed) != {}, (y, z)


def test_finger_check_finds_the_gap_of_the_former_slot(printed):
    """In the former slot, 44 mm high and without a tongue, the check finds a gap of 8.6 mm."""
    rod = b.Pos(94.6, 0, 12) * b.Rot(0, 90, 0) * b.Cylinder(4.3, 8)
    near = printed["drum"] & b.Pos(95, 0, 30) * b.Box(16, 30, 60)
    former = near - b.Pos(94.6, 0, 24) * b.Box(11, 10, 44)
    assert in_the_way(rod, {"shell": near}) != {}
    assert in_the_way(rod, {"shell": former, "lever": lever_parts.lever(0)}) == {}


def test_gap_around_each_worm_is_too_narrow_for_fingers(printed):
    for (x, y), turn_deg in zip(cam_parts.places(), range(60, 121, 3), strict=False):
        standing = b.Pos(x, y, cam_parts.worm_height(x, y, turn_deg)) * cam_parts.worm()
        assert standing.distance_to(printed["top"]) < 0.6
        assert in_the_way(standing, {"top": printed["top"]}) == {}


def lowest_of_rod(turn_deg, tilt_deg, sizes=SIZES, radius=4.3, deep=30.0):
    """Returns the end of a rod that was pushed into an empty hole.

    Returns the (x, y, z) of points on the rod's end, for each hole and eight directions of a tilt
    over the hole's rim.
    """
    tilt, found = math.radians(tilt_deg), []
    for x, y in cam_parts.places(sizes):
        for side in range(8):
            way = math.radians(45 * side + turn_deg)
            out, down = deep * math.sin(tilt), deep * math.cos(tilt)
            for edge in (-radius, 0.0, radius):
                along, z = out + edge * math.cos(tilt), sizes.height - down + edge * math.sin(tilt)
                found.append((x + along * math.cos(way), y + along * math.sin(way), z))
    return found


def reaches(turn_deg, tilt_deg, sizes=SIZES):
    """Returns the points of rods that are in the cam."""
    return [
        (x, y, z)
        for x, y, z in lowest_of_rod(turn_deg, tilt_deg, sizes)
        if z < cam_parts.cam_height(x, y, turn_deg, sizes) + 1.0
    ]


@pytest.mark.parametrize("turn_deg", range(0, 181, 5))
def test_rod_in_an_empty_hole_never_reaches_the_cam(turn_deg):
    """Checks a rod of 8.6 x 30 mm at every hole, turn and tilt. At least 1 mm stays free."""
    for tilt_deg in range(0, 21, 2):
        assert reaches(turn_deg, tilt_deg) == []
    former = dataclasses.replace(SIZES, height=74.0)
    assert reaches(turn_deg, 0, former)  # the check finds tubes that are too short


def test_rod_in_a_hole_stays_above_cam_and_driver(printed):
    """A rod is at most 30 mm below the rim. The solids agree with the cam's formula."""
    turns = [b.Rot(0, 0, turn_deg - 90) * printed["cam"] for turn_deg in (60, 75, 90, 105, 120)]
    highest = max(turned.bounding_box().max.Z for turned in turns)
    for x, y in cam_parts.places():
        rod = b.Pos(x, y, SIZES.height - 15) * b.Cylinder(4.3, 30)
        assert in_the_way(rod, {"top": printed["top"]}) == {}  # the hole is wide enough
        assert highest + 1.0 < rod.bounding_box().min.Z
    assert printed["driver"].bounding_box().max.Z < printed["cam"].bounding_box().max.Z
    tube = b.Pos(*cam_parts.places()[0], SIZES.guide_end + 0.5) * b.Cylinder(7.5, 0.5)
    assert in_the_way(tube, {"top": printed["top"]}) != {}  # the tube reaches its end


def test_cells_come_out_from_below_with_the_top_on(printed):
    still = {"drum": printed["drum"]}
    for down in range(0, 33, 4):
        moved = [b.Pos(0, 0, -down) * part for part in (room.cells(), printed["door"])]
        assert [in_the_way(part, still) for part in moved] == [{}, {}], down
    beyond = b.Pos(0, 0, 0.5) * printed["door"]
    assert in_the_way(beyond, still) != {}


@pytest.mark.parametrize("own", [False, True], ids=["perfboard", "own board"])
def test_circuit_board_fits_onto_posts_and_screws_pass_its_holes(everything, own):
    """Moves each board with its joints and parts down, to the wall, and onto the posts."""
    still = {name: part for name, part in everything.items() if name not in ("board", *ABOVE)}
    board = room.board(own)
    for y, up in ((-8, 25), (-8, 12), (-8, 6), (-8, 3), (-4, 3), (0, 3), (0, 1), (0, 0)):
        assert in_the_way(b.Pos(0, y, up) * board, still) == {}, (y, up)
    screws = {name: screw for name, (screw, _, _) in room.screws().items() if "board" in name}
    assert len(screws) == 3
    assert in_the_way(board, screws) == {}
    assert in_the_way(b.Pos(0, 0, -0.3) * board, {"drum": still["drum"]}) != {}
    for aside in ((0.6, 0), (0, 0.6)):
        # Only the board's holes are at this place.
        assert len(in_the_way(b.Pos(*aside, 0) * board, screws)) == 3


def test_each_screw_grips_and_a_screwdriver_reaches_it(printed):
    ring = math.pi * (1.5**2 - 1.25**2)
    for name, (screw, held_by, deep) in room.screws().items():
        bitten = solids.overlap_mm3(screw, printed[held_by])
        assert bitten == pytest.approx(deep * ring, rel=0.15), name
        others = {key: part for key, part in printed.items() if key not in (held_by, "worm")}
        assert in_the_way(screw, others) == {}, name
    up = b.Rot(180, 0, 0)
    for x, y in (*shell_parts.DOOR_SCREWS, *lever_parts.BRACKET_SCREWS):
        below = (
            b.Pos(x, y, 1.8 if (x, y) in lever_parts.BRACKET_SCREWS else 0) * up * shapes.driver()
        )
        assert in_the_way(below, {"drum": printed["drum"], "door": printed["door"]}) == {}
    for name, (screw, _, _) in room.screws().items():
        # inserted before the bearings, the cam and the lid
        if name.startswith(("clamp", "board")):
            box = screw.bounding_box()
            place = b.Pos((box.min.X + box.max.X) / 2, (box.min.Y + box.max.Y) / 2, box.max.Z)
            way = place * shapes.driver()
            assert in_the_way(way, {"drum": printed["drum"], "clamp": printed["clamp"]}) == {}
        if name.startswith("lid"):
            box = screw.bounding_box()
            place = b.Pos((box.min.X + box.max.X) / 2, (box.min.Y + box.max.Y) / 2, box.max.Z)
            for x, y in cam_parts.places():
                high = b.Pos(x, y, cam_parts.worm_height(x, y, 90)) * cam_parts.worm()
                assert solids.overlap_mm3(place * shapes.driver(), high) == 0


def test_bearing_pins_drop_into_their_slots(printed):
    for ring, pin in room.bearings():
        for up in (0, 1, 2, 4, 6):
            for part in (ring, pin):
                assert in_the_way(b.Pos(0, 0, up) * part, {"drum": printed["drum"]}) == {}


def test_holes_in_the_wall_match_link_and_switch(printed):
    """The screws of the D-sub and the path of the slider fit. A hole in a wrong place is found."""
    flat = SIZES.radius - 2.2
    apart = read("link_panel").mm("holes_apart") / 2
    for y in (-apart, apart):
        place = (
            b.Rot(0, 0, shell_parts.LINK_DEG)
            * b.Pos(flat, y, shell_parts.LINK_Z)
            * b.Rot(0, 90, 0)
        )
        assert in_the_way(place * b.Cylinder(1.5, 10), {"drum": printed["drum"]}) == {}
        assert in_the_way(place * b.Cylinder(2.2, 4), {"drum": printed["drum"]}) != {}
    slider = (
        b.Rot(0, 0, shell_parts.POWER_DEG) * b.Pos(94, 0, shell_parts.POWER_Z) * b.Box(9, 8, 4)
    )
    behind = {name: printed[name] for name in ("drum", "bracket")}
    assert in_the_way(slider, behind) == {}


def test_worm_of_another_size_fits_its_own_hole():
    thick = WormSize(radius=7.0, length=50.0)
    x, y = cam_parts.places()[0]
    standing = b.Pos(x, y, cam_parts.worm_height(x, y, 90.0, thick)) * cam_parts.worm(thick)
    assert solids.overlap_mm3(standing, base.top(worm=thick)) < 0.05
    assert solids.overlap_mm3(standing, base.top()) > 10
