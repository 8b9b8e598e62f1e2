"""The block's enclosure with its real parts: all fit, move, and can be inserted and removed."""

import math

import build123d as b
import pytest
from hardware.question_block import enclosure as block
from hardware.question_block import plunger_spring, room
from tests.hardware.fits import ANY, around, at_an_end, in_the_way, printed_of
from tools.hardware import shapes, solids
from tools.hardware.parts import read

D = block.DIMENSIONS
SWITCH_N = read("micro").value("force_most", "N")


@pytest.fixture(scope="module")
def printed():
    return printed_of(block)


@pytest.fixture(scope="module")
def everything(printed):
    return {**printed, **room.bought()}


@pytest.mark.parametrize("own_board", [False, True], ids=["perfboard", "own board"])
def test_bought_parts_fit_without_overlap(printed, own_board):
    assert solids.overlaps({**printed, **room.bought(own_board)}) == {}


def test_warning_above_the_socket_is_cut_into_the_wall(printed):
    words = block._warning(b, D)
    room_of = words.bounding_box()
    inside, outside = D.side / 2 - D.wall, D.side / 2
    assert pytest.approx(outside - block.WARNING_DEEP) == room_of.min.Y
    assert room_of.min.Y - inside > 1.5, "the wall stays thick behind the letters"
    assert solids.overlaps({"words": words, "body": printed["body"]}) == {}
    plain = b.Box(2 * room_of.max.X, 2 * block.WARNING_DEEP, room_of.size.Z)
    wall = b.Pos(0, outside, (room_of.min.Z + room_of.max.Z) / 2) * plain & printed["body"]
    assert 0.3 < wall.volume / (plain.volume / 2) < 0.9, "there must be wall between the letters"
    ears = block.LINK_OPENING[0][1] + block.LINK_SCREWS_APART / 2 + 5
    assert ears < room_of.min.Z


@pytest.mark.parametrize("pressed", [0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.6])
def test_plunger_collides_with_no_part_at_any_depth(printed, everything, pressed):
    body, lever = room.switch(pressed)
    still = {name: part for name, part in everything.items() if name != "plunger"}
    still |= {"switch": body, "switch's lever": lever, "spring": room.spring(pressed)}
    assert in_the_way(b.Pos(0, 0, -pressed) * printed["plunger"], still) == {}
    assert in_the_way(room.spring(pressed), {"switch": body, "switch's lever": lever}) == {}


@pytest.mark.parametrize(("key", "name", "way"), ANY)
def test_part_fits_at_both_ends_of_a_free_size(printed, everything, monkeypatch, key, name, way):
    at_an_end(monkeypatch, key, name, way)
    changed = room.bought()
    moved = {"speaker": ["speaker"], "micro": ["switch", "switch's lever"]}[key]
    still = {part: solid for part, solid in everything.items() if part not in moved}
    for part in moved:
        assert in_the_way(changed[part], still) == {}
    for pressed in (1.2, 2.6):
        down = {"plunger": b.Pos(0, 0, -pressed) * printed["plunger"], "tray": printed["tray"]}
        assert in_the_way(room.switch(pressed)[1], down) == {}
    micro = read("micro")
    reach = block.SWITCH_X - micro.most_mm("hinge") + micro.mm("lever_length")
    assert reach > -block.STEM_RADIUS, "the stem presses the lever"


@pytest.mark.parametrize("pressed", [0.3, 1.8])
def test_tilted_plunger_touches_only_its_guide(printed, everything, pressed):
    """In the gap it can tilt until it touches both ends of the guide.

    When it is 1.8 mm down, the switch has worked and the flange is about to meet a post.
    """
    tilt_deg = math.degrees(2 * D.gap / D.guide_length)
    middle = D.side - D.guide_length / 2
    loose = {"body", "plunger", "spring", "switch", "switch's lever"}
    still = {name: part for name, part in everything.items() if name not in loose}
    for axis in ((tilt_deg, 0, 0), (0, tilt_deg, 0), (-tilt_deg, 0, 0), (0, -tilt_deg, 0)):
        turned = b.Pos(0, 0, middle - pressed) * b.Rot(*axis) * b.Pos(0, 0, -middle)
        assert in_the_way(turned * printed["plunger"], still) == {}


@pytest.mark.parametrize(
    ("lifted", "free"), [(0.5, False), (0, True), (-1.3, True), (-2.6, True), (-3.1, False)]
)
def test_plunger_stops_at_both_ends(printed, lifted, free):
    moved = b.Pos(0, 0, lifted) * printed["plunger"]
    stops = {name: printed[name] for name in ("body", "tray")}
    assert (in_the_way(moved, stops) == {}) == free


def test_press_at_the_rim_of_the_cap_does_not_clamp():
    assert not plunger_spring.clamps(D.plunger_radius, D)
    former = block.Dimensions(plunger_radius=20.0, guide_length=12.0)
    assert plunger_spring.clamps(former.plunger_radius, former)


def test_plunger_works_the_switch_at_every_tolerance():
    """Data sheet: works at 8.8 +- 0.8 mm, releases 0.8 mm higher, allows 1.2 mm more.

    The slots allow 1 mm of adjustment up and down. It clicks in the middle of its travel.
    """
    rest, pressed = block.stem_end() - D.switch_holes, block.stem_end() - D.travel - D.switch_holes
    for works_at in (8.0, 8.4, 8.8, 9.2, 9.6):
        moved = works_at - 8.8
        assert abs(moved) <= 1.0
        assert rest + moved > works_at + 0.8 + 0.4
        assert works_at - 1.2 <= pressed + moved < works_at - 0.4


def test_each_listed_spring_lifts_the_plunger_and_is_soft_enough(printed):
    weight_n = printed["plunger"].volume / 1000 * 1.24 / 1000 * 9.81
    for spring in plunger_spring.springs():
        assert plunger_spring.faults(spring, weight_n, SWITCH_N) == []
    strong = plunger_spring.Spring(wire=0.8, outside=10.0, length=30.0, coils=8)
    assert "to press" in " ".join(plunger_spring.faults(strong, weight_n, SWITCH_N))
    wide = plunger_spring.Spring(wire=0.5, outside=12.0, length=30.0, coils=8)
    assert "outside" in " ".join(plunger_spring.faults(wide, weight_n, SWITCH_N))
    short = plunger_spring.Spring(wire=0.5, outside=10.0, length=20.5, coils=8)
    assert "at rest" in " ".join(plunger_spring.faults(short, weight_n, SWITCH_N))


def test_usb_plug_fits_in(printed):
    """The overmould is as wide as the Micro-USB specification allows, and endlessly long.

    A Pico that is flat on its carrier would stop it at the carrier's edge.
    """
    others = {name: part for name, part in room.bought().items() if name != "pico"}
    others |= {**printed, "board": room.left_board(room.HEADER_MM)}
    for back in range(0, 24, 4):
        assert in_the_way(b.Pos(0, back, 0) * room.usb_plug(room.HEADER_MM), others) == {}
    others["board"] = room.left_board()
    assert "board" in in_the_way(room.usb_plug(), others)


def test_usb_plug_and_hood_of_the_link_do_not_collide():
    (x, z), _ = block.LINK_OPENING
    wide, deep, long = (
        read("link_cable").most_mm(f"hood_{size}") for size in ("width", "deep", "length")
    )
    hood = b.Pos(x, D.side / 2 + 2 + deep / 2, z) * b.Box(wide, deep, long)
    for raised in (0.0, room.HEADER_MM):
        assert solids.overlap_mm3(hood, room.usb_plug(raised)) == 0


def way_out(opening, middle_y, deep=12.0):
    """Returns the space behind an opening of the back or front wall, to a depth in mm."""
    (x, z), size = opening
    width, height = size if isinstance(size, tuple) else (2 * size, 2 * size)
    return b.Pos(x, middle_y, z) * b.Box(width - 0.2, deep, height - 0.2)


def test_openings_are_not_blocked_from_inside(printed):
    """Each hole has free space of 12 mm. The check key has its post behind it."""
    behind = {name: printed[name] for name in ("body", "base", "tray", "plunger")}
    back, front = room.INNER - 5.0, -room.INNER + 5.0
    for opening in (block.SWITCH_OPENING, block.LINK_OPENING):
        assert in_the_way(way_out(opening, back), behind) == {}
    assert in_the_way(way_out((block.LIGHT_HOLE, 1.7), front), behind) == {}
    (_, z), (width, height) = block.USB_OPENING
    usb = ((block.USB_OPENING[0][0], z), (width, height - 1.5))
    assert in_the_way(way_out(usb, D.side / 2 + 1, 4.0), behind) == {}
    key = ((block.CHECK_HOLE[0], block.CHECK_HOLE[1]), block.CHECK_RADIUS * 0.7)
    assert in_the_way(way_out(key, room.INNER - 1.0, 8.0), behind) == {}


def test_openings_match_usb_plug_and_slide_switch():
    """A hole that is drawn 6 mm off is found, and so is a hole in front of another part."""
    for opening, thing in (
        (block.USB_OPENING, room.usb_plug(0.0)),
        (block.USB_OPENING, room.usb_plug(room.HEADER_MM)),
    ):
        (x, z), (width, height) = opening
        box = thing.bounding_box()
        assert x - width / 2 <= box.min.X
        assert x + width / 2 >= box.max.X
        assert z - height / 2 <= box.min.Z
        assert z + height / 2 >= box.max.Z
    (x, z), (width, height) = block.SWITCH_OPENING
    slider = b.Pos(x, D.side / 2, z) * b.Box(99, 1, 99)
    common = (slider & room.bought()["slide switch"]).bounding_box()
    assert x - width / 2 < common.min.X
    assert x + width / 2 > common.max.X + 4.0  # space for the slider's travel
    assert z - height / 2 < common.min.Z
    assert z + height / 2 > common.max.Z


def test_light_cone_leaves_the_case_unblocked(printed):
    """A cone of 20 degrees to each side from the dome, which ends in front of its post."""
    x, z = block.LIGHT_HOLE
    tip = room.bought()["light"].bounding_box().min.Y
    assert -room.INNER < tip < -room.INNER + 1.0
    cone = b.Pos(x, tip - 10, z) * b.Rot(90, 0, 0) * b.Cone(1.5, 5.1, 20)
    assert in_the_way(cone, printed) == {}


def test_each_screw_grips_and_a_screwdriver_reaches_it(printed):
    """An M3 thread in its 2.5 mm hole displaces a ring. Misplaced, it displaces all or nothing."""
    held_by = {"body": "body", "tray": "base", "door": "base"}
    through = {"body": "base", "tray": "tray", "door": "door"}
    depth = {"body": 10.0 - 2.4, "tray": 8.0 - 2.0, "door": 6.0 - 1.1}
    ring = math.pi * (1.5**2 - 1.25**2)
    for name, screw in room.screws().items():
        kind = name.split()[0]
        bitten = solids.overlap_mm3(screw, printed[held_by[kind]])
        assert bitten == pytest.approx(depth[kind] * ring, rel=0.2), name
        assert solids.overlap_mm3(screw, printed[through[kind]]) == 0, name
    up = b.Rot(180, 0, 0)
    for x, y in block.SCREWS:
        way = b.Pos(x, y, 0) * up * shapes.driver()
        assert in_the_way(way, printed) == {}
    way = b.Pos(*block.DOOR_SCREW, 0) * up * shapes.driver()
    assert in_the_way(way, printed) == {}
    # The tray's screws are inserted before the body, boards and plunger.
    for x, y in block.TRAY_SCREWS:
        way = b.Pos(x, y, room.TRAY_TOP) * shapes.driver()
        assert in_the_way(way, {"tray": printed["tray"], "base": printed["base"]}) == {}


def test_cells_come_out_through_the_door(printed):
    still = {name: part for name, part in printed.items() if name != "door"}
    for cell in room.cells():
        assert in_the_way(cell, printed) == {}
        way = [b.Pos(0, 0, -down) * cell for down in range(0, 40, 2)]
        near = around(way, still)
        assert [in_the_way(place, near) for place in way] == [{}] * len(way)


def test_neighbouring_cells_are_drawn_the_other_way_round():
    """They are in series, and a builder puts them in as the picture shows."""
    heavy_ends = [cell.center(b.CenterOf.MASS).X > 0 for cell in room.cells()]
    assert heavy_ends in ([True, False, True], [False, True, False])


def test_door_swings_out_and_its_screw_holds_it(printed):
    """Its tongues slide below the base's edge. Without its screw the door turns about them."""
    edge = -block.DOOR_SIZE[0] / 2
    base, cells = printed["base"], room.bought()["cells"]
    still = {"base": base, "cells": cells, "body": printed["body"]}
    way = []
    for angle in range(0, 26, 2):
        turn = b.Pos(edge, 0, D.wall) * b.Rot(0, angle, 0) * b.Pos(-edge, 0, -D.wall)
        slid = b.Pos(min(angle, 10) * 0.3, 0, -max(0, angle - 10) * 0.2)
        way.append(slid * turn * printed["door"])
    near = around(way, still)
    assert [in_the_way(place, near) for place in way] == [{}] * len(way)
    assert in_the_way(b.Pos(0, 0, -1.5) * printed["door"], {"base": base}) != {}
    assert in_the_way(b.Pos(0, 0, 0.5) * printed["door"], {"base": base}) != {}


def test_base_and_tray_fit_fully_loaded_into_the_body(printed, everything):
    still = {name: part for name, part in everything.items() if name in room.IN_THE_BODY}
    loose = {"spring", "switch's lever", "door"}
    carried = [
        part
        for name, part in everything.items()
        if name not in room.IN_THE_BODY and name not in loose
    ]
    carried.append(room.left_own_board())
    near = around([*carried, *(b.Pos(0, 0, -60) * part for part in carried)], still)
    for down in (0.2, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60):
        for part in carried:
            assert in_the_way(b.Pos(0, 0, -down) * part, near) == {}, down


def test_plunger_fits_into_the_body_from_below(printed):
    for down in range(0, 66, 5):
        assert in_the_way(b.Pos(0, 0, -down) * printed["plunger"], {"body": printed["body"]}) == {}
