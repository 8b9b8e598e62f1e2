"""Checks of a circuit: electrical rules, polarity, dividers, limits of 3.3 V, parts list.

Each check yields a sentence for each fault. ``faults`` runs them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tools.hardware import parts
from tools.hardware.model import PIN_KINDS, Circuit, number

from pingblock.boards.board import BOARD, BoardData
from pingblock.boards.pins import ADC, PWM, pins_of
from pingblock.boards.wiring import EDGE_PIN
from pingblock.boards.wiring import faults as pin_faults

GPIO_MOST_V = 3.3
LIGHT_MOST_MA = 12.0  # RP2040 datasheet: a pin at its strongest drive
_LIGHT = parts.read("light")
# Forward voltages at 5 to 10 mA.
LIGHT_V = {name[0].upper(): _LIGHT.value(name, "V") for name in ("red", "green", "blue")}
PRICES = "abcd"
RATING_MARGIN = 1.3
DRIVERS = ("output", "power_out")


def unconnected(circuit: Circuit) -> Iterator[str]:
    """Yields pins that are open without being listed, listed but connected, or on two nets."""
    used = Counter((ref, pin) for _, ref, pin in circuit.connections())
    listed = {circuit.resolve(pin) for pin in circuit.open_pins}
    for part in circuit.parts:
        for pin in part.kind.pins:
            here = (part.ref, pin.name)
            if not used[here] and here not in listed:
                yield f"{part.ref}.{pin.name} is not connected."
            if used[here] and here in listed:
                yield f"{part.ref}.{pin.name} is listed as open, but connected."
            if used[here] > 1:
                yield f"{part.ref}.{pin.name} is in {used[here]} nets."


def references(circuit: Circuit) -> Iterator[str]:
    """Yields duplicate references, and pins of an unknown kind."""
    for ref, count in Counter(part.ref for part in circuit.parts).items():
        if count > 1:
            yield f"{ref} is {count} parts."
    for part in circuit.parts:
        for pin in part.kind.pins:
            if pin.kind not in PIN_KINDS:
                yield f"{part.ref}.{pin.name} is of unknown kind {pin.kind}."


def rules(circuit: Circuit) -> Iterator[str]:
    """Yields nets of one pin, nets that two outputs drive, and inputs without a driver."""
    for net in circuit.nets:
        pins = circuit.pins_of(net)
        kinds = [circuit.part(ref).kind.pin(name).kind for ref, name in pins]
        if len(pins) < 2:
            yield f"{net} has one pin only."
        drivers = [
            pin for pin, kind in zip(pins, kinds, strict=True) if kind in DRIVERS and net != "GND"
        ]
        if len(drivers) > 1:
            yield f"{net} is driven by {' and '.join('.'.join(pin) for pin in drivers)}."
        if drivers and "bidirectional" in kinds:
            yield f"{net} drives a GPIO by {'.'.join(drivers[0])}, with nothing between."
        if all(kind in ("input", "power_in") for kind in kinds):
            yield f"{net} has inputs only."
        if "power_in" in kinds and "power_out" not in kinds and net not in circuit.fed:
            yield f"{net} feeds {'.'.join(pins[kinds.index('power_in')])}, but gets no power."


def polarity(circuit: Circuit) -> Iterator[str]:
    """Yields parts that the voltages in use would harm or block, by their plus and minus pins."""
    for part in circuit.parts:
        if not part.kind.plus:
            continue
        plus, minus = (circuit.net_of(part.ref, p) for p in (part.kind.plus, part.kind.minus))
        if not plus or not minus:
            continue  # because ``unconnected`` names it
        if circuit.nets[plus].volts <= circuit.nets[minus].volts:
            yield f"{part.ref} is reversed: {plus} is not above {minus}."


def gpio_limits(circuit: Circuit) -> Iterator[str]:
    """Yields GPIOs whose net can have more than 3.3 V."""
    for net, ref, pin in circuit.connections():
        if circuit.part(ref).kind.name != "Pico" or not pin.startswith("GP"):
            continue
        if circuit.nets[net].most_volts > GPIO_MOST_V:
            yield f"{pin} may get {circuit.nets[net].most_volts} V from {net}."


def ratings(circuit: Circuit) -> Iterator[str]:
    """Yields capacitors rated too low, and colours of the light that draw too much."""
    for part in circuit.parts:
        nets = [circuit.net_of(part.ref, pin.name) for pin in part.kind.pins]
        most = max((circuit.nets[net].most_volts for net in nets if net), default=0.0)
        if part.ref.startswith("C") and part.most_volts < RATING_MARGIN * most:
            yield f"{part.ref} for {part.most_volts} V may get {most} V."
        if part.kind.name == "LED_RGB_CC":
            yield from _light_currents(circuit, part.ref)


def _light_currents(circuit: Circuit, ref: str) -> Iterator[str]:
    for pin, forward_v in LIGHT_V.items():
        ohms = [
            number(circuit.part(other).value)
            for other, _ in circuit.pins_of(circuit.net_of(ref, pin))
            if circuit.part(other).kind.name == "R"
        ]
        if not ohms:
            yield f"{ref}.{pin} has no resistor."
        elif (milliamps := (GPIO_MOST_V - forward_v) / ohms[0] * 1000) > LIGHT_MOST_MA:
            yield f"{ref}.{pin} draws {milliamps:.0f} mA."


def divider_ratio(circuit: Circuit, net: str) -> float | None:
    """Returns the ratio of the divider at a net, or None unless two resistors make a divider."""
    high = low = 0.0
    for ref, pin in circuit.pins_of(net):
        part = circuit.part(ref)
        if part.kind.name != "R":
            continue
        other = circuit.net_of(ref, "2" if pin == "1" else "1")
        if other == "GND":
            low = number(part.value)
        else:
            high = number(part.value)
    return (high + low) / low if high and low else None


def board_pins(circuit: Circuit, board: BoardData = BOARD) -> Iterator[str]:
    """Yields contradictions between the circuit and the board's pins."""
    yield from pin_faults(pins_of(board))
    if not circuit.signals:
        return
    used = {pin for _, ref, pin in circuit.connections() if ref == "U1"}
    known = {f"GP{pin.gpio}": pin for pin in pins_of(board) if pin.gpio in EDGE_PIN}
    for name in sorted(used):
        if name.startswith("GP") and name not in known:
            yield f"{name} is wired, but no signal of the board {board.NAME}."
    for name, pin in known.items():
        if name not in used and f"U1.{pin.name}" not in circuit.open_pins:
            yield f"{pin.name} ({name}) of the board {board.NAME} is not wired."
        net = circuit.net_of("U1", name)
        ratio = divider_ratio(circuit, net) if pin.kind == ADC and net else None
        if ratio not in (None, pin.ratio):
            yield f"{pin.name}: {net} divides by {ratio:g}, the firmware by {pin.ratio}."
        if (
            pin.kind == PWM
            and net
            and not any(r.startswith(("R", "J")) for r, _ in circuit.pins_of(net))
        ):
            yield f"{pin.name}: {net} has no resistor in series."


def purchases(circuit: Circuit) -> Iterator[str]:
    """Yields parts whose data is not enough to order them."""
    for part in circuit.parts:
        buy = part.buy
        if not (buy.maker and buy.number and buy.alternatives and part.value and part.use):
            yield f"{part.ref}: maker, number, alternatives, value or use is missing."
        if buy.price not in PRICES or not buy.price:
            yield f"{part.ref}: price class {buy.price!r} must be one of {', '.join(PRICES)}."


CHECKS: tuple[Callable[[Circuit], Iterator[str]], ...] = (
    references,
    unconnected,
    rules,
    polarity,
    gpio_limits,
    ratings,
    board_pins,
    purchases,
)


def faults(circuit: Circuit) -> list[str]:
    """Returns the faults of a circuit, a sentence each."""
    return [fault for check in CHECKS for fault in check(circuit)]
