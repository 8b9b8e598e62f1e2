"""Perfboard and cut lists: made from the circuit, complete and without duplicates."""

import csv
import re

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import board_picture, perfboard
from tools.hardware.perfboard import Route
from tools.hardware.pictures import wiring
from tools.hardware.products import ROOT

from pingblock.boards.wiring import EDGE_PIN


@pytest.fixture(params=[BLOCK, BASE], ids=lambda circuit: circuit.name)
def circuit(request):
    return request.param


def test_layout_has_no_faults(circuit):
    assert perfboard.faults(perfboard.layout_of(circuit)) == []


def made(circuit, name):
    path = ROOT / "hardware" / circuit.name / "made" / name
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]


def test_committed_wires_connect_exactly_the_pins_of_each_net(circuit):
    """Checked only from the committed wires: each net's pins are connected, and no others."""
    layout = perfboard.layout_of(circuit)
    group = {hole: {hole} for hole in layout.holes.values()}
    for _, start, _, end, _, length in made(circuit, "perfboard_wires.csv"):
        joined = group[perfboard.hole_of(start)] | group[perfboard.hole_of(end)]
        assert int(length) >= 8 + 2.54
        for hole in joined:
            group[hole] = joined
    for (ref, pin), hole in layout.holes.items():
        net = circuit.net_of(ref, pin)
        if net:
            assert group[hole] == {place for place, _ in layout.net_holes(net)}


def test_cut_list_starts_with_ground_and_adds_8_mm(circuit):
    layout = perfboard.layout_of(circuit)
    routes = []
    for net, (ax, ay), (bx, by) in layout.wires():
        corners = (2 * ax, 2 * ay), (2 * bx, 2 * ay), (2 * bx, 2 * by)
        routes.append(Route(net, (ax, ay), (bx, by), corners))
    rows = list(csv.DictReader(perfboard.wire_list(layout, routes).splitlines()))
    nets = [row["net"] for row in rows]
    assert nets == sorted(nets, key=lambda net: (net != "GND", net))
    for row in rows:
        holes = perfboard.hole_of(row["from"]), perfboard.hole_of(row["to"])
        assert int(row["length mm"]) == round(2.54 * perfboard.steps(holes) + 8)


def test_link_contacts_have_their_numbers_in_pictures_and_lists(circuit):
    """The number that is moulded at the cup, because people can count from the wrong end."""
    folder = perfboard.places_file(circuit).parent / "made"
    pins = {pin: hole for (ref, pin), hole in perfboard.layout_of(circuit).holes.items()
            if ref == "J1"}  # fmt: skip
    numbers = {pin: perfboard.contact(circuit, "J1", pin) for pin in pins}
    assert len(set(numbers.values()) - {""}) == 6
    picture = (folder / "perfboard.svg").read_text(encoding="utf-8")
    wires = (folder / "perfboard_wires.csv").read_text(encoding="utf-8")
    harness = (folder / "harness.csv").read_text(encoding="utf-8")
    wiring, schematic = ((folder / f"{name}.svg").read_text(encoding="utf-8")
                         for name in ("wiring", "schematic"))  # fmt: skip
    beside = re.findall(r'font-size="11.5"[^>]*>(\d+)</text>', picture)
    assert sorted(beside) == sorted(numbers.values())
    for pin, number in numbers.items():
        assert f">J1.{number}</text>" in picture
        assert f"J1 contact {number} ({pin})" in wiring
        assert f">{number}</tspan>" in schematic
        assert f",J1.{pin} (contact {number})," in wires
        assert f",J1.{pin},{number},board {perfboard.name_of(pins[pin])}," in harness
    assert perfboard.contact(circuit, "R1", "1") == ""


def test_legs_reach_their_holes(circuit):
    """A resistor is bent to 10.16 mm. Film capacitors have stiff legs 5 mm apart."""
    layout = perfboard.layout_of(circuit)
    for part in circuit.parts:
        if part.ref[0] in "RC" and part.kind.name != "C_Polarized":
            (ax, ay), (bx, by) = (layout.holes[part.ref, pin] for pin in "12")
            assert abs(ax - bx) * 2.54 == pytest.approx(10.16 if part.ref[0] == "R" else 5.08)
            assert ay == by


BLOCK_HOLES = perfboard.layout_of(BLOCK).holes
C1 = BLOCK_HOLES["C1", "1"]
MOVED = [
    # circuit, places of some pins (None: no place), and the resulting fault
    (BLOCK, {("R1", "1"): BLOCK_HOLES["R2", "1"]}, "are both in"),
    (BLOCK, {("Q1", "C"): BLOCK_HOLES["Q1", "E"]}, "are both in"),
    (BLOCK, {("C5", "+"): (30, 2)}, "C5.+ is off the board"),
    (BLOCK, {("S2", "2"): (18, 14)}, "S2.2 in 15s is in the groove."),
    (BASE, {("S1", "ON"): (2, 14)}, "S1.ON in 15c is under the screw in 16b."),
    (BLOCK, {("Q1", "B"): None}, "Q1.B has no hole"),
    (BLOCK, {("C1", "1"): (C1[0] - 2, C1[1])}, "C1: its legs do not reach"),
    (BLOCK, {("R7", "1"): (14, 5), ("R7", "2"): (10, 5)}, "R7.1 in 6o is under U2"),
    (BLOCK, {("U1", "VSYS"): None}, "U1.VSYS has no terminal"),
    (BLOCK, {("R99", "1"): (0, 1)}, "R99.1 is in no circuit"),
]


@pytest.mark.parametrize(("circuit", "places", "fault"), MOVED, ids=[row[2] for row in MOVED])
def test_faults_of_a_layout_are_found(circuit, places, fault):
    layout = perfboard.layout_of(circuit)
    for pin, hole in places.items():
        layout.holes[pin] = hole
        if hole is None:
            del layout.holes[pin]
    assert any(fault in each for each in perfboard.faults(layout))


def test_holes_have_the_names_printed_on_the_board():
    assert perfboard.name_of((2, 6)) == "7c"
    assert perfboard.hole_of("7c") == (2, 6)
    with pytest.raises(ValueError, match="c7 is not a hole such as 7c"):
        perfboard.hole_of("c7")


def test_every_wire_that_leaves_the_board_is_cut_once():
    layout = perfboard.layout_of(BLOCK)
    made = perfboard.places_file(BLOCK).parent / "made" / "harness.csv"
    rows = list(csv.DictReader(made.read_text(encoding="utf-8").splitlines()))
    bare = list(csv.DictReader(perfboard.harness(layout).splitlines()))
    assert rows == [
        {**wire, "length mm": row["length mm"]} for wire, row in zip(bare, rows, strict=True)
    ]
    ends = [row["from"] for row in rows]
    assert len(set(ends)) == len(ends)
    for pin in ("BT1.-", "S2.2", "LED1.K", "U1.GP16", "U1.VSYS"):
        assert pin in ends
    direct = {row["from"]: row["to"] for row in rows}
    assert direct["BT1.+"] == "S3.COM"
    assert direct["U1.GP14"] == "S1.NO"
    assert (direct["U2.OUT+"], direct["U2.OUT-"]) == ("LS1.+", "LS1.-")
    for colour, nets in (("black", {"GND"}), ("red", {"VSYS", "CELLS", "SWITCHED", "CELLS_ON"})):
        assert {row["net"] for row in rows if row["colour"] == colour} == nets
    assert all(40 <= int(row["length mm"]) <= 200 for row in rows)


def test_back_of_the_perfboard_is_drawn_mirrored():
    layout = perfboard.layout_of(BLOCK)
    picture = board_picture.perfboard(layout, [], {}).items
    drawn = [float(x) for item in picture for x in re.findall(r'<text x="(.*?)".*>R3.1<', item)]
    column = layout.holes["R3", "1"][0]
    assert drawn == [70 + 46 * (18 - column)] != [70 + 46 * column]


def test_wiring_picture_has_each_number_at_its_pin():
    """The Pico seen from above, USB at the top: 1 to 20 go down at the left, 21 to 40 up."""
    texts = [
        (float(x), float(y), word)
        for item in wiring(BLOCK).items
        for x, y, word in re.findall(r'<text x="([^"]+)" y="([^"]+)"[^>]*>([^<]+)<', item)
    ]
    spots = {(word, x < 620): y for x, y, word in texts if 500 < x < 740}
    for gpio, pin in EDGE_PIN.items():
        name, number = (spots[word, pin <= 20] for word in (f"GP{gpio}", str(pin)))
        assert abs(number - name) < 15, pin
        row = pin - 1 if pin <= 20 else 40 - pin
        assert name - spots["GP0", True] == pytest.approx(30 * row, abs=0.2), pin


def test_wiring_picture_shows_every_part_and_net(circuit):
    picture = wiring(circuit).items
    assert all(part.ref in "".join(picture) for part in circuit.parts)
    assert sum(item.startswith("<polyline") for item in picture) >= len(circuit.nets)
