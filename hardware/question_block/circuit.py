"""Circuit of the Question Block: three AAA cells, USB, and the plug of the apple base.

Decisions (``hardware/simulation`` has the figures and asserts them):

* The amplifier's input network settles while the amplifier is still off (R1..R4, C1..C4). R3 and
  R4 give both sides the same path, even if its inputs are biased in shutdown.
* R5 and R6 set the gain. A full-scale sine gives about 0.09 W, which protects a child's ears and
  the cells. They have 0.1 %, because a difference between the two inputs is heard as a thump. The
  amplifier's trimmer is at its loudest.
* R7 loads the cells for their test. The load is known, does not depend on the volume, and makes no
  sound.
* F2 is soldered into the red wire, because it must come before the board. A short circuit after it
  ends within seconds.
* A hard switch disconnects the cells. D1 keeps USB from charging them and blocks reversed ones.
"""

from __future__ import annotations

from tools.hardware import library as lib
from tools.hardware.library import capacitor, part, resistor
from tools.hardware.model import Circuit, Net

from pingblock.boards.wiring import EDGE_PIN

PARTS = (
    part("U1", lib.PICO, "Raspberry Pi Pico", "pico", "computer"),
    part("U2", lib.AMPLIFIER, "PAM8302A", "amplifier", "amplifier, trimmer at its loudest"),
    part("LS1", lib.SPEAKER, "8", "speaker", "speaker, 40 mm"),
    part("BT1", lib.BATTERY, "3 x AAA", "holder3", "cells"),
    part("D1", lib.DIODE, "1N5817", "diode", "keeps USB from the cells, blocks reversed cells"),
    part("S1", lib.MICROSWITCH, "SS-5GL", "micro", "button on top"),
    part("S2", lib.KEY, "6 x 6 mm", "tactile", "check button at the back"),
    part("S3", lib.SWITCH, "SPDT", "slide", "power switch of the cells"),
    part("LED1", lib.LIGHT, "RGB", "light", "light, common cathode"),
    part("Q1", lib.NPN, "BC337-40", "npn", "switches the load of the battery test"),
    part("F2", lib.FUSE, "1.1 A", "polyfuse_block", "in the red wire: ends a short circuit"),
    part("J1", lib.LINK, "D-sub, 15 contacts", "link_panel", "socket to the apple base"),
    resistor("R1", "470", "low-pass of the sound"),
    resistor("R2", "470", "the same on the other input"),
    resistor("R3", "3k", "lets C3 settle while the amplifier is off"),
    resistor("R4", "3k", "the same on the other input"),
    resistor("R5", "150k", "sets the gain; as equal to R6 as can be", 0.1),
    resistor("R6", "150k", "the same on the other input", 0.1),
    resistor("R7", "220", "known load of the battery test"),
    resistor("R8", "4.7k", "base of Q1"),
    resistor("R9", "100k", "keeps the amplifier off while the Pico starts"),
    resistor("R10", "150", "red"),
    resistor("R11", "100", "green"),
    resistor("R12", "100", "blue"),
    capacitor("C1", "47n", "low-pass of the sound, 7.2 kHz", 63, 5),
    capacitor("C2", "47n", "the same on the other input", 63, 5),
    capacitor("C3", "100n film", "keeps the bias from the amplifier", 63, 5),
    capacitor("C4", "100n film", "the same on the other input", 63, 5),
    capacitor("C5", "100u", "at the amplifier's supply", 10, 20),
)

# Needs of the block except its supply. A variant with another supply shares them.
SIGNAL_NETS = {
    "SPEAKER_PWM": Net("U1.speaker R1.1", 1.65, 3.3),
    "AUDIO": Net("R1.2 C1.1 C3.1", 1.65, 3.3),
    "AUDIO_IN": Net("C3.2 R3.1 R5.1", 0.0, 3.3),
    "AMP_PLUS": Net("R5.2 U2.A+", 0.0, 3.3),
    "QUIET": Net("R2.2 C2.1 C4.1", 0.0, 3.3),
    "QUIET_IN": Net("C4.2 R4.1 R6.1", 0.0, 3.3),
    "AMP_MINUS": Net("R6.2 U2.A-", 0.0, 3.3),
    "AMP_SHUTDOWN": Net("U1.amp_shutdown U2.SD R9.1", 3.3, 3.3),
    "SPEAKER+": Net("U2.OUT+ LS1.+", 2.1, 5.2),
    "SPEAKER-": Net("U2.OUT- LS1.-", 2.1, 5.2),
    "BLOCK_BUTTON": Net("U1.block_button S1.NO", 3.3, 3.3),
    "CHECK_BUTTON": Net("U1.check_button S2.1", 3.3, 3.3),
    "RED_PIN": Net("U1.light_red R10.1", 3.3, 3.3),
    "GREEN_PIN": Net("U1.light_green R11.1", 3.3, 3.3),
    "BLUE_PIN": Net("U1.light_blue R12.1", 3.3, 3.3),
    "RED": Net("R10.2 LED1.R", 2.0, 3.3),
    "GREEN": Net("R11.2 LED1.G", 3.0, 3.3),
    "BLUE": Net("R12.2 LED1.B", 3.0, 3.3),
    "LOAD_PIN": Net("U1.cell_load R8.1", 3.3, 3.3),
    "LOAD_BASE": Net("R8.2 Q1.B", 0.7, 1.0),
    "LOAD": Net("R7.2 Q1.C", 0.1, 5.2),
}
_GROUND = (
    "U1.GND3 U1.GND8 U1.GND13 U1.GND18 U1.GND23 U1.GND28 U1.GND38 U1.AGND U2.GND S1.COM S2.2 "
    "LED1.K Q1.E R2.1 R3.2 R4.2 C1.2 C2.2 C5.- R9.2"
)
_LINK_NETS = {
    "LEVER": Net("U1.lever J1.LEVER", 3.3, 3.3),
    "SERVO_SUPPLY": Net("U1.servo_supply J1.SUPPLY_ON", 3.3, 3.3),
    "SERVO": Net("U1.servo J1.SERVO", 3.3, 3.3),
    "SAG": Net("U1.cell_sense J1.SAG", 2.2, 2.3),
}
VSYS_PINS = "U1.VSYS D1.K U2.VIN C5.+ R7.1"
OPEN_PICO = frozenset(
    {f"U1.GP{gpio}" for gpio in EDGE_PIN if f"GP{gpio}" not in lib.signals().values()}
    | {"U1.RUN", "U1.ADC_VREF", "U1.3V3", "U1.3V3_EN", "U1.VBUS"}
)

CIRCUIT = Circuit(
    name="question_block",
    title="Question Block, revision A",
    parts=PARTS,
    nets={
        "GND": Net(f"{_GROUND} BT1.- J1.GND J1.GND2", 0.0, 0.0),
        "VSYS": Net(VSYS_PINS, 4.2, 5.2),
        "CELLS": Net("BT1.+ S3.COM", 4.5, 5.0),
        "SWITCHED": Net("S3.ON F2.1", 4.5, 5.0),
        "CELLS_ON": Net("F2.2 D1.A", 4.5, 5.0),
        **SIGNAL_NETS,
        **_LINK_NETS,
    },
    open_pins=OPEN_PICO | {"S1.NC", "S3.OFF"},
    fed=frozenset({"GND", "VSYS"}),
    signals=lib.signals(),
)
