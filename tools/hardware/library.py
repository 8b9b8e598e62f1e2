"""Part types and purchases. They are our definitions, which no tool's library can change.

A purchase without a source was written from memory, and the parts list has a note about it.
"""

from __future__ import annotations

from dataclasses import replace

from tools.hardware import parts
from tools.hardware.model import Part, PartPin, PartType, Purchase

from pingblock.boards.board import BOARD, BoardData
from pingblock.boards.pins import pins_of
from pingblock.boards.wiring import EDGE_PIN


def _pins(text: str) -> tuple[PartPin, ...]:
    """Returns pins of ``number:name:kind``, separated by spaces."""
    return tuple(PartPin(*entry.split(":")) for entry in text.split())


def _pico() -> PartType:
    # Pico datasheet 2.1: pins on the edge that are not GPIOs.
    fixed = {30: "RUN:input", 33: "AGND:power_in", 35: "ADC_VREF:passive", 36: "3V3:power_out"}
    fixed |= {37: "3V3_EN:input", 39: "VSYS:power_in", 40: "VBUS:power_out"}
    fixed |= {number: f"GND{number}:power_in" for number in (3, 8, 13, 18, 23, 28, 38)}
    gpios = {number: f"GP{gpio}:bidirectional" for gpio, number in EDGE_PIN.items()}
    every = {**fixed, **gpios}
    assert sorted(every) == list(range(1, 41))
    return PartType(
        "Pico",
        _pins(" ".join(f"{n}:{every[n]}" for n in sorted(every))),
        "Module:RaspberryPi_Pico",
    )


def signals(board: BoardData = BOARD) -> dict[str, str]:
    """Returns signal -> name of the Pico's pin, for each signal on its edge."""
    return {pin.name: f"GP{pin.gpio}" for pin in pins_of(board) if pin.gpio in EDGE_PIN}


PICO = _pico()
_TWO = "1:1:passive 2:2:passive"
RESISTOR = PartType("R", _pins(_TWO), "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm")
CAPACITOR = PartType("C", _pins(_TWO), "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm")
ELECTROLYTIC = PartType(
    "C_Polarized",
    _pins("1:+:passive 2:-:passive"),
    "Capacitor_THT:CP_Radial_D6.3mm_P2.50mm",
    plus="+",
    minus="-",
)
DIODE = PartType(
    "D_Schottky",
    _pins("1:K:passive 2:A:passive"),
    "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal",
    plus="A",
    minus="K",
    conducts=True,
)
SILICON = replace(DIODE, name="D")
NPN = PartType(
    "NPN_CBE", _pins("1:C:passive 2:B:input 3:E:passive"), "Package_TO_SOT_THT:TO-92_Inline"
)
P_MOS = PartType(
    "PMOS_GDS", _pins("1:G:input 2:D:passive 3:S:passive"), "Package_TO_SOT_THT:TO-220-3_Vertical"
)
BATTERY = PartType("Battery", _pins("1:+:power_out 2:-:power_out"), plus="+", minus="-")
FUSE = PartType("Polyfuse", _pins(_TWO), "Fuse:Fuse_Bourns_MF-RHT050")
SWITCH = PartType("SW_SPDT", _pins("1:ON:passive 2:COM:passive 3:OFF:passive"))
KEY = PartType("SW_Push", _pins(_TWO))
MICROSWITCH = PartType("SW_Micro", _pins("1:COM:passive 2:NO:passive 3:NC:passive"))
SPEAKER = PartType("Speaker", _pins("1:+:passive 2:-:passive"))
LIGHT = PartType(
    "LED_RGB_CC", _pins("1:R:passive 2:K:passive 3:B:passive 4:G:passive"), "LED_THT:LED_D5.0mm-4"
)
AMPLIFIER = PartType(
    "PAM8302_breakout",
    _pins(
        "1:GND:power_in 2:VIN:power_in 3:SD:input 4:A-:input 5:A+:input "
        "6:OUT+:output 7:OUT-:output"
    ),
)
AMPLIFIER_CHIP = PartType(
    "PAM8302AADCR",
    _pins(
        "1:SD:input 2:NC:passive 3:IN+:input 4:IN-:input 5:VO+:output 6:VDD:power_in "
        "7:GND:power_in 8:VO-:output"
    ),
    "Package_SO:SOIC-8_3.9x4.9mm_P1.27mm",
)
BOOST = PartType("Boost_5V", _pins("1:VIN:power_in 2:GND:power_in 3:VOUT:power_out 4:SHDN:input"))
SERVO = PartType("Servo", _pins("1:GND:power_in 2:V+:power_in 3:SIG:input"))
# One cable between block and base, with the same contacts at both ends. The connector is that of
# VGA. A PC's socket has grounds and 0.7 V of picture at these six, and a serial cable does not
# fit.
LINK = PartType(
    "Link_6",
    _pins(
        "10:GND2:passive 8:SAG:passive 1:SERVO:passive 2:SUPPLY_ON:passive 3:LEVER:passive "
        "5:GND:passive"
    ),
)


def purchase(key: str) -> Purchase:
    """Returns how to buy the part of ``hardware/parts/KEY.toml``."""
    bought = parts.read(key)
    first, *others = bought.offers
    words = [f"{o.maker} {o.number}" + (f" ({o.note})" if o.note else "") for o in others]
    return Purchase(
        first.maker,
        first.number,
        "; ".join([*words, bought.fits]),
        bought.price,
        first.source,
        key,
    )


def resistor(ref: str, value: str, use: str, tolerance_pct: float = 1.0) -> Part:
    """Returns a metal film resistor of 0.25 W, of 1 % or 0.1 %."""
    letter = value[-1].upper() if value[-1] in "kM" else "R"
    whole, _, tenths = value.removesuffix("k").removesuffix("M").partition(".")
    code = f"{whole}{letter}{tenths}"  # for example, 4.7k is 4K7
    bought = parts.read("resistor")
    exact = tolerance_pct < 1
    offer = bought.offers[exact]
    others = "any metal film resistor of 1 %, 0.25 W"
    if exact:
        others = "two of 1 % between which a multimeter shows less than 0.2 % of difference"
    buy = Purchase(
        offer.maker,
        f"{offer.number}-{code}",
        others,
        "b" if exact else "a",
        offer.source,
        bought.key,
    )
    return Part(ref, RESISTOR, value, buy, use, tolerance_pct=tolerance_pct)


def capacitor(ref: str, value: str, use: str, most_volts: float, tolerance_pct: float) -> Part:
    """Returns a capacitor of a value such as ``100n`` or ``100n film``.

    From 100 uF on it is an electrolytic one.
    """
    size = value.split()[0]
    kind = ELECTROLYTIC if size.endswith("u") and float(size[:-1]) >= 100 else CAPACITOR
    key = "c_" + value.replace(" ", "_")
    return Part(ref, kind, size, purchase(key), use, most_volts, tolerance_pct)


def part(ref: str, kind: PartType, value: str, buy: str, use: str) -> Part:
    """Returns a part whose purchase is in ``hardware/parts/BUY.toml``."""
    return Part(ref, kind, value, purchase(buy), use)
