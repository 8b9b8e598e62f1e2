"""Places where an earlier order or wording of a guide stopped a builder."""

import csv

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import meter, meter_pages, parts, perfboard, step_list
from tools.hardware.products import ROOT

HARDWARE = ROOT / "hardware"


def words_of_step(thing, number):
    """Returns the text of a step of the guide, with single spaces."""
    text = step_list.guide(thing).read_text(encoding="utf-8").partition("## Order of work")[2]
    return " ".join(text.partition(f"\n{number}. ")[2].partition(f"\n{number + 1}. ")[0].split())


@pytest.mark.parametrize("circuit", [BLOCK, BASE], ids=lambda circuit: circuit.name)
def test_parts_are_soldered_before_wires_cross_their_holes(circuit):
    thing = circuit.name
    wired = next(
        step.name
        for step in step_list.read(thing).steps
        if "back wire *" in {part for add in step.add
                             for part in step_list.read(thing).groups.get(add, (add,))}
    )  # fmt: skip
    here = meter.present(thing, wired)
    layout = perfboard.layout_of(circuit)
    assert "wires" in here
    outside = {"U1", "BT1", "S1", "S2", "S3", "F2", "LED1", "J1", "M1"}  # wires lead to them
    assert {ref for ref, _ in layout.holes} - outside - here == set()


def test_guides_put_things_into_an_order_that_works():
    for thing, number, first, later in (
        ("apple_base", 2, "drill its holes", "Solder the parts on the front"),
        ("apple_base", 2, "Solder the parts on the front", "solder the wires on the back"),
        ("apple_base", 5, "from inside through the flat place", "solder them to its cups"),
        ("apple_base", 6, "measure without the cable", "connect cable, block and USB"),
        ("apple_base", 9, "Set the servo to its middle", "screw the horn on"),
        ("question_block", 3, "Change the amplifier", "Solder the header into the module"),
        ("question_block", 6, "pingblock flash pico", "two header strips"),
        ("question_block", 6, "two header strips", "Solder its wires"),
        ("question_block", 9, "Fix the D-sub socket from outside", "solder its six wires"),
        ("question_block", 10, "put the cells in", "door's tongues"),
    ):
        words = words_of_step(thing, number)
        assert 0 <= words.find(first) < words.find(later), (thing, number, first)


def test_servo_wires_have_one_order_in_all_lists():
    words = words_of_step("apple_base", 2)
    colours = {"brown": "GND", "red": "V+", "orange": "SIG"}
    assert ", ".join(f"{colour} to {pin}" for colour, pin in colours.items()) in words
    servo = parts.read("servo")
    assert servo.pins_source.endswith("brown ground, red plus, orange signal")
    assert [leg.name for leg in servo.pins] == list(colours.values())
    rows = csv.DictReader((HARDWARE / "apple_base/made/harness.csv").open(encoding="utf-8"))
    wires = {row["from"]: row["colour"] for row in rows}
    assert (wires["M1.V+"], wires["M1.SIG"]) == ("red", "orange")


def test_switches_are_wired_at_contacts_of_the_circuit():
    assert BLOCK.net_of("S1", "NO") == "BLOCK_BUTTON"
    assert "S1: COM and NO" in words_of_step("question_block", 7)
    assert "diagonally opposite" in words_of_step("question_block", 7)
    assert BASE.net_of("S2", "NO") == "LEVER"
    assert "S2's two wires to COM and NO" in words_of_step("apple_base", 7)
    assert BLOCK.net_of("S3", "COM") == "CELLS"
    assert "its middle terminal" in words_of_step("question_block", 5)


def test_fuse_is_tested_before_a_wiggle_could_trip_it():
    assert "F1 does not trip" in words_of_step("apple_base", 13)
    [bridged, *_] = [
        row
        for row in meter_pages.read_list("mistakes.csv")
        if (row["thing"], row["mistake"]) == ("apple_base", "F1 is bridged")
    ]
    assert bridged["step"] == "2"
    assert "tested F1 in step 2" in words_of_step("apple_base", 13)


def test_each_reading_names_a_place_to_touch():
    """A net's name is not a place: it has a hole, or a part's pin behind it."""
    for row in meter_pages.read_list("readings.csv"):
        for place in (row["red"], row["black"]):
            assert not place or "(" in place or "'s " in place, row
