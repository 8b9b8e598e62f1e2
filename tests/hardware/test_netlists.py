"""SKiDL's rules check of the circuits, with deliberate mistakes, and SKiDL's netlists."""

from dataclasses import replace

import pytest
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import kicad
from tools.hardware.make import CIRCUITS
from tools.hardware.products import ROOT


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda circuit: circuit.name)
def test_skidl_finds_no_error_and_no_warning(circuit):
    assert kicad.erc(circuit)[:2] == (0, 0)


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda circuit: circuit.name)
def test_committed_netlist_matches_skidl_output(circuit):
    thing = "apple_base" if circuit.name == "apple_base" else "question_block"
    path = ROOT / "hardware" / thing / "made" / f"{circuit.name}.net"
    assert kicad.netlist_text(circuit) == path.read_text(encoding="utf-8")
    assert kicad.read_netlist(path.read_text()) == kicad.expected_netlist(circuit)


def with_net(name, pins, **more):
    nets = {**BLOCK.nets, name: replace(BLOCK.nets[name], pins=pins)}
    return replace(BLOCK, nets=nets, **more)


SEEDED = {
    "a supply on a GPIO": with_net(
        "BLOCK_BUTTON",
        BLOCK.nets["BLOCK_BUTTON"].pins + " U1.VBUS",
        open_pins=BLOCK.open_pins - {"U1.VBUS"},
    ),
    "two outputs on one net": with_net("SPEAKER+", "U2.OUT+ U2.OUT- LS1.+"),
    "a net of one pin": with_net("SAG", "U1.cell_sense"),
    "an input that is open": with_net("AMP_PLUS", "R5.2"),
    "no power": replace(BLOCK, fed=frozenset({"GND"})),
}


@pytest.mark.parametrize("bug", SEEDED)
def test_skidl_finds_each_planted_bug(bug):
    assert sum(kicad.erc(SEEDED[bug])[:2]) > 0
