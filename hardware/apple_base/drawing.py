"""The drawn schematic of the apple base: the place of each part on the sheet."""

from __future__ import annotations

from pathlib import Path

from tools.hardware.model import Circuit
from tools.hardware.schematic import Sheet

from hardware.apple_base.circuit import CIRCUIT


def supply(sheet: Sheet, x: float, y: float) -> None:
    """Draws cells, switch, fuse, diode and the high-side switch with its driver."""
    sheet.place("BT1", (x, y), "down", "bottom")
    sheet.ground(sheet.pin("BT1", "-"))
    sheet.wire((x, y), (x + 0.8, y))
    # As in the real slide switch, the middle contact feeds, so that off is really off.
    sheet.place("S1", (x + 0.8, y))
    on = sheet.pin("S1", "ON")
    sheet.wire(on, (on[0] + 0.6, y))
    sheet.place("F1", (on[0] + 0.6, y))
    sheet.place("D1", sheet.pin("F1", "2"))
    rail = sheet.pin("D1", "K")
    gate = (rail[0] + 2.4, y - 3.0)
    sheet.place("Q1", gate, "right", "left")
    source, drain = sheet.pin("Q1", "S"), sheet.pin("Q1", "D")
    above = (source[0], y)
    sheet.wire(rail, above, dots=[above])
    sheet.wire(above, source)
    right, far = (gate[0] + 1.0, y), (gate[0] + 3.2, y)
    sheet.wire(above, right, far, dots=[right])
    sheet.place("R3", right, "down", "bottom")
    sheet.place("C2", far, "down", "bottom")
    node = sheet.pin("R3", "2")
    sheet.wire(gate, node, sheet.pin("C2", "2"), dots=[node])
    out = (drain[0], drain[1] - 0.8)
    sheet.wire(drain, out)
    sheet.name("SERVO_PLUS", out, "left", 0.5)
    sheet.place("R4", node, "down", "bottom")
    sheet.place("Q2", (node[0] - 0.75, node[1] - 3.7), "right", "right")
    sheet.wire(sheet.pin("R4", "2"), sheet.pin("Q2", "C"))
    sheet.ground(sheet.pin("Q2", "E"))
    base = sheet.pin("Q2", "B")
    knee = (base[0] - 0.8, base[1])
    sheet.wire(base, knee, dots=[knee])
    sheet.place("R5", knee, "down", "bottom")
    sheet.ground(sheet.pin("R5", "2"))
    sheet.place("R2", (knee[0] - 3.0, knee[1]))
    sheet.name("SUPPLY_ON", sheet.pin("R2", "1"), "left")


def servo(sheet: Sheet, x: float, y: float) -> None:
    """Draws the servo with its capacitor and its signal."""
    pins = sheet.box("M1", (x + 8.5, y - 1.0), ["V+", "SIG", "GND"])
    feed = (x + 2.6, y)
    sheet.name("SERVO_PLUS", (x, y), "left")
    sheet.place("C1", (x + 0.6, y), "down", "bottom")
    sheet.ground(sheet.pin("C1", "-"))
    sheet.wire((x, y), (x + 0.6, y), feed, (pins["V+"][0], y), pins["V+"], dots=[(x + 0.6, y)])
    signal = (x + 3.4, pins["SIG"][1])
    sheet.name("SERVO", signal, "left")
    sheet.place("R1", signal)
    end = sheet.pin("R1", "2")
    sheet.wire(end, pins["SIG"])
    drop = (pins["GND"][0] - 0.2, y - 3.0)
    sheet.wire(pins["GND"], (drop[0], pins["GND"][1]), drop)
    sheet.ground(drop)
    low = (x + 3.4, y - 3.0)
    sheet.name("SERVO", low, "left")
    sheet.place("R8", low, "down", "bottom")
    sheet.ground(sheet.pin("R8", "2"))


def sag(sheet: Sheet, x: float, y: float) -> None:
    """Draws the sense of the servo's supply."""
    sheet.name("SERVO_PLUS", (x, y), "up")
    sheet.place("R6", (x, y), "down", "bottom")
    node = sheet.pin("R6", "2")
    sheet.place("R7", node, "down", "bottom")
    sheet.ground(sheet.pin("R7", "2"))
    beside = (x + 2.4, node[1])
    sheet.wire(node, beside, dots=[node, beside])
    sheet.place("C3", beside, "down", "bottom")
    sheet.ground(sheet.pin("C3", "2"))
    sheet.name("SAG", beside, "right", 0.6)


def draw(circuit: Circuit = CIRCUIT) -> Sheet:
    """Returns the sheet of the base's circuit."""
    sheet = Sheet(circuit)
    sheet.note(circuit.title, (-1, 3.2), 18)
    sheet.note("Supply of the servo", (-1, 1.4))
    supply(sheet, 0, 0)
    sheet.note("Servo", (-1, -11))
    servo(sheet, 2.2, -12.4)
    sheet.note("Sag sense", (20, 1.4))
    sag(sheet, 22.5, -0.6)
    sheet.note("Lever, pressed at rest", (20, -11))
    sheet.place("S2", (22.5, -12.8))
    sheet.wire((22.5, -12.8), (21.3, -12.8))
    sheet.ground((21.3, -12.8))
    sheet.name("LEVER", sheet.pin("S2", "NO"))
    sheet.note("To the Question Block", (12.6, -11))
    pins = sheet.box("J1", (15.0, -14.6), [], [p.name for p in circuit.part("J1").kind.pins])
    for pin, at in pins.items():
        sheet.name(sheet.circuit.net_of("J1", pin), at)
    return sheet


def make(folder: Path) -> None:
    """Writes the schematic as SVG and PNG."""
    draw().save(folder / "schematic.svg")
