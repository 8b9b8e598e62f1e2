"""The short build's breadboard has the circuit's nets, no hole twice, each part in one step."""

import re
from dataclasses import replace

import pytest
from tools.hardware import breadboard, meter_pages, products
from tools.hardware.breadboard import Wire
from tools.hardware.breadboard_picture import at, draw
from tools.hardware.model import number
from tools.hardware.perfboard import OFF_BOARD

PLAN = breadboard.read()


def test_breadboard_connects_the_nets_of_the_circuit():
    assert breadboard.faults(PLAN) == []
    assert breadboard.joined(PLAN) == breadboard.expected(PLAN)
    nets = {net for net in PLAN.circuit.nets if len(PLAN.circuit.pins_of(net)) > 1}
    assert len(breadboard.expected(PLAN)) == len(nets) - 12  # load, cells, plug, speaker


def test_parts_for_sound_and_quiet_start_are_on_the_breadboard():
    there = {ref for ref, _ in PLAN.holes}
    assert there >= {"R9", "C5", "U2", "S1", "S2", "LED1", *(f"R{at}" for at in range(1, 7))}
    assert {ref for step in PLAN.steps for ref in step.parts} - there == {"LS1"}
    assert "LS1" in OFF_BOARD
    ohms = sum(number(PLAN.circuit.part(ref).value) for ref in ("R4", "R6"))
    assert f"about {ohms / 1000:.0f} kOhm" in PLAN.steps[4].check
    probed = re.findall(r"\b\d+[a-j]\b", "".join(step.check for step in PLAN.steps))
    pins = PLAN.holes["U2", "SD"], PLAN.holes["R6", "2"]
    assert [breadboard.node_of(breadboard.hole_of(name)) for name in probed] == [
        breadboard.node_of(pin) for pin in pins
    ]


@pytest.mark.parametrize("count", range(len(PLAN.wires())))
def test_each_missing_wire_is_found_except_between_rails(count):
    lost = PLAN.wires()[count]
    steps = tuple(
        replace(step, wires=tuple(wire for wire in step.wires if wire is not lost))
        for step in PLAN.steps
    )
    rails = {lost.start[0], lost.end[0]} <= set(breadboard.RAILS)
    found = breadboard.faults(replace(PLAN, steps=steps))
    assert found or (rails and lost.start[0] in ("T+", "T-"))
    if lost.start[0] not in breadboard.RAILS:
        assert any("not joined" in fault for fault in found)


def test_part_or_wire_at_a_wrong_place_is_found():
    def faults_of(pin, hole):
        return breadboard.faults(replace(PLAN, holes={**PLAN.holes, pin: hole}))

    assert "23f is used twice." in faults_of(("LED1", "B"), ("f", 23))
    assert any("is covered" in fault for fault in faults_of(("R10", "1"), ("e", 5)))
    assert any("legs do not reach" in fault for fault in faults_of(("C1", "2"), ("e", 55)))
    across = Wire(("j", 30), ("j", 42), "red")
    step = replace(PLAN.steps[0], wires=(*PLAN.steps[0].wires, across), check="")
    found = breadboard.faults(replace(PLAN, steps=(step, *PLAN.steps[1:])))
    assert any("joined, but no net" in fault for fault in found)
    assert "The Pico and the rails: no check." in found
    with pytest.raises(ValueError, match="64a is not on the board"):
        breadboard.hole_of("64a")


def test_picture_shows_every_part_wire_and_step():
    downwards = sorted((*breadboard.ROWS, *breadboard.RAILS), key=lambda row: at((row, 1))[1])
    assert downwards == ["T+", "T-", *"jihgfedcba", "B-", "B+"]
    text = "".join(draw(PLAN).items)
    for step in PLAN.steps:
        assert step.title in text
        for ref in step.parts:
            assert ref in text
        for wire in step.wires:
            assert f"{breadboard.name_of(wire.start)} to {breadboard.name_of(wire.end)}" in text
    for name in ("VIN", "SD", "A-", "A+", "OUT+", "GP16", "GP17", "VSYS"):
        assert f">{name}<" in text


def test_breadboard_names_the_voltage_that_the_guide_expects():
    readings = meter_pages.read_list("readings.csv")
    [on_usb] = [row["reads"] for row in readings if row["do"] == "VSYS on USB"]
    assert f"T+ to T- shows {on_usb}." in PLAN.steps[0].check
    ohm = sum(number(PLAN.circuit.part(ref).value) for ref in ("R4", "R6"))
    assert f"42j to T- shows about {ohm / 1000:.0f} kOhm." in PLAN.steps[4].check


def test_breadboard_plan_names_the_guide_step_of_amplifier_changes():
    folder = products.ROOT / "hardware" / "question_block"
    text = (folder / "breadboard.toml").read_text(encoding="utf-8")
    [named] = re.findall(r"two changes of the module first \(see the guide, step (\d+)\)", text)
    guide = (folder / "GUIDE.md").read_text(encoding="utf-8")
    before = guide.partition("**Change the amplifier at two places")[0]
    assert re.findall(r"^(\d+)\. ", before, re.MULTILINE)[-1] == named
