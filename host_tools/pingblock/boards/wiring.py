"""The wiring table of a pin map, and a check of its electrical faults.

``python -m pingblock.boards.wiring`` prints the table. ``hardware/README.md`` contains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pingblock.boards.board import BOARD, BoardData
from pingblock.boards.pins import ADC, INPUT, PWM, BoardPin, pins_of

# Pico datasheet 2.1: GPIO -> pin number at the edge. GPIO 23, 24, 25, 29 have none.
_LEFT = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15}
_RIGHT = {12: 16, 13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27}
EDGE_PIN = {**_LEFT, **_RIGHT, 22: 29, 26: 31, 27: 32, 28: 34}
_FIRST_ADC, _LAST_ADC = 26, 29


def pwm_slice(gpio: int) -> int:
    """Returns the PWM slice of a GPIO. Source: RP2040 datasheet 4.5.2."""
    return gpio // 2 % 8


def adc_channel(gpio: int) -> int:
    """Returns the channel of the ADC, 0..3, of a GPIO, 26..29."""
    return gpio - _FIRST_ADC


def electrical(pin: BoardPin) -> str:
    """Returns the electrical facts of a pin for the table."""
    facts = [pin.kind]
    if pin.kind == PWM:
        facts = [f"PWM slice {pwm_slice(pin.gpio)} {'AB'[pin.gpio % 2]}"]
    elif pin.kind == ADC:
        facts = [f"ADC{adc_channel(pin.gpio)} through a 1/{pin.ratio} divider"]
    if pin.pull_up:
        facts.append("internal pull-up")
    return ", ".join([*facts, pin.level] if pin.level else facts)


def wiring_table(board: BoardData = BOARD) -> str:
    """Returns the Markdown table with a line for each pin, ordered by GPIO number."""
    lines = ["| signal | GPIO | Pico pin | wired to | electrical |", "|---|---|---|---|---|"]
    for pin in sorted(pins_of(board), key=lambda pin: pin.gpio):
        edge = EDGE_PIN.get(pin.gpio, "on the Pico")
        facts = electrical(pin)
        lines.append(f"| {pin.name} | GP{pin.gpio} | {edge} | {pin.wired_to} | {facts} |")
    return "\n".join(lines) + "\n"


def faults(pins: Sequence[BoardPin]) -> list[str]:
    """Returns the faults in the pins of a pin map, a sentence for each."""
    pairs = combinations(pins, 2)
    return [fault for pin in pins for fault in _faults_of(pin)] + [
        fault for one, other in pairs for fault in _clashes(one, other)
    ]


def _faults_of(pin: BoardPin) -> Iterator[str]:
    if pin.kind == INPUT and not pin.pull_up and pin.gpio in EDGE_PIN:
        yield f"{pin.name}: an input from outside needs a pull-up."
    if pin.kind == ADC and not _FIRST_ADC <= pin.gpio <= _LAST_ADC:
        yield f"{pin.name}: GP{pin.gpio} has no converter."
    if pin.part == "speaker" and pin.gpio % 2:
        yield f"{pin.name}: the speaker's driver writes channel A of a slice, GP{pin.gpio} is B."


def _clashes(one: BoardPin, other: BoardPin) -> Iterator[str]:
    if one.gpio == other.gpio:
        yield f"{one.name} and {other.name} are both GP{one.gpio}."
    elif one.kind == other.kind == PWM and pwm_slice(one.gpio) == pwm_slice(other.gpio):
        if one.part != other.part:
            yield f"{one.name} and {other.name} share PWM slice {pwm_slice(one.gpio)}."
        elif one.gpio % 2 == other.gpio % 2:
            yield f"{one.name} and {other.name} are the same channel of a PWM slice."


if __name__ == "__main__":
    print(wiring_table(), end="")
