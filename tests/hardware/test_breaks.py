"""Mistakes planted into the enclosures. Each must make its check fail."""

from dataclasses import replace

import build123d as b
import pytest
from hardware.apple_base import cam_parts, shell_parts
from hardware.apple_base import room as base_room
from hardware.question_block import enclosure as block
from hardware.question_block import room as block_room
from tests.hardware import test_base, test_block
from tests.hardware.fits import printed_of
from tools.hardware import board_space, pcb, solids

D = block.DIMENSIONS


def noticed(check, *arguments):
    with pytest.raises(AssertionError):
        check(*arguments)


@pytest.fixture(scope="module")
def block_printed():
    return printed_of(block)


@pytest.fixture(scope="module")
def pillars():
    """The drum's parts round the servo."""
    return {"drum": shell_parts._servo_pillars(b, base_room.SIZES), "clamp": shell_parts.clamp()}


def test_check_finds_missing_gap_for_the_servo_cable(pillars, monkeypatch):
    test_base.test_servo_and_cable_fit_in_from_above(pillars, 1.0)
    monkeypatch.setattr(shell_parts, "CABLE_GAP", 0.0)
    closed = {**pillars, "drum": shell_parts._servo_pillars(b, base_room.SIZES)}
    for cable_end in (-1.0, 1.0):
        noticed(test_base.test_servo_and_cable_fit_in_from_above, closed, cable_end)


@pytest.mark.parametrize("angles", [(), (90.0, 270.0)])
def test_check_finds_cam_with_missing_bearings(angles, monkeypatch):
    printed = {"cam": cam_parts.cam()}
    test_base.test_six_bearings_carry_the_rim_of_the_cam(printed)
    monkeypatch.setattr(cam_parts, "ROLLERS_DEG", angles)
    noticed(test_base.test_six_bearings_carry_the_rim_of_the_cam, printed)


def test_check_finds_bearings_too_low_for_the_cam(monkeypatch):
    low = replace(base_room.SIZES, cam_low=base_room.SIZES.cam_low - 0.3)
    monkeypatch.setattr(base_room, "SIZES", low)
    printed = {"cam": cam_parts.cam()}
    noticed(test_base.test_six_bearings_carry_the_rim_of_the_cam, printed)


def test_check_finds_cam_without_slots_for_the_driver():
    cam = cam_parts.cam() + b.Pos(0, 0, 43.5) * b.Box(40, 12, 2)
    printed = {"cam": cam, "driver": cam_parts.driver(), "drum": b.Pos(200, 0, 0) * b.Box(1, 1, 1)}
    noticed(test_base.test_driver_turns_the_cam_without_carrying_it, printed, 0.0)


@pytest.mark.parametrize("change", [{"plunger_radius": 23.0}, {"guide_length": 12.0}])
def test_check_finds_plunger_that_clamps_at_its_rim(change, monkeypatch):
    """With a lever a third longer, or a guide a third shorter, it clamps at a friction of 0.4."""
    monkeypatch.setattr(test_block, "D", replace(D, **change))
    noticed(test_block.test_press_at_the_rim_of_the_cap_does_not_clamp)


def test_check_finds_plunger_loose_in_its_guide(block_printed, monkeypatch):
    everything = {**block_printed, **block_room.bought()}
    monkeypatch.setattr(test_block, "D", replace(D, gap=1.6))
    check = test_block.test_tilted_plunger_touches_only_its_guide
    noticed(check, block_printed, everything, 1.8)


def test_check_finds_spring_that_overlaps_the_switch(block_printed, monkeypatch):
    monkeypatch.setattr(block_room, "D", replace(D, bridge=34.0))
    noticed(test_block.test_bought_parts_fit_without_overlap, block_printed, False)


def test_check_finds_slot_narrower_than_the_switch(monkeypatch):
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
def test_check_finds_misplaced_opening(block_printed, name, broken, check, monkeypatch):
    things = block_room.bought()
    monkeypatch.setattr(block, name, broken)
    monkeypatch.setattr(block_room, "bought", lambda: things)
    if check == "openings":
        noticed(test_block.test_openings_match_usb_plug_and_slide_switch)
    else:
        noticed(test_block.test_openings_are_not_blocked_from_inside, block_printed)


def test_check_finds_screw_holes_next_to_their_bosses(block_printed, monkeypatch):
    moved = tuple((0.9 * x, 0.8 * y) for x, y in block.SCREWS)
    monkeypatch.setattr(block, "SCREWS", moved)
    check = test_block.test_each_screw_grips_and_a_screwdriver_reaches_it
    noticed(check, block_printed)


def test_check_finds_capacitor_too_high_for_the_own_board(block_printed, monkeypatch):
    """A normal 100 uF capacitor is 12.2 mm high, but there are 8.5 mm in front of the wall."""
    right = board_space.height
    monkeypatch.setattr(
        board_space, "height", lambda part: 12.2 if part.key == "c_100u_low" else right(part)
    )
    noticed(test_block.test_bought_parts_fit_without_overlap, block_printed, True)


def test_check_finds_board_holes_off_their_posts(monkeypatch):
    board = pcb.apple_base()
    moved = replace(board, screws=tuple((x + 2.54, y) for x, y in board.screws))
    monkeypatch.setattr(pcb, "apple_base", lambda: moved)
    everything = {"drum": shell_parts._board_posts(b, base_room.SIZES)}
    check = test_base.test_circuit_board_fits_onto_posts_and_screws_pass_its_holes
    noticed(check, everything, True)
