"""The file ``/pins`` of a device: its GPIOs, and whether the apple base is fitted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from pingblock.boards.board import BOARD, FIXED, BoardData, gpios, with_pins
from pingblock.boards.pins import pins_of
from pingblock.boards.wiring import EDGE_PIN, faults, wiring_table
from pingblock.common.suggestion import no_such
from pingblock.connection.device import Device
from pingblock.errors import BadInput, WrongDevice
from pingblock.sounds.shelf import restart
from pingware.shared.stored_json import PINS, slot_bytes

BASE = "base"
_FITTED = {"yes": True, "no": False}
_USUAL = {name: gpio for name, gpio in gpios(BOARD).items() if name not in FIXED}


@dataclass(frozen=True)
class DevicePins:
    """The wiring of one device.

    Args:
        pins: signal to GPIO, for all signals that the owner can move.
        base: whether the apple base is fitted.
    """

    pins: dict[str, int]
    base: bool

    @property
    def board(self) -> BoardData:
        """The pin map with these pins."""
        return with_pins(BOARD, self.pins, self.base)

    @property
    def own(self) -> dict[str, int]:
        """The pins that differ from the pin map of the firmware."""
        return {name: gpio for name, gpio in self.pins.items() if _USUAL.get(name) != gpio}

    def fields(self) -> dict[str, object]:
        """Returns the wiring as an object for JSON."""
        return {"pins": self.pins, "own": sorted(self.own), BASE: self.base}

    def text(self) -> str:
        """Returns the wiring table, and a list of the pins that differ."""
        moved = ", ".join(f"{name}={gpio}" for name, gpio in sorted(self.own.items()))
        fitted = "the apple base is fitted" if self.base else "without the apple base"
        return f"{wiring_table(self.board)}\nOwn pins: {moved or 'none'}; {fitted}."


USUAL = DevicePins(_USUAL, True)


def read(device: Device) -> DevicePins:
    """Asks a device for its wiring.

    Raises:
        WrongDevice: the firmware of the device is too old for the file ``/pins``.
    """
    found = device.request("selftest")
    if "pins" not in found:
        raise WrongDevice(
            f"Firmware {device.hello.version} has its pins in its code: type 'pingblock update',"
            " then try again."
        )
    return DevicePins(dict(found["pins"]), bool(found[BASE]))


def changed(now: DevicePins, words: Iterable[str]) -> DevicePins:
    """Returns a wiring with changes, after an electrical check of it.

    Args:
        now: the current wiring.
        words: words that a person typed, such as ``speaker=10`` and ``base=no``.

    Raises:
        BadInput: a word is wrong, or the new wiring has an electrical fault.
    """
    pins, base = dict(now.pins), now.base
    for word in words:
        name, _, value = word.partition("=")
        if name == BASE:
            if value not in _FITTED:
                raise BadInput(f"'{word}' is not allowed: write base=yes or base=no.")
            base = _FITTED[value]
        elif name not in pins:
            raise BadInput(no_such("signal", name, [*pins, BASE]))
        else:
            pins[name] = _gpio(word, value)
    made = DevicePins(pins, base)
    if wrong := faults(pins_of(made.board)):
        raise BadInput(f"{' '.join(wrong)} Choose other pins. Nothing was changed.")
    return made


def _gpio(word: str, value: str) -> int:
    number = int(value) if value.isascii() and value.isdigit() else -1
    if number not in EDGE_PIN:
        raise BadInput(
            f"'{word}' is not a GPIO at the edge of a Pico: write a number from 0 to 22, or from"
            " 26 to 28."
        )
    return number


def store(device: Device, wanted: DevicePins) -> None:
    """Writes or removes the file ``/pins`` of a device, and restarts the device."""
    if wanted == USUAL:
        device.remove(PINS)
    else:
        told = {"pins": wanted.own, BASE: wanted.base}
        device.put(PINS, slot_bytes(1, json.dumps(told)))
    restart(device)
