"""Drawings against the netlists that SKiDL wrote. Each change of a drawing is noticed."""

from math import dist

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.apple_base.drawing import draw as draw_base
from hardware.question_block.circuit import CIRCUIT as BLOCK
from hardware.question_block.drawing import draw as draw_block
from tools.hardware.kicad import read_netlist
from tools.hardware.products import ROOT
from tools.hardware.schematic import Sheet


def of_skidl(circuit):
    path = ROOT / "hardware" / circuit.name / "made" / f"{circuit.name}.net"
    return read_netlist(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("draw", "circuit"), [(draw_block, BLOCK), (draw_base, BASE)])
def test_drawing_matches_the_netlist(draw, circuit):
    drawn, reference = draw().netlist(), of_skidl(circuit)
    assert set(drawn.values()) == set(reference.values())
    labels = {net for net in drawn if not net.startswith("net_")}
    assert {net: drawn[net] for net in labels} == {net: reference[net] for net in labels}
    assert len(labels) >= 6


@pytest.mark.parametrize(("draw", "circuit"), [(draw_block, BLOCK), (draw_base, BASE)])
def test_each_missing_wire_changes_the_netlist(draw, circuit):
    """Wires shorter than the drawing's grid are left out, because their ends meet anyway."""
    sheet, reference = draw(), set(of_skidl(circuit).values())
    wires = [wire for wire in sheet._wires if dist(*wire) > 0.05]
    unnoticed = []
    for at in range(len(wires)):
        sheet._wires = wires[:at] + wires[at + 1 :]
        try:
            same = set(sheet.netlist().values()) == reference
        except ValueError:
            same = False
        unnoticed += [at] * same
    assert unnoticed == []
    assert len(wires) > 30


POLAR = [("BT1", "+", "start"), ("D1", "A", "start"), ("C5", "+", "start")]


@pytest.mark.parametrize(("ref", "pin", "anchor"), POLAR)
@pytest.mark.parametrize("direction", ["up", "down", "left", "right"])
def test_polar_part_has_its_plus_at_the_drawn_sign(ref, pin, anchor, direction):
    """schemdraw draws the long plate, the triangle's base and the plus sign at the start."""
    sheet = Sheet(BLOCK)
    sheet.place(ref, (1.0, 2.0), direction)
    assert sheet.pin(ref, pin) == pytest.approx((1.0, 2.0))
    other = {"+": "-", "A": "K"}[pin]
    step = {"up": (0, 3), "down": (0, -3), "left": (-3, 0), "right": (3, 0)}[direction]
    assert sheet.pin(ref, other) == pytest.approx((1.0 + step[0], 2.0 + step[1]))


def test_reversed_diode_changes_the_netlist():
    sheet = draw_block()
    pins = sheet._pins
    pins["D1", "A"], pins["D1", "K"] = pins["D1", "K"], pins["D1", "A"]
    assert set(sheet.netlist().values()) != set(of_skidl(BLOCK).values())


def test_part_drawn_twice_and_wire_with_two_names_are_refused():
    sheet = Sheet(BLOCK)
    sheet.place("R1", (0.0, 0.0))
    with pytest.raises(ValueError, match=r"R1\.1 is drawn twice"):
        sheet.place("R1", (5.0, 0.0))
    sheet.name("VSYS", (0.0, 0.0), "left")
    sheet.name("GND", (0.0, 0.0), "up")
    with pytest.raises(ValueError, match="called GND and VSYS"):
        sheet.netlist()


# width, and range of heights below a point, in units of the drawing
_LETTER, _SIGN = 0.15, (0.4, 0.9)


@pytest.mark.parametrize("draw", [draw_block, draw_base])
def test_no_name_covers_a_sign_of_ground(draw, monkeypatch):
    names, grounds, write, sign = [], [], Sheet.name, Sheet.ground
    monkeypatch.setattr(
        Sheet, "name", lambda *what, **how: (names.append(what[1:]), write(*what, **how))
    )
    monkeypatch.setattr(Sheet, "ground", lambda *what: (grounds.append(what[1]), sign(*what)))
    draw()
    for net, (x, y), *rest in names:
        if rest[:1] == ["left"]:
            words = (x - 0.5 - _LETTER * len(net), x - 0.5)
            over = [g for g in grounds if -0.2 < g[1] - y < _SIGN[1]]
            assert not [g for g in over if words[0] - _SIGN[0] < g[0] < words[1] + _SIGN[0]], net
