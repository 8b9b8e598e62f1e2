"""Our circuit boards have the circuit's nets and fit the enclosure, and parts do not overlap."""

import csv
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import board_lists, board_space, pcb, pcb_made, pcb_router, perfboard
from tools.hardware.checks import faults
from tools.hardware.products import ROOT

WALL_SIDE_MM = 8.5  # distance between the block's circuit board and the left wall of the cube


@pytest.fixture(params=list(pcb.BOARDS))
def board(request):
    return pcb.BOARDS[request.param]()


def test_pads_of_boards_match_the_nets_of_circuits(board):
    assert board.netlist() == pcb.expected(board)
    assert len(board.netlist()) >= 13


def test_bare_chip_circuit_is_sound_and_differs_only_in_amplifier():
    assert faults(BLOCK_BOARD) == []
    ours = {part.ref: part.value for part in BLOCK_BOARD.parts}
    modules = {part.ref: part.value for part in BLOCK.parts}
    assert {ref for ref in ours if ours[ref] != modules.get(ref)} == {"U2", "C7", "C8", "C9"}


def test_pico_pads_match_its_footprint():
    """Public footprint of the Pico, turned by a quarter: rows 17.78 mm apart, 2.54 mm a pin."""
    pads = {pad.number: pad.at for pad in pcb.question_block().of("U1")}
    (x1, y1), (x20, y20), (x21, y21), (x40, y40) = (pads[n] for n in ("1", "20", "21", "40"))
    assert (round(x1 - x20, 3), y1 - y20) == (48.26, 0)
    assert (x21, x40) == (x20, x1)
    assert round(y40 - y1, 3) == round(y21 - y20, 3) == 17.78


def test_chip_on_the_back_is_not_mirrored():
    """Data sheet from above: pins 1 to 4 go down left, 5 to 8 up right. The back reverses it."""
    pads = {pad.number: pad.at for pad in pcb.question_block().of("U2")}
    (x1, y1), (x4, y4), (x5, y5), (x8, y8) = (pads[n] for n in ("1", "4", "5", "8"))
    assert x1 == x4 > x5 == x8
    assert y1 == y8 < y4 == y5


def test_printed_texts_at_parts_are_right(board):
    """These are values, polarity signs, names of wires, and the orientation of Pico and chip."""
    drawn = {ref: pcb_made._part(board, ref) for ref in {pad.ref for pad in board.pads}}
    assert all(
        drawn[ref]["name"].split() == [ref, drawn[ref]["value"]] for ref in drawn if ref[0] == "R"
    )
    ring = drawn["D1"]["lines"][-1][0][0]
    away = {pad.pin: abs(ring - pad.at[0]) for pad in board.of("D1")}
    assert away["K"] < away["A"]
    texts = [(each["text"], each["at"]) for each in pcb_made._texts(board)]
    for pad in board.pads:
        if pad.pin in ("+", "-", "C", "B", "E", "G", "D", "S") or pad.ref == "J1":
            word = pad.number if pad.ref == "J1" else pad.pin
            assert any(text == word and dist(at, pad.at) < 2 for text, at in texts), pad
    if board.back:
        assert dist(drawn["U2"]["lines"][2][0], board.of("U2")[0].at) < 2
        assert dict(texts)["USB at this end"][0] > pcb.PICO_MIDDLE[0]
    else:
        layout = perfboard.layout_of(BASE)
        assert board.screws == tuple(perfboard.at_mm(hole) for hole in layout.screws) != ()


def test_test_points_have_names_of_nets_and_are_not_parts(board):
    points = [pad for pad in board.pads if pcb.is_test_point(pad.ref)]
    assert {"GND"} < {pad.net for pad in points}
    assert len(points) >= 4
    texts = [(each["text"], each["at"]) for each in pcb_made._texts(board)]
    for pad in points:
        assert pad.net in (pad.pin, "AMP_SHUTDOWN")
        assert pad.drill_mm, "a probe reaches it from both sides"
        assert any(text == pad.pin and dist(at, pad.at) < 2 for text, at in texts)
        assert pad.ref not in board.parts()


def test_inner_corners_of_an_outline_are_round():
    pieces = pcb_made.outline(pcb.question_block().outline)
    arcs = [piece for piece in pieces if len(piece) == 3]
    left, right, deep = pcb.NOTCH
    centres = {(left + pcb.CORNER_MM, deep - pcb.CORNER_MM), (right - pcb.CORNER_MM,
               deep - pcb.CORNER_MM)}  # fmt: skip
    for arc in arcs:
        assert any(
            all(dist(at, centre) == pytest.approx(pcb.CORNER_MM, abs=1e-3) for at in arc)
            for centre in centres
        ), arc
    assert len(arcs) == 2
    assert [one[-1] for one in pieces] == [*(one[0] for one in pieces[1:]), pieces[0][0]]
    assert all(len(piece) == 2 for piece in pcb_made.outline(pcb.apple_base().outline))


def test_pads_are_on_the_board_and_apart(board):
    for pad in board.pads:
        assert pcb_router.inside(board.outline, pad.at, max(pad.size_mm) / 2 + 0.3), pad
    thick = [pad.drill_mm for pad in board.pads if pad.ref in ("D1", "J1")]
    assert min(thick) >= 1.0, "a DO-41's legs are 0.86 mm thick"
    for one, other in combinations([pad for pad in board.pads if pad.drill_mm], 2):
        apart = ((one.at[0] - other.at[0]) ** 2 + (one.at[1] - other.at[1]) ** 2) ** 0.5
        assert apart - (one.size_mm[0] + other.size_mm[0]) / 2 > 0.3, (one, other)


def test_parts_of_the_block_board_fit_below_the_wall():
    """The transistor is at most 2.5 mm above the board and 5.7 mm high: 8.2 mm of 8.5."""
    high = {space.ref: space.high for space in board_space.of_board(pcb.question_block())}
    assert max(high.values()) == pytest.approx(8.2)
    assert high["Q1"] == pytest.approx(8.2)
    assert high["C5"] == 8.0
    assert max(high.values()) <= WALL_SIDE_MM


@pytest.mark.parametrize("name", [*pcb.BOARDS, "perfboard of the block", "perfboard of the base"])
def test_no_two_parts_of_a_board_overlap(name):
    """Bodies at the upper end of their tolerances, over the middle of their legs."""
    if name in pcb.BOARDS:
        found = board_space.of_board(pcb.BOARDS[name]())
    else:
        layout = perfboard.layout_of(BLOCK if "block" in name else BASE)
        found = board_space.of_perfboard(layout)
    assert len(found) > 18
    assert board_space.clashes(found) == []
    wide = replace(found[0], x=(0.0, 50.0), y=(0.0, 50.0))
    assert len(board_space.clashes([*found, wide])) >= len(found) - 1


def test_board_that_cannot_be_routed_is_refused(monkeypatch):
    base, route = pcb.apple_base(), pcb_router.route
    pads = tuple(pad for pad in base.pads if pad.ref in ("R1", "R5", "R8"))
    near = pcb.Board(base.circuit, "near", base.outline, pads, False)
    assert route(near, 1).failed == []
    far = pcb.Pad("R1", "1", "1", (60.0, 20.0), (1.6, 1.6), 0.9, "SERVO_SIGNAL")
    odd = pcb.Board(base.circuit, "odd", base.outline, (*pads, far), False)
    monkeypatch.setattr(pcb_router, "route", lambda board: route(board, 2))
    with pytest.raises(ValueError, match="odd: no way for"):
        pcb_made.description(odd)


@pytest.mark.parametrize("name", list(pcb.BOARDS))
def test_committed_report_has_no_error_and_lists_have_every_part(name, tmp_path):
    folder = ROOT / "hardware" / name / "made" / "board"
    report = (folder / "drc.txt").read_text(encoding="utf-8")
    assert pcb_made.drc(report)[:2] == (0, 0)
    there = set(pcb.BOARDS[name]().parts())
    placed = list(csv.DictReader((folder / "placement.csv").read_text().splitlines()))
    assert {row["Designator"] for row in placed} == there
    board_lists.write(pcb.BOARDS[name](), tmp_path)
    assert list(csv.DictReader((tmp_path / "placement.csv").read_text().splitlines())) == placed
    on_top = {row["Designator"] for row in placed if row["Layer"] == "top"}
    assert on_top == ({"U1"} if name == "question_block" else there)
    assert all(float(row["Mid Y"]) < 0 for row in placed), "assemblers count upwards"
    for made in ("bom.csv", "wires.csv"):
        assert (tmp_path / made).read_text() == (folder / made).read_text()
    assert all(row["Package"] for row in placed)
    rows = list(csv.DictReader((folder / "bom.csv").read_text().splitlines()))
    assert {ref for row in rows for ref in row["Designator"].split()} == there


@pytest.mark.parametrize("name", list(pcb.BOARDS))
def test_wire_list_names_each_hole_by_its_printed_letters(name):
    board = pcb.BOARDS[name]()
    path = ROOT / "hardware" / name / "made" / "board" / "wires.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    pads = [pad for pad in board.pads if pad.ref in pcb.WIRES]
    assert len(rows) == len(pads) >= 13
    texts = [(each["text"], each["at"]) for each in pcb_made._texts(board)]
    for row, pad in zip(rows, pads, strict=True):
        ref, letters = row["Printed"].split()
        assert ref == pad.ref
        assert row["Net"] == pad.net
        assert any(text == letters and dist(at, pad.at) < 2 for text, at in texts)
        if ref == "J1":
            assert row["Wire to"] == f"J1 contact {pad.number} ({pad.pin})"


def test_errors_in_a_report_are_counted():
    error = (
        "[clearance]: Clearance violation\n    Rule: x; Severity: error\n    @(1 mm, 2 mm): Via\n"
    )
    text = f"** Found 1 DRC violations **\n{error}\n** Found 2 unconnected pads **\n"
    assert pcb_made.drc(text) == (1, 2, [])
    with pytest.raises(ValueError, match="no DRC report"):
        pcb_made.drc("nothing")
