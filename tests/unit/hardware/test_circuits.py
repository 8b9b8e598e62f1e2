"""The circuits pass every check, and each check finds an added bug."""

import re
from dataclasses import replace

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from hardware.question_block.one_cell import CIRCUIT as ONE_CELL
from tools.hardware.checks import divider_ratio, faults
from tools.hardware.library import KEY
from tools.hardware.model import PartPin, number

from pingblock.boards.board import gpios
from pingblock.virtual.harness import CELL_LOAD_OHM
from pingblock.virtual.parts.speaker import COUPLING_US
from pingware.boards import rev_a

CIRCUITS = (BLOCK, ONE_CELL, BASE)


def rewired(circuit, net, before, after):
    """Returns the circuit with a pin of a net exchanged."""
    pins = circuit.nets[net].pins.split()
    assert before in pins
    changed = " ".join(pin for pin in (after if pin == before else pin for pin in pins) if pin)
    return replace(circuit, nets={**circuit.nets, net: replace(circuit.nets[net], pins=changed)})


def swapped(circuit, one, other):
    """Returns the circuit with two pins exchanged."""
    mark = {one: other, other: one}
    nets = {
        name: replace(net, pins=" ".join(mark.get(pin, pin) for pin in net.pins.split()))
        for name, net in circuit.nets.items()
    }
    return replace(circuit, nets=nets)


def revalued(circuit, changed, **changes):
    parts = tuple(
        replace(part, **changes) if part.ref == changed else part for part in circuit.parts
    )
    return replace(circuit, parts=parts)


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda circuit: circuit.name)
def test_circuits_have_no_faults(circuit):
    assert faults(circuit) == []


SEEDED = [
    (swapped(BLOCK, "D1.A", "D1.K"), "D1 is reversed"),
    (swapped(BLOCK, "C5.+", "C5.-"), "C5 is reversed"),
    (swapped(BASE, "D1.A", "D1.K"), "D1 is reversed"),
    (swapped(BASE, "BT1.+", "BT1.-"), "BT1 is reversed"),
    (swapped(BASE, "C1.+", "C1.-"), "C1 is reversed"),
    (rewired(BLOCK, "SAG", "J1.SAG", ""), "SAG has one pin only"),
    (rewired(BLOCK, "GND", "Q1.E", ""), "Q1.E is not connected"),
    (rewired(BLOCK, "VSYS", "R7.1", "U1.VBUS"), "VSYS is driven by|R7.1 is not connected"),
    (swapped(BLOCK, "U1.light_red", "U1.GP28"), "GP28 is wired, but no signal"),
    (rewired(BLOCK, "LEVER", "U1.lever", "U1.3V3"), r"lever \(GP13\) of the board rev_a is not"),
    (rewired(BASE, "SAG", "J1.SAG", "BT1.+"), "BT1.\\+ is in 2 nets"),
    (revalued(BLOCK, "C5", most_volts=6.7), "C5 for 6.7 V may get 5.2 V"),
    (revalued(BLOCK, "R10", value="47"), "LED1.R draws 28 mA"),
    (revalued(BLOCK, "R10", value="100"), "LED1.R draws 13 mA"),
    (revalued(ONE_CELL, "R13", value="220k"), "divides by 3.2, the firmware by 2"),
    (replace(BLOCK, parts=(*BLOCK.parts, BLOCK.part("R2"))), "R2 is 2 parts"),
    (
        replace(BLOCK, nets={**BLOCK.nets, "SAG": replace(BLOCK.nets["SAG"], most_volts=6.6)}),
        "GP26 may get 6.6 V from SAG",
    ),
    (
        revalued(BLOCK, "R3", buy=replace(BLOCK.part("R3").buy, number="")),
        "R3: maker, number, alternatives",
    ),
    (replace(BASE, fed=frozenset()), "SERVO_PLUS feeds M1.V\\+, but gets no power"),
    (replace(BLOCK, open_pins=BLOCK.open_pins | {"U1.VSYS"}), "U1.VSYS is listed as open, but"),
    (rewired(BLOCK, "SPEAKER_PWM", "R1.1", "U2.OUT+"), "drives a GPIO by U2.OUT\\+"),
    (rewired(BLOCK, "AMP_PLUS", "R5.2", "Q1.B"), "AMP_PLUS has inputs only"),
    (rewired(BLOCK, "RED", "R10.2", "C5.+"), "LED1.R has no resistor"),
    (rewired(BLOCK, "RED_PIN", "R10.1", "LED1.R"), "light_red: RED_PIN has no resistor in series"),
    (revalued(BLOCK, "R3", buy=replace(BLOCK.part("R3").buy, price="z")), "price class 'z'"),
    (
        revalued(BLOCK, "S2", kind=replace(KEY, pins=(PartPin("1", "1", "magic"), KEY.pins[1]))),
        "S2.1 is of unknown kind magic",
    ),
]


@pytest.mark.parametrize(("circuit", "sentence"), SEEDED, ids=[text for _, text in SEEDED])
def test_added_bug_is_found(circuit, sentence):
    assert re.search(sentence, "\n".join(faults(circuit)))


def test_dividers_have_the_ratios_of_the_design():
    assert divider_ratio(ONE_CELL, "CELL_SENSE") == rev_a.CELL_RATIO == 2
    assert divider_ratio(BASE, "SAG") == 3


def test_every_gpio_of_the_pin_map_reaches_a_part():
    """Against the numbers of the data sheet's edge, for some GPIOs."""
    wired = {pin for _, ref, pin in BLOCK.connections() if ref == "U1" and pin.startswith("GP")}
    on_the_pico = {rev_a.VBUS_SENSE, rev_a.VSYS_SENSE}
    assert wired == {f"GP{gpio}" for gpio in {*gpios(rev_a).values()} - on_the_pico}
    numbers = [BLOCK.part("U1").kind.pin(f"GP{gpio}").number for gpio in (0, 12, 15, 16, 22, 26)]
    assert numbers == ["1", "16", "20", "21", "29", "31"]


@pytest.mark.parametrize(("text", "value"), [("4.7k", 4700.0), ("470", 470.0), ("22n", 2.2e-8)])
def test_value_with_a_unit_prefix_becomes_a_number(text, value):
    assert number(text) == pytest.approx(value)


def test_block_and_base_meet_at_the_same_contacts():
    ours = {pin: BLOCK.net_of("J1", pin) for pin in ("LEVER", "SERVO", "SAG", "GND", "GND2")}
    theirs = {pin: BASE.net_of("J1", pin) for pin in ours}
    assert ours == theirs


def test_firmware_circuit_and_models_agree_on_load_and_capacitor():
    ohm, farad = (lambda ref: number(BLOCK.part(ref).value)), number(BLOCK.part("C3").value)
    assert ohm("R7") == rev_a.CELL_LOAD_OHM == CELL_LOAD_OHM == 220
    pin_ohm = 40
    bleeder = 1 / (1 / ohm("R3") + 1 / (ohm("R5") + 10_000))
    assert pytest.approx(1e6 * farad * (pin_ohm + ohm("R1") + bleeder), rel=0.02) == COUPLING_US
    for one, other in (("R1", "R2"), ("R3", "R4"), ("R5", "R6"), ("C1", "C2"), ("C3", "C4")):
        assert BLOCK.part(one).value == BLOCK.part(other).value, "both inputs alike"
