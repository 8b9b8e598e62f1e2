"""Perfboard and cut lists: made from the circuit, nothing twice, nothing left out."""

import csv

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import perfboard
from tools.hardware.pictures import perfboard as picture_of
from tools.hardware.pictures import wiring


@pytest.fixture(params=[BLOCK, BASE], ids=lambda circuit: circuit.name)
def circuit(request):
    return request.param


def test_nothing_is_wrong_with_the_layout(circuit):
    assert perfboard.faults(perfboard.layout_of(circuit)) == []


def test_every_connection_is_a_wire_or_a_terminal(circuit):
    """Walked from the wires alone, each net's pins on the board hang together, and no others."""
    layout = perfboard.layout_of(circuit)
    group = {hole: {hole} for hole in layout.holes.values()}
    for _, start, end in layout.wires():
        joined = group[start] | group[end]
        for hole in joined:
            group[hole] = joined
    for (ref, pin), hole in layout.holes.items():
        net = circuit.net_of(ref, pin)
        if net:
            assert group[hole] == {place for place, _ in layout.net_holes(net)}


def test_what_is_wrong_with_a_layout_is_found():
    layout = perfboard.layout_of(BLOCK)
    layout.holes["R1", "1"] = layout.holes["R2", "1"]
    assert any("are both in" in fault for fault in perfboard.faults(layout))
    layout = perfboard.layout_of(BLOCK)
    layout.holes["C5", "+"] = (30, 2)
    assert any("C5.+ is off the board" in fault for fault in perfboard.faults(layout))
    layout = perfboard.layout_of(BLOCK)
    del layout.holes["Q1", "B"]
    assert any("Q1.B has no hole" in fault for fault in perfboard.faults(layout))


def test_a_hole_is_named_as_on_the_board():
    assert perfboard.name_of((2, 6)) == "7c"


def test_every_wire_that_leaves_the_board_is_cut_once():
    layout = perfboard.layout_of(BLOCK)
    rows = list(csv.DictReader(perfboard.harness(layout).splitlines()))
    ends = [row["from"] for row in rows]
    assert len(set(ends)) == len(ends)
    for pin in ("BT1.-", "LS1.+", "LS1.-", "S2.2", "LED1.K", "U1.GP16", "U1.VSYS"):
        assert pin in ends
    direct = {row["from"]: row["to"] for row in rows}
    assert direct["BT1.+"] == "S3.COM"
    assert direct["U1.GP14"] == "S1.NO"
    assert {row["colour"] for row in rows if row["net"] == "GND"} == {"black"}
    assert all(40 <= int(row["length mm"]) <= 200 for row in rows)


def test_the_pictures_show_every_part_and_net(circuit):
    drawn = "".join(picture_of(perfboard.layout_of(circuit)).items)
    told = "".join(wiring(circuit).items)
    for part in circuit.parts:
        assert f">{part.ref}" in drawn or part.ref in perfboard.OFF_BOARD
        assert part.ref in told
    assert sum(item.startswith("<polyline") for item in wiring(circuit).items) >= len(circuit.nets)
