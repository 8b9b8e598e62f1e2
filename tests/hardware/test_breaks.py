"""Mistakes planted into the enclosures. Each must make its check fail."""

from dataclasses import replace

import build123d as b
import pytest
from hardware.apple_base import cam_parts, shell_parts
from hardware.apple_base import room as base_room
from hardware.question_block import enclosure as block
from hardware.question_block import room as block_room
from tests.hardware import test_base, test_block
from tools.hardware import board_space, pcb, solids

D = block.DIMENSIONS


def noticed(check, *arguments):
    with pytest.raises(AssertionError):
        check(*arguments)


@pytest.fixture(scope="module")
def block_printed():
    return block.parts()


@pytest.fixture(scope="module")
def pillars():
    """The drum's parts round the servo."""
    return {"drum": shell_parts._servo_pillars(b, base_room.SIZES), "clamp": shell_parts.clamp()}


def test_the_servos_cable_without_a_gap_between_the_pillars(pillars, monkeypatch):
    test_base.test_the_servo_goes_in_from_above_with_its_cable(pillars, 1.0)
    monkeypatch.setattr(shell_parts, "CABLE_GAP", 0.0)
    closed = {**pillars, "drum": shell_parts._servo_pillars(b, base_room.SIZES)}
    for cable_end in (-1.0, 1.0):
        noticed(test_base.test_the_servo_goes_in_from_above_with_its_cable, closed, cable_end)


@pytest.mark.parametrize("angles", [(), (90.0, 270.0)])
def test_a_cam_without_its_bearings(angles, monkeypatch):
    printed = {"cam": cam_parts.cam()}
    test_base.test_six_bearings_carry_the_cam_at_its_rim(printed)
    monkeypatch.setattr(cam_parts, "ROLLERS_DEG", angles)
    noticed(test_base.test_six_bearings_carry_the_cam_at_its_rim, printed)


def test_bearings_that_are_too_low_for_the_cam(monkeypatch):
    low = replace(base_room.SIZES, cam_low=base_room.SIZES.cam_low - 0.3)
    monkeypatch.setattr(base_room, "SIZES", low)
    printed = {"cam": cam_parts.cam()}
    noticed(test_base.test_six_bearings_carry_the_cam_at_its_rim, printed)


def test_a_cam_without_slots_for_the_drivers_pegs():
    cam = cam_parts.cam() + b.Pos(0, 0, 43.5) * b.Box(40, 12, 2)
    printed = {"cam": cam, "driver": cam_parts.driver(), "drum": b.Pos(200, 0, 0) * b.Box(1, 1, 1)}
    noticed(test_base.test_the_driver_turns_the_cam_and_carries_nothing, printed, 0.0)


@pytest.mark.parametrize("change", [{"plunger_radius": 23.0}, {"guide_length": 12.0}])
def test_a_press_beside_the_middle_of_another_plunger(change, monkeypatch):
    """A third more lever, or a third less guide: it clamps at a friction of 0.4."""
    monkeypatch.setattr(test_block, "D", replace(D, **change))
    noticed(test_block.test_a_press_at_the_caps_rim_does_not_clamp_it)


def test_a_plunger_that_is_loose_in_its_guide(block_printed, monkeypatch):
    everything = {**block_printed, **block_room.bought()}
    monkeypatch.setattr(test_block, "D", replace(D, gap=1.6))
    check = test_block.test_a_plunger_that_tilts_in_its_guide_touches_nothing_else
    noticed(check, block_printed, everything, 1.8)


def test_a_spring_on_the_switch_instead_of_its_bridge(block_printed, monkeypatch):
    monkeypatch.setattr(block_room, "D", replace(D, bridge=34.0))
    noticed(test_block.test_all_that_is_bought_has_its_room, block_printed, False)


def test_a_slot_that_is_narrower_than_the_switch(monkeypatch):
    monkeypatch.setattr(block, "SWITCH_SLOT", 6.3)
    assert "tray and switch" in solids.overlaps(
        {"tray": block.tray(), "switch": block_room.switch()[0]}
    )


@pytest.mark.parametrize(
    ("name", "broken", "check"),
    [
        ("USB_OPENING", ((-12.8, 34.5), (12.0, 11.6)), "openings"),
        ("SWITCH_OPENING", ((6.0, 13.0), (10.0, 5.5)), "openings"),
        ("SWITCH_OPENING", ((24.0, 13.0), (10.0, 5.5)), "blocked"),
        ("LIGHT_HOLE", (14.0, 12.0), "blocked"),
    ],
)
def test_an_opening_off_its_place(block_printed, name, broken, check, monkeypatch):
    things = block_room.bought()
    monkeypatch.setattr(block, name, broken)
    monkeypatch.setattr(block_room, "bought", lambda: things)
    if check == "openings":
        noticed(test_block.test_openings_lie_before_what_looks_out_of_them)
    else:
        noticed(test_block.test_no_opening_is_blocked_from_inside, block_printed)


def test_check_finds_screw_holes_beside_their_bosses(block_printed, monkeypatch):
    moved = tuple((0.9 * x, 0.8 * y) for x, y in block.SCREWS)
    monkeypatch.setattr(block, "SCREWS", moved)
    check = test_block.test_every_screw_bites_where_it_should_and_a_driver_reaches_it
    noticed(check, block_printed)


def test_a_capacitor_that_is_too_high_for_our_own_board(block_printed, monkeypatch):
    """The normal one of 100 uF is 12.2 mm high, but the space before the wall is 8.5 mm."""
    right = board_space.height
    monkeypatch.setattr(
        board_space, "height", lambda part: 12.2 if part.key == "c_100u_low" else right(part)
    )
    noticed(test_block.test_all_that_is_bought_has_its_room, block_printed, True)


def test_a_board_whose_holes_are_not_over_the_posts(monkeypatch):
    board = pcb.apple_base()
    moved = replace(board, screws=tuple((x + 2.54, y) for x, y in board.screws))
    monkeypatch.setattr(pcb, "apple_base", lambda: moved)
    everything = {"drum": shell_parts._board_posts(b, base_room.SIZES)}
    check = test_base.test_the_board_lies_on_its_posts_and_its_screws_go_through
    noticed(check, everything, True)
