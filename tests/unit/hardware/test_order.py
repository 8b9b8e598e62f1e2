"""The order lists: every part of a path, quantities that add up, totals by the prices' classes."""

import csv
import json
import tomllib

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import order, parts
from tools.hardware.bom import FROM_MEMORY
from tools.hardware.products import ROOT

MADE = ROOT / "hardware" / "made"
EVERY = parts.every()


def rows(path):
    text = (MADE / "bom.csv").read_text(encoding="utf-8")
    return [row for row in csv.DictReader(text.splitlines()) if row["path"] == path]


def references(path, circuit):
    """Returns the references of one circuit in the order list of a path."""
    found = []
    for row in rows(path):
        for piece in row["references"].split("; "):
            name, _, refs = piece.partition(": ")
            found += refs.split() * (name == circuit)
    return sorted(found)


def test_each_path_orders_every_part_of_its_circuits_once():
    block, base = (sorted(part.ref for part in circuit.parts) for circuit in (BLOCK, BASE))
    assert references("perfboard block", "block") == block
    assert references("full build", "block") == block
    assert references("full build", "base") == base
    own = "own boards"
    assert references(own, "block board") == sorted(part.ref for part in BLOCK_BOARD.parts)
    assert references(own, "base") == base
    evening = references("breadboard", "breadboard")
    assert evening == sorted(set(block) - {"BT1", "D1", "S3", "F2", "R7", "R8", "Q1", "J1"})


def test_own_boards_order_a_low_capacitor_and_no_amplifier_module():
    numbers = {row["number"] for row in rows("own boards")}
    module, low = (EVERY[key].offers[0].number for key in ("amplifier", "c_100u_low"))
    assert low in numbers
    assert order.BOARD.number in numbers
    assert module not in numbers
    assert EVERY["chip"].offers[0].number in numbers
    assert "solid hook-up wire AWG 24, 5 m" not in numbers  # for the back of a perfboard


def test_order_quantities_count_parts_of_both_tables():
    counted = {(row["maker"], row["number"]): int(row["quantity"]) for row in rows("full build")}
    assert counted["Omron", "SS-5GL"] == 2  # one for the button, one for the lever
    assert counted["Amphenol", "L77HDE15S"] == counted["Amphenol", "L77HDE15P"] == 1
    assert counted["Yageo", "MFR-25FBF52-4K7"] == 2  # R8 of the block, R2 of the base
    loose = [(row["maker"], row["number"]) for row in rows("full build") if not row["references"]]
    assert {number: counted["any", number] for maker, number in loose if maker == "any"} == {
        **{f"ISO 7380 M3 x {mm}": n for mm, n in ((6, 6), (8, 8), (10, 11), (25, 1))},
        **{f"ISO 7045 M2 x {mm} and nut ISO 4032 M2": 2 for mm in (12, 16)},
        "ISO 4032 M3": 5,
        "dowel pin ISO 8734 3 x 10": 6,
        "compression spring 0.5 x 10 x 30 mm, 304 stainless": 1,
        "torsion spring, wire 0.6 mm, outside 5 mm, 3 coils, 90 or 180 degrees": 1,
        "VGA extension cable, HD-15 male to female": 1,
        "PLA 1.75 mm, 1 kg": 1,
        "solder wire 0.8 mm, 50 g": 1,
        "assortment of shrink tube": 1,
        "perfboard 100 x 160 mm, ring at each hole, 1.6 mm": 2,
        "solid hook-up wire AWG 24, 5 m": 2,
        "stranded hook-up wire 0.25 mm2, 6 x 10 m": 2,
        "double-sided foam tape 19 mm x 1 m and a stick of hot glue": 2,
        "USB A to micro-B, 1 m, data and power": 1,
    }
    assert {each: counted[each] for each in loose if each[0] != "any"} == {
        ("SKF", "623-2Z"): 6,
        ("Varta", "4003 LR03"): 3,
        ("Varta", "4006 LR6"): 4,
        ("Harwin", "M20-9994046"): 2,
    }
    evening = {row["number"]: int(row["quantity"]) for row in rows("breadboard")}
    assert "SS-5GL" not in evening
    assert (evening["B3F-1070"], evening["M20-9994046"], evening["BB830"]) == (2, 1, 1)


@pytest.mark.parametrize("path", list(order.PATHS))
def test_order_lines_are_complete_and_totals_are_their_sums(path):
    whole = json.loads((MADE / "bom.json").read_text(encoding="utf-8"))
    price = {"a": (0.02, 0.2), "b": (0.2, 1.0), "c": (1.0, 5.0), "d": (5.0, 15.0)}
    least = most = 0.0
    for row in rows(path):
        assert row["maker"]
        assert row["number"]
        sources = [offer.source for part in EVERY.values() for offer in part.offers]
        assert row["number from"] in (*sources, FROM_MEMORY)
        assert row["alternatives"]
        least += int(row["quantity"]) * price[row["price class"]][0]
        most += int(row["quantity"]) * price[row["price class"]][1]
    assert whole["totals"][path] == pytest.approx({"least": least, "most": most}, abs=0.01)
    assert [line for line in whole["lines"] if line["path"] == path] != []


def test_every_part_outside_the_circuits_has_a_file():
    table = tomllib.loads((ROOT / "hardware" / "bom.toml").read_text(encoding="utf-8"))
    keys = {key for section in table.values() for key in section}
    assert keys <= EVERY.keys()
    assert all(quantity > 0 for section in table.values() for quantity in section.values())
