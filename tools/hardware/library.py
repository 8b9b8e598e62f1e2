"""Part types and what to buy: our own definitions, so that no tool's library can change them.

A purchase without a source was written from memory, and the parts list says so.
"""

from __future__ import annotations

from tools.hardware.model import Part, PartPin, PartType, Purchase

from pingblock.build.board import BOARD, BoardData
from pingblock.build.wiring import EDGE_PIN


def _pins(text: str) -> tuple[PartPin, ...]:
    """Returns pins of ``number:name:kind`` by blanks."""
    return tuple(PartPin(*entry.split(":")) for entry in text.split())


def _pico() -> PartType:
    # Pico datasheet 2.1: what is no GPIO on the edge.
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
    return {pin.name: f"GP{pin.gpio}" for pin in board.PINS if pin.gpio in EDGE_PIN}


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
    "LED_RGB_CC", _pins("1:R:passive 2:K:passive 3:G:passive 4:B:passive"), "LED_THT:LED_D5.0mm-4"
)
AMPLIFIER = PartType(
    "PAM8302_breakout",
    _pins(
        "1:VIN:power_in 2:GND:power_in 3:SD:input 4:A-:input 5:A+:input "
        "6:OUT+:output 7:OUT-:output"
    ),
)
BOOST = PartType("Boost_5V", _pins("1:VIN:power_in 2:GND:power_in 3:VOUT:power_out 4:SHDN:input"))
SERVO = PartType("Servo", _pins("1:GND:power_in 2:V+:power_in 3:SIG:input"))
# One cable of six wires between block and base, the same numbers at both ends.
LINK = PartType(
    "Link_6",
    _pins(
        "1:GND:passive 2:LEVER:passive 3:SUPPLY_ON:passive 4:SERVO:passive "
        "5:SAG:passive 6:GND2:passive"
    ),
    "Connector_JST:JST_XH_B6B-XH-A_1x06_P2.50mm_Vertical",
)

_FILM = "any film or C0G capacitor of 5 % and 5 mm pitch"
_BUY: dict[str, Purchase] = {
    "pico": Purchase("Raspberry Pi", "SC0915", "SC0917 (with header); no Pico W, no Pico 2", "c"),
    "amplifier": Purchase(
        "Adafruit",
        "2130",
        "any PAM8302A module with SD and both inputs; MAX98357A (Adafruit 3006) needs I2S, "
        "which this firmware does not make",
        "c",
        "Adafruit's page of the PAM8302A breakout (1 uF at both inputs); the number from memory",
    ),
    "speaker": Purchase(
        "Visaton",
        "K 40 8 Ohm",
        "any speaker of 40 mm, 8 Ohm, 0.5 W, 9 mm deep at most; not 4 Ohm",
        "d",
    ),
    "diode": Purchase("onsemi", "1N5817RLG", "1N5818, SB120 (0.05 V more drop: 1N5819)", "a"),
    "npn": Purchase("onsemi", "BC33740TA", "BC337-25, 2N2222A (other order of legs)", "a"),
    "p_mos": Purchase(
        "onsemi",
        "NDP6020P",
        "IRLML6402 on a SOT-23 adapter; it must be fully on at 2.7 V",
        "c",
        "data sheet NDP6020P rev. C1 (0.07 Ohm at most at 2.7 V)",
    ),
    "holder3": Purchase("MPD", "BH3AAAW", "any holder of 3 x AAA with leads", "c"),
    "holder4": Purchase("MPD", "BH4AAW", "any holder of 4 x AA with leads", "c"),
    "holder1": Purchase("MPD", "BHAAAW", "any holder of 1 x AAA with leads", "b"),
    "boost": Purchase(
        "Pololu", "2562", "any module of 0.8 V start, 5 V, 0.15 A out at 1 V in", "d"
    ),
    "polyfuse": Purchase(
        "Bourns", "MF-R030", "Littelfuse RXEF030 (hold 0.30 A, trip 0.60 A)", "b"
    ),
    "slide": Purchase("C&K", "1101M2S3CQE2", "any slide switch for 1 A direct current", "c"),
    "micro": Purchase(
        "Omron",
        "SS-5GL",
        "any microswitch of 20 mm with lever, 1.5 N or less",
        "c",
        "data sheet Omron SS (0.49 N at most, 19.8 x 6.4 mm, holes 9.5 mm apart)",
    ),
    "tactile": Purchase("Omron", "B3F-1070", "any key of 6 x 6 mm", "b"),
    "light": Purchase(
        "Kingbright", "WP154A4SUREQBFZGC", "any RGB light of 5 mm with common cathode", "c"
    ),
    "servo": Purchase(
        "Tower Pro",
        "SG90",
        "MG90S (metal gears, 1.3 x the stall current)",
        "c",
        "sellers' pages (1.8 kg cm, 650 mA stalled at 4.8 V); no maker's data sheet was found",
    ),
    "link": Purchase("JST", "B6B-XH-A(LF)(SN)", "any plug of 6 contacts that fits one way", "b"),
    "100u": Purchase("Panasonic", "ECA-1AM101", "any of 100 uF, 10 V, low or normal ESR", "a"),
    "47n": Purchase("WIMA", "MKS2C024701A00JSSD", _FILM, "b"),
    "100n film": Purchase("WIMA", "MKS2C031001A00JSSD", _FILM, "b"),
    "100n": Purchase("KEMET", "C320C104K5R5TA", "any ceramic X7R of 100 nF, 16 V", "a"),
}


def resistor(ref: str, value: str, use: str, tolerance_pct: float = 1.0) -> Part:
    """Returns a metal film resistor of 0.25 W, of 1 % or 0.1 %."""
    letter = value[-1].upper() if value[-1] in "kM" else "R"
    whole, _, tenths = value.removesuffix("k").removesuffix("M").partition(".")
    code = f"{whole}{letter}{tenths}"  # 4.7k is 4K7
    buy = Purchase("Yageo", f"MFR-25FBF52-{code}", "any metal film resistor of 1 %, 0.25 W", "a")
    if tolerance_pct < 1:
        others = "two of 1 % between which a multimeter shows less than 0.2 % of difference"
        buy = Purchase("Yageo", f"MFP-25BRD52-{code}", others, "b")
    return Part(ref, RESISTOR, value, buy, use, tolerance_pct=tolerance_pct)


def capacitor(ref: str, value: str, use: str, most_volts: float, tolerance_pct: float) -> Part:
    """Returns a capacitor of a value such as ``100n`` or ``100n film``; from 100 uF on it is an
    electrolytic one.
    """
    size = value.split()[0]
    kind = ELECTROLYTIC if size.endswith("u") and float(size[:-1]) >= 100 else CAPACITOR
    return Part(ref, kind, size, _BUY[value], use, most_volts, tolerance_pct)


def part(ref: str, kind: PartType, value: str, buy: str, use: str) -> Part:
    """Returns a part that is bought as the catalogue's entry ``buy`` says."""
    return Part(ref, kind, value, _BUY[buy], use)
