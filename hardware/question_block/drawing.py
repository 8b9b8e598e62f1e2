"""The drawn schematic of the Question Block: the place of each part on the sheet."""

from __future__ import annotations

from pathlib import Path

from tools.hardware.model import Circuit
from tools.hardware.schematic import Point, Sheet

from hardware.question_block.circuit import CIRCUIT

PICO_LEFT = [
    "GP0", "GP1", "GND3", "GP2", "GP3", "GP4", "GP5", "GND8", "GP6", "GP7",
    "GP8", "GP9", "GND13", "GP10", "GP11", "GP12", "GP13", "GND18", "GP14", "GP15",
]  # fmt: skip
PICO_RIGHT = [
    "VBUS", "VSYS", "GND38", "3V3_EN", "3V3", "ADC_VREF", "GP28", "AGND", "GP27", "GP26",
    "RUN", "GP22", "GND28", "GP21", "GP20", "GP19", "GP18", "GND23", "GP17", "GP16",
]  # fmt: skip


def pico(sheet: Sheet, at: Point) -> None:
    """Draws the Pico with the pins as on its edges, and the name of each net."""
    pins = sheet.box("U1", at, PICO_LEFT, PICO_RIGHT)
    for row, towards in ((PICO_LEFT, "left"), (PICO_RIGHT, "right")):
        for pin in row:
            if net := sheet.circuit.net_of("U1", pin):
                sheet.name(net, pins[pin], towards)


def audio_input(sheet: Sheet, at: Point, refs: tuple[str, ...], nets: tuple[str, ...]) -> Point:
    """Draws one of the amplifier's two equal inputs. Returns the place of its end.

    Args:
        refs: references of the low-pass (resistor, capacitor), coupling capacitor, bleeder,
            and of the resistor that sets the gain.
        nets: nets at its beginning. Use "GND" for the quiet side.
    """
    low_pass, shunt, coupling, bleeder, gain = refs
    x, y = at
    if nets[0] == "GND":
        sheet.wire((x, y), (x - 0.5, y))
        sheet.ground((x - 0.5, y))
    else:
        sheet.name(nets[0], at, "left")
    sheet.place(low_pass, at)
    first = sheet.pin(low_pass, "2")
    second = (first[0] + 1.2, y)
    sheet.wire(first, second, dots=[first])
    sheet.place(shunt, first, "down", "bottom")
    sheet.ground(sheet.pin(shunt, "2"))
    sheet.place(coupling, second)
    third = sheet.pin(coupling, "2")
    fourth = (third[0] + 1.2, y)
    sheet.wire(third, fourth, dots=[third])
    sheet.place(bleeder, third, "down", "bottom")
    sheet.ground(sheet.pin(bleeder, "2"))
    sheet.place(gain, fourth)
    return sheet.pin(gain, "2")


def sound(sheet: Sheet, x: float, y: float) -> None:
    """Draws the sound's path: two inputs, amplifier, speaker."""
    plus = audio_input(sheet, (x, y), ("R1", "C1", "C3", "R3", "R5"), ("SPEAKER_PWM",))
    minus = audio_input(sheet, (x, y - 4.6), ("R2", "C2", "C4", "R4", "R6"), ("GND",))
    pins = sheet.box("U2", (x + 15.5, y - 2.0), ["A+", "A-", "SD"], ["VIN", "OUT+", "OUT-", "GND"])
    turn = x + 12.3
    sheet.wire(plus, (turn, y), (turn, pins["A+"][1]), pins["A+"])
    sheet.wire(minus, (turn, y - 4.6), (turn, pins["A-"][1]), pins["A-"])
    corner = (pins["SD"][0] - 0.6, pins["SD"][1])
    down = (corner[0], y - 6.0)
    sheet.wire(pins["SD"], corner, down, dots=[down])
    sheet.name("AMP_SHUTDOWN", down, "left")
    sheet.place("R9", down, "down", "bottom")
    sheet.ground(sheet.pin("R9", "2"))
    sheet.name("VSYS", pins["VIN"])
    ground = (pins["GND"][0], y - 4.2)
    sheet.wire(pins["GND"], ground)
    sheet.ground(ground)
    sheet.place("LS1", (x + 19.4, y - 1.75))
    for pin, output in (("+", "OUT+"), ("-", "OUT-")):
        end, begin = sheet.pin("LS1", pin), pins[output]
        middle = (begin[0] + end[0]) / 2
        sheet.wire(begin, (middle, begin[1]), (middle, end[1]), end)


def cells(sheet: Sheet, x: float, y: float) -> None:
    """Draws the supply: cells, switch, diode, capacitor."""
    sheet.place("BT1", (x, y), "down", "bottom")
    sheet.ground(sheet.pin("BT1", "-"))
    sheet.wire((x, y), (x + 1.0, y))
    sheet.place("S3", (x + 1.0, y))
    on = sheet.pin("S3", "ON")
    sheet.place("F2", on)
    on = sheet.pin("F2", "2")
    sheet.wire(on, (on[0] + 0.8, on[1]))
    sheet.place("D1", (on[0] + 0.8, on[1]))
    cathode = sheet.pin("D1", "K")
    after = (cathode[0] + 0.8, cathode[1])
    sheet.wire(cathode, after, dots=[after])
    sheet.name("VSYS", after, "right", 0.8)
    sheet.place("C5", after, "down", "bottom")
    sheet.ground(sheet.pin("C5", "-"))


def battery_load(sheet: Sheet, x: float, y: float) -> None:
    """Draws the known load of the battery test."""
    sheet.name("VSYS", (x, y), "up")
    sheet.place("R7", (x, y), "down", "bottom")
    sheet.place("Q1", (x - 0.75, y - 3.7), "right", "right")
    sheet.wire(sheet.pin("R7", "2"), sheet.pin("Q1", "C"))
    sheet.ground(sheet.pin("Q1", "E"))
    base = sheet.pin("Q1", "B")
    sheet.place("R8", (base[0] - 3.0, base[1]))
    sheet.name("LOAD_PIN", sheet.pin("R8", "1"), "left")


def buttons(sheet: Sheet, x: float, y: float) -> None:
    """Draws both buttons."""
    sheet.place("S1", (x, y))
    sheet.wire((x, y), (x - 1.2, y))
    sheet.ground((x - 1.2, y))
    sheet.name("BLOCK_BUTTON", sheet.pin("S1", "NO"))
    sheet.place("S2", (x, y - 2.2))
    sheet.name("CHECK_BUTTON", sheet.pin("S2", "1"), "left")
    sheet.ground(sheet.pin("S2", "2"))


def light(sheet: Sheet, x: float, y: float) -> None:
    """Draws the light with its resistors."""
    pins = sheet.box("LED1", (x + 7.4, y - 0.6), ["R", "G", "B", "K"])
    for step, (ref, pin, net) in enumerate(
        (("R10", "R", "RED_PIN"), ("R11", "G", "GREEN_PIN"), ("R12", "B", "BLUE_PIN"))
    ):
        row = y + 1.2 - 1.2 * step
        sheet.place(ref, (x, row))
        sheet.name(net, (x, row), "left")
        end = sheet.pin(ref, "2")
        bend = end[0] + 0.4 * (3 - step)
        sheet.wire(end, (bend, row), (bend, pins[pin][1]), pins[pin])
    ground = (pins["K"][0] - 0.3, pins["K"][1])
    sheet.wire(pins["K"], ground)
    sheet.wire(ground, (ground[0], ground[1] - 0.5))
    sheet.ground((ground[0], ground[1] - 0.5))


def link(sheet: Sheet, x: float, y: float) -> None:
    """Draws the plug of the apple base."""
    pins = sheet.box("J1", (x, y), [], [p.name for p in sheet.circuit.part("J1").kind.pins])
    for pin, at in pins.items():
        sheet.name(sheet.circuit.net_of("J1", pin), at)


def draw(circuit: Circuit = CIRCUIT) -> Sheet:
    """Returns the sheet of the block's circuit."""
    sheet = Sheet(circuit)
    sheet.note(circuit.title, (-6, 19), 18)
    pico(sheet, (0, 9))
    sheet.note("Sound", (8, 17.6))
    sound(sheet, 9.5, 16.4)
    sheet.note("Cells and USB", (7, 5.8))
    cells(sheet, 7.5, 4.4)
    sheet.note("Load of the battery test", (18.5, 5.8))
    battery_load(sheet, 23.2, 4.4)
    sheet.note("Buttons", (26, 5.8))
    buttons(sheet, 29.0, 4.4)
    sheet.note("Light", (-6, -1.6))
    light(sheet, -3.4, -3.4)
    sheet.note("To the apple base", (8, -1.6))
    link(sheet, 10.0, -5.0)
    return sheet


def make(folder: Path) -> None:
    """Writes the schematic as SVG and PNG."""
    draw().save(folder / "schematic.svg")
