"""The pins of a pin map, with their electrical facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

INPUT, OUTPUT, PWM, ADC = "input", "output", "pwm", "adc"


@dataclass(frozen=True)
class BoardPin:
    """One pin of a Pico: its purpose and its electrical facts.

    Args:
        name: the signal, snake_case.
        gpio: number of the GPIO, 0..29.
        kind: use of the pin, INPUT, OUTPUT, PWM or ADC.
        wired_to: part at the other end of the wire.
        level: meaning of a level, or "".
        pull_up: whether the firmware switches the internal pull-up on.
        part: for PWM only: the part whose driver sets the frequency. A slice has one frequency, so
            pins of two parts must not share a slice.
        ratio: for ADC only: the ratio of its divider.
    """

    name: str
    gpio: int
    kind: str
    wired_to: str
    level: str = ""
    pull_up: bool = False
    part: str = ""
    ratio: int = 1


_KEY = {"level": "pressed = low", "pull_up": True}
_LIGHT = {"level": "active high, common cathode", "part": "light"}
# Signal -> its facts.
_FACTS: Mapping[str, tuple[str, str, Mapping[str, Any]]] = {
    "cell_load": (
        OUTPUT,
        "transistor of the battery test's load, 220 R at VSYS",
        {"level": "high = load on"},
    ),
    "lever": (
        INPUT,
        "lever microswitch, closed at rest, other leg to GND",
        {"level": "pulled = high", "pull_up": True},
    ),
    "block_button": (INPUT, "button on top, other leg to GND", _KEY),
    "check_button": (INPUT, "rear button, other leg to GND", _KEY),
    "speaker": (
        PWM,
        "amplifier input through the RC filter",
        {"level": "low when silent", "part": "speaker"},
    ),
    "amp_shutdown": (OUTPUT, "amplifier SD pin, 100 k to GND", {"level": "high = amplifier on"}),
    "light_red": (PWM, "RGB light red, through 150 R", _LIGHT),
    "light_green": (PWM, "RGB light green, through 100 R", _LIGHT),
    "light_blue": (PWM, "RGB light blue, through 100 R", _LIGHT),
    "servo_supply": (
        OUTPUT,
        "high-side switch gate of the servo supply",
        {"level": "high = servo powered"},
    ),
    "servo": (
        PWM,
        "servo signal, 1 k in series",
        {"level": "50 Hz, low when idle", "part": "servo"},
    ),
    "vbus_sense": (INPUT, "on the Pico: USB power present", {"level": "high = USB plugged"}),
    "radio_select": (OUTPUT, "on the Pico W", {"level": "high = VSYS at its GPIO"}),
    "cell_sense": (ADC, "boost build only: the cell", {}),
    "vsys_sense": (ADC, "on the Pico: VSYS", {}),
}
_RATIOS = {"cell_sense": "CELL_RATIO", "vsys_sense": "VSYS_RATIO"}


def pins_of(board: Any) -> list[BoardPin]:
    """Returns the pins that a pin map uses.

    Args:
        board: a pin map such as ``pingware.boards.rev_a``.
    """
    found, gpios = [], {**board.GPIO, "vbus_sense": board.VBUS_SENSE}
    gpios |= {"vsys_sense": board.VSYS_SENSE, "radio_select": getattr(board, "RADIO_SELECT", None)}
    for name, (kind, wired_to, facts) in _FACTS.items():
        if (gpio := gpios.get(name)) is not None:
            ratio = getattr(board, _RATIOS.get(name, ""), 1)
            found.append(BoardPin(name, gpio, kind, wired_to, ratio=ratio, **facts))
    return found
