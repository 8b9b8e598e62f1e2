"""Circuits as data: part types with their pins, parts, nets. All drawings and checks use it.

A net names pins as ``ref.pin``. A pin of the Pico can have its signal's name (``U1.speaker``). Its
GPIO comes from ``firmware/pingware/boards/rev_a.py``, so circuit and firmware cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

PIN_KINDS = ("passive", "input", "output", "bidirectional", "power_in", "power_out")


@dataclass(frozen=True)
class PartPin:
    """One pin. Args: number: as in the footprint. name: unique in its part. kind: of the pin."""

    number: str
    name: str
    kind: str


@dataclass(frozen=True)
class PartType:
    """A kind of part.

    Args:
        name: unique, as in the KiCad netlist.
        pins: every pin, also those that stay open.
        footprint: KiCad's name of it, or "" for a part on wires.
        plus: pin that must not be more negative than ``minus``, or "" without polarity.
        conducts: True if current flows from ``plus`` to ``minus`` (diode, light).
    """

    name: str
    pins: tuple[PartPin, ...]
    footprint: str = ""
    plus: str = ""
    minus: str = ""
    conducts: bool = False

    def pin(self, name: str) -> PartPin:
        """Returns the pin called ``name``. Raises KeyError if it is missing."""
        for pin in self.pins:
            if pin.name == name:
                return pin
        raise KeyError(f"{self.name} has no pin {name}.")


@dataclass(frozen=True)
class Purchase:
    """Ways to buy a part.

    Args:
        maker, number: manufacturer and its part number.
        alternatives: other parts that fit, with the changes that they need.
        price: class of the price of one: ``a`` below 0.20, ``b`` below 1, ``c`` below 5, ``d``
            below 15 (EUR or USD).
        source: source of maker and number, such as a data sheet's title. "" means that they were
            written from memory and must be compared before an order.
        key: its file of ``hardware/parts``, which has its sizes.
    """

    maker: str
    number: str
    alternatives: str
    price: str
    source: str = ""
    key: str = ""


@dataclass(frozen=True)
class Part:
    """One part of a circuit.

    Args:
        ref: reference, such as ``R1``, the same in drawing, simulation and guide.
        kind: its type.
        value: value with unit, such as ``1k`` or ``100n``.
        buy: its purchase.
        use: its purpose, in a few words.
        most_volts: rated voltage of a capacitor, or 0 without such a limit.
        tolerance_pct: tolerance of its value, or 0 if not given.
    """

    ref: str
    kind: PartType
    value: str
    buy: Purchase
    use: str
    most_volts: float = 0.0
    tolerance_pct: float = 0.0


@dataclass(frozen=True)
class Net:
    """One net. Args: pins: ``ref.pin``, separated by spaces. most_volts: the highest it can have.

    ``volts`` is the voltage in use. The check of polarity uses it.
    """

    pins: str
    volts: float
    most_volts: float


@dataclass(frozen=True)
class Circuit:
    """A whole circuit.

    Args:
        open_pins: ``ref.pin`` of each pin that stays open on purpose.
        fed: nets that get their power through a diode, a switch or a transistor.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    nets: Mapping[str, Net]
    open_pins: frozenset[str]
    fed: frozenset[str]
    # signal of the board -> name of the Pico's pin
    signals: Mapping[str, str] = field(default_factory=dict)

    def part(self, ref: str) -> Part:
        """Returns the part ``ref``. Raises KeyError if it is missing."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(f"{self.name} has no part {ref}.")

    def resolve(self, pin: str) -> tuple[str, str]:
        """Returns (ref, pin's name) of ``ref.pin``. Raises KeyError if the pin is missing."""
        ref, _, name = pin.partition(".")
        name = self.signals.get(name, name)
        return ref, self.part(ref).kind.pin(name).name

    def pins_of(self, net: str) -> list[tuple[str, str]]:
        """Returns (ref, pin's name) of each pin on a net."""
        return [self.resolve(pin) for pin in self.nets[net].pins.split()]

    def connections(self) -> Iterator[tuple[str, str, str]]:
        """Yields (net, ref, pin's name) of each connected pin."""
        for net in self.nets:
            for ref, pin in self.pins_of(net):
                yield net, ref, pin

    def net_of(self, ref: str, pin: str) -> str:
        """Returns the net on a pin, or "" if it is open."""
        for net, of, name in self.connections():
            if (of, name) == (ref, pin):
                return net
        return ""


_SCALE = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6}


def number(value: str) -> float:
    """Returns ``4.7k`` as 4700.0: SI units of a value whose text ends in a scale or a digit.

    Raises:
        ValueError: it is not a number.
    """
    if value[-1:] in _SCALE:
        return float(value[:-1]) * _SCALE[value[-1]]
    return float(value)
