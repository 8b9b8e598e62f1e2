"""Circuit of the apple base: four AA cells, which power only the servo, switched by the block.

Decisions:

* The servo never draws from the block's cells or from USB: they share only ground.
* F1 limits a stall, because no firmware can see it from another supply. D1 blocks reversed cells.
* D1 is of silicon because four fresh cells of 1.65 V would be 6.3 V after a Schottky diode.
* Q1 switches the supply and C2 makes it rise slowly. R3 keeps it off without the block.
* R6 and R7 bring a third of the supply to the block (SAG). This firmware does not read it.
"""

from __future__ import annotations

from tools.hardware import library as lib
from tools.hardware.library import capacitor, part, resistor
from tools.hardware.model import Circuit, Net

CIRCUIT = Circuit(
    name="apple_base",
    title="Apple base, revision A",
    parts=(
        part("J1", lib.LINK, "D-sub, 15 contacts", "link_plug", "plug to the Question Block"),
        part("BT1", lib.BATTERY, "4 x AA", "holder4", "cells of the servo"),
        part("S1", lib.SWITCH, "SPDT", "slide", "power switch of the servo's cells"),
        part("S2", lib.MICROSWITCH, "SS-5GL", "micro", "lever, pressed at rest"),
        part("F1", lib.FUSE, "0.3 A", "polyfuse", "limits a stall"),
        part(
            "D1",
            lib.SILICON,
            "1N4001",
            "silicon_diode",
            "blocks reversed cells, keeps the servo below 6 V",
        ),
        part("Q1", lib.P_MOS, "NDP6020P", "p_mos", "switches the servo's supply"),
        part("Q2", lib.NPN, "BC337-40", "npn", "drives Q1"),
        part("M1", lib.SERVO, "SG90", "servo", "lifts the worms"),
        resistor("R1", "1k", "servo signal: limits the current of a wrong wire"),
        resistor("R2", "4.7k", "base of Q2"),
        resistor("R3", "100k", "keeps Q1 off"),
        resistor("R4", "47k", "makes the supply rise slowly, with C2"),
        resistor("R5", "100k", "keeps Q2 off without the block"),
        resistor("R6", "200k", "sag sense"),
        resistor("R7", "100k", "sag sense"),
        resistor("R8", "100k", "servo signal low without the block"),
        capacitor("C1", "100u", "at the servo", 10, 20),
        capacitor("C2", "1u", "makes the supply rise slowly", 16, 10),
        capacitor("C3", "100n", "sag sense", 16, 10),
    ),
    nets={
        "GND": Net("J1.GND J1.GND2 BT1.- S2.COM Q2.E R5.2 R7.2 R8.2 C1.- C3.2 M1.GND", 0.0, 0.0),
        "CELLS": Net("BT1.+ S1.COM", 6.0, 6.6),
        "CELLS_ON": Net("S1.ON F1.1", 6.0, 6.6),
        "FUSED": Net("F1.2 D1.A", 6.0, 6.6),
        "SUPPLY": Net("D1.K Q1.S R3.1 C2.1", 5.7, 6.6),
        "GATE": Net("Q1.G R3.2 R4.1 C2.2", 0.5, 6.6),
        "PULL": Net("R4.2 Q2.C", 0.1, 6.6),
        "BASE": Net("Q2.B R2.2 R5.1", 0.7, 1.0),
        "SUPPLY_ON": Net("J1.SUPPLY_ON R2.1", 3.3, 3.3),
        "SERVO_PLUS": Net("Q1.D M1.V+ C1.+ R6.1", 5.7, 6.6),
        "SAG": Net("R6.2 R7.1 C3.1 J1.SAG", 1.9, 2.3),
        "SERVO": Net("J1.SERVO R1.1 R8.1", 3.3, 3.3),
        "SERVO_SIGNAL": Net("R1.2 M1.SIG", 3.3, 3.3),
        "LEVER": Net("J1.LEVER S2.NO", 3.3, 3.3),
    },
    open_pins=frozenset({"S1.OFF", "S2.NC"}),
    fed=frozenset({"GND", "SERVO_PLUS"}),
)
