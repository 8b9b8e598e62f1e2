"""Variant of the Question Block for one LR03, with a boost converter.

For the cells ``one_aaa`` the firmware reads the cell on GP26 through R13 and R14. The plug of the
apple base stays open, because its sag sense would use the same pin.
"""

from __future__ import annotations

from dataclasses import replace

from tools.hardware import library as lib
from tools.hardware.library import capacitor, part, resistor
from tools.hardware.model import Net

from hardware.question_block.circuit import CIRCUIT as BLOCK
from hardware.question_block.circuit import OPEN_PICO, SIGNAL_NETS, VSYS_PINS

_OWN = (
    part("BT1", lib.BATTERY, "1 x AAA", "holder1", "cell"),
    part("U3", lib.BOOST, "5 V", "boost", "boost converter"),
    resistor("R13", "100k", "sense of the cell"),
    resistor("R14", "100k", "sense of the cell"),
    capacitor("C6", "100n", "sense of the cell", 16, 10),
)

CIRCUIT = replace(
    BLOCK,
    name="one_cell",
    title="Question Block with one LR03, revision A",
    parts=tuple(part for part in BLOCK.parts if part.ref not in ("BT1", "J1", "F2")) + _OWN,
    nets={
        "GND": Net(
            BLOCK.nets["GND"].pins.replace("J1.GND2", "U3.GND R14.2 C6.2").replace("J1.GND ", ""),
            0.0,
            0.0,
        ),
        "VSYS": Net(VSYS_PINS, 4.7, 5.2),
        "CELLS": Net("BT1.+ S3.COM", 1.5, 1.7),
        "CELLS_ON": Net("S3.ON U3.VIN U3.SHDN R13.1", 1.5, 1.7),
        "BOOSTED": Net("U3.VOUT D1.A", 5.0, 5.2),
        "CELL_SENSE": Net("R13.2 R14.1 C6.1 U1.cell_sense", 0.75, 0.85),
        **SIGNAL_NETS,
    },
    open_pins=OPEN_PICO | {"S1.NC", "S3.OFF", "U1.lever", "U1.servo_supply", "U1.servo"},
    fed=frozenset({"GND", "VSYS", "CELLS_ON"}),
)
