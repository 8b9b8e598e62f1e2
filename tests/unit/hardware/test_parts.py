"""Files of bought parts: every figure has a source or a tolerance, and legs match the circuits."""

import ast
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK
from hardware.question_block.one_cell import CIRCUIT as ONE_CELL
from tools.hardware import legs, meter_deck, parts, simulate
from tools.hardware.model import number
from tools.hardware.products import ROOT
from tools.hardware.svg import Svg

EVERY = parts.every()


@pytest.mark.parametrize("part", EVERY.values(), ids=lambda part: part.key)
def test_part_files_have_no_faults_and_unique_order_numbers(part):
    assert parts.faults(part) == []
    number = part.offers[0].number
    assert [other.key for other in EVERY.values() if other.offers[0].number == number] == [
        part.key
    ]


def test_figure_without_source_or_tolerance_is_a_fault():
    servo = EVERY["servo"]
    bare = parts.Figure(3.0, "mm", "", "memory")
    unread = parts.Figure(3.0, "mm", "", "datasheet", 0.1)
    odd = parts.Figure(3.0, "inch", "a drawing", "rumour")
    broken = replace(servo, figures={"a": bare, "b": unread, "c": odd}, offers=servo.offers[:1])
    assert parts.faults(broken) == [
        "servo: a has the status 'memory', but no tolerance.",
        "servo: b has no source.",
        "servo: c has the status 'rumour'.",
        "servo: c has the unit 'inch'.",
        "servo can be bought in one way only.",
    ]


def test_shapes_contain_no_size_of_a_bought_part():
    """Shapes can only use halves, tenths of overlap, right angles and endless lengths."""
    tree = ast.parse((ROOT / "tools/hardware/shapes.py").read_text(encoding="utf-8"))
    numbers = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    }
    assert numbers <= {0, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 9, 10, 60, 90, 99}


def test_incomplete_part_file_is_named(tmp_path):
    (tmp_path / "thing.toml").write_text('name = "thing"\n')
    with pytest.raises(ValueError, match=r"thing\.toml is not the file of a part"):
        parts.load(tmp_path / "thing.toml")


def test_figure_is_read_in_its_unit():
    assert EVERY["amplifier"].mm("length") == 24.13
    assert EVERY["polyfuse"].value("hold", "A") == 0.3
    with pytest.raises(KeyError, match="no hold in mm"):
        EVERY["polyfuse"].mm("hold")


def test_amplifier_header_matches_the_board_file_of_its_maker():
    """The board file's JP1 and X1, read without our table: header at the left, from below."""
    amplifier = EVERY["amplifier"]
    header = [leg.name for leg in amplifier.pins if leg.at_mm and leg.at_mm[0] < 12]
    assert header == ["GND", "VIN", "SD", "A-", "A+"]
    heights = [amplifier.at_mm(name)[1] for name in header]
    assert [round(b - a, 2) for a, b in pairwise(heights)] == [2.54] * 4
    assert amplifier.at_mm("OUT+")[0] == amplifier.at_mm("OUT-")[0] == 20.447
    assert round(amplifier.at_mm("OUT+")[1] - amplifier.at_mm("OUT-")[1], 2) == 3.5


@pytest.mark.parametrize(
    ("circuit", "ref", "key"),
    [
        (BLOCK, "U2", "amplifier"),
        (BLOCK_BOARD, "U2", "chip"),
        (BLOCK, "LED1", "light"),
        (BLOCK, "Q1", "npn"),
        (BLOCK, "D1", "diode"),
        (BLOCK, "S1", "micro"),
        (ONE_CELL, "U3", "boost"),
        (BASE, "Q1", "p_mos"),
        (BASE, "Q2", "npn"),
        (BASE, "M1", "servo"),
    ],
)
def test_legs_in_circuits_match_the_part_files(circuit, ref, key):
    legs = enumerate(EVERY[key].pins, 1)
    pins = [(pin.number, pin.name) for pin in circuit.part(ref).kind.pins]
    assert pins == [(str(number), leg.name) for number, leg in legs]


@pytest.mark.parametrize(
    ("kind", "key", "mirrored"),
    [("NPN_CBE", "npn", False), ("LED_RGB_CC", "light", False), ("PMOS_GDS", "p_mos", True)],
)
def test_drawn_legs_match_the_part_files(kind, key, mirrored):
    """Flat side up, a TO-92 is as seen from below. The metal back of a TO-220 reverses it."""
    drawn = legs.order_from_below(kind)
    names = tuple(leg.name for leg in EVERY[key].pins)
    assert drawn == (names[::-1] if mirrored else names)
    told = f"{legs._KINDS[kind][2]}, left to right: {' '.join(drawn)}"
    assert EVERY[key].from_below.partition(";")[0] == told


@pytest.mark.parametrize("circuit", [BLOCK, BASE], ids=lambda circuit: circuit.name)
def test_diode_ring_is_drawn_at_its_cathode(circuit):
    svg = Svg(300, 300)
    legs.draw(svg, 99, 0, [circuit.part("D1")])
    drawn = "".join(svg.items)
    at = {name: float(x) for x, name in re.findall(r'<text x="([\d.]+)"[^>]*>(K|A)<', drawn)}
    ring = float(re.search(r'<rect x="([\d.]+)"[^>]*fill="#eeeeee"', drawn)[1])
    assert at["K"] < ring < (at["K"] + at["A"]) / 2


def test_simulation_figures_match_the_part_files():
    """Each figure that names a file of hardware/parts is calculated again from that file."""
    figures = {name: number(value) for name, value in simulate.figures().items()}
    amplifier, fuse, p_mos = EVERY["amplifier"], EVERY["polyfuse"], EVERY["p_mos"]
    assert figures["chip_ohm"] == amplifier.value("input_ohms", "ohm")
    assert figures["chip_feedback"] == amplifier.value("feedback_ohms", "ohm")
    assert 2 * figures["trimmer_ohm"] == amplifier.value("trimmer_end_ohms", "ohm")
    assert figures["module_farad"] == number(amplifier.on_module("C1").value) == 1e-6
    ends = fuse.value("resistance_least", "ohm"), fuse.value("resistance_most", "ohm")
    assert figures["fuse_ohm"] == pytest.approx(sum(ends) / 2)
    assert figures["kelvin_a_watt"] == (125 - 23) / fuse.value("tripped_power", "W")
    assert figures["gate_v"] == p_mos.value("threshold", "V")
    siemens = p_mos.value("transconductance", "S")
    assert figures["gate_kp"] == pytest.approx(siemens**2 / (2 * 12), rel=0.01)
    block, hot_k = EVERY["polyfuse_block"], 125 - 23
    ends = block.value("resistance_least", "ohm"), block.value("resistance_most", "ohm")
    assert meter_deck.LOW.block_fuse_ohm <= ends[0] < ends[1] <= meter_deck.HIGH.block_fuse_ohm
    [short] = [case for case in simulate.cases() if case["file"] == "short.cir"]
    assert ends[0] < short["fuse_ohm"] < ends[1]
    assert short["kelvin_a_watt"] == round(hot_k / block.value("tripped_power", "W"))
    for colour in ("red", "green", "blue"):
        assert figures[f"{colour}_v"] == EVERY["light"].value(colour, "V")
