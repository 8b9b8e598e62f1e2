"""Variant of the Question Block for our board: the bare amplifier chip instead of its module.

This board needs no changes on a module. It has the chip, its two input capacitors and the supply's
capacitor, without a pull-up at SD and without a trimmer.
"""

from __future__ import annotations

from dataclasses import replace

from tools.hardware import library as lib
from tools.hardware.library import capacitor, part
from tools.hardware.model import Net

from hardware.question_block.circuit import CIRCUIT as BLOCK

_OWN = (
    part("U2", lib.AMPLIFIER_CHIP, "PAM8302AADCR", "chip", "amplifier"),
    replace(part("C5", lib.ELECTROLYTIC, "100u", "c_100u_low", "at the supply"), most_volts=10),
    capacitor("C7", "1u", "input of the amplifier", 16, 10),
    capacitor("C8", "1u", "the same on the other input", 16, 10),
    capacitor("C9", "10u", "at the amplifier's supply, close to it", 10, 10),
)


CIRCUIT = replace(
    BLOCK,
    name="question_block_board",
    title="Question Block, revision A, board",
    parts=tuple(part for part in BLOCK.parts if part.ref not in ("U2", "C5")) + _OWN,
    nets={
        **BLOCK.nets,
        "GND": replace(BLOCK.nets["GND"], pins=BLOCK.nets["GND"].pins + " C9.2"),
        "VSYS": replace(BLOCK.nets["VSYS"], pins="U1.VSYS D1.K U2.VDD C5.+ R7.1 C9.1"),
        "AMP_PLUS": Net("R5.2 C7.1", 0.0, 3.3),
        "AMP_MINUS": Net("R6.2 C8.1", 0.0, 3.3),
        "AMP_IN_PLUS": Net("C7.2 U2.IN+", 2.2, 5.2),
        "AMP_IN_MINUS": Net("C8.2 U2.IN-", 2.2, 5.2),
        "SPEAKER+": Net("U2.VO+ LS1.+", 2.1, 5.2),
        "SPEAKER-": Net("U2.VO- LS1.-", 2.1, 5.2),
    },
    open_pins=BLOCK.open_pins | {"U2.NC"},
)
