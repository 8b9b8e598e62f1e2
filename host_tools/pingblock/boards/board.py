"""A pin map as the host reads it, and the firmware's files for a pin map other than ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Protocol, cast

from pingblock.boards.pins import pins_of
from pingware.boards import rp2040, rp2350
from pingware.boards.chosen import board as chosen

_FOLDER = "pingware/boards"
OF_BASE = ("lever", "servo", "servo_supply")  # signals of the apple base
FIXED = ("vbus_sense", "vsys_sense")  # signals that are on the Pico itself
CHIPS: dict[str, ModuleType] = {chip.NAME: chip for chip in (rp2040, rp2350)}
# The watchdog registers of the RP2040, as the files in ``root`` write them.
_WATCHDOG_REGISTER = re.compile(rb"0x4005[89AB][0-9A-F]{3}")
_RADIO_SELECT = 25  # the GPIO that selects the radio chip of a Pico W


class BoardData(Protocol):
    """A module such as ``pingware.boards.rev_a``: data only."""

    __file__: str | None

    @property
    def NAME(self) -> str:
        """Name of the pin map in ``hello``."""

    @property
    def GPIO(self) -> Mapping[str, int | None]:
        """Signal -> GPIO, or None if the part is missing."""

    @property
    def GAMES(self) -> tuple[str, ...]:
        """Built-in devices: ``block``, ``base`` or both."""


BOARD: BoardData = chosen


def gpios(board: BoardData = BOARD) -> dict[str, int]:
    """Returns the GPIO number of each signal."""
    return {pin.name: pin.gpio for pin in pins_of(board)}


def with_chip(board: BoardData, chip: str, radio: bool = False) -> BoardData:
    """Returns a pin map for another kind of Pico.

    Args:
        board: a pin map for any chip.
        chip: a name in ``CHIPS``, such as ``"rp2350"``.
        radio: whether the Pico is a W, whose USB power sensing is behind the radio.
    """
    if (chip_of(board), has_radio(board)) == (CHIPS[chip], radio):
        return board
    changed = SimpleNamespace(**{**vars(board), "CHIP": CHIPS[chip], "RADIO": radio})
    if radio:
        changed.VBUS_SENSE, changed.RADIO_SELECT = None, _RADIO_SELECT
    return cast(BoardData, changed)


def with_pins(board: BoardData, pins: Mapping[str, int], base: bool = True) -> BoardData:
    """Returns a pin map with other GPIOs, as the file ``/pins`` of a device gives them.

    Args:
        board: the pin map.
        pins: signal to GPIO, for the signals that differ.
        base: whether the apple base is fitted.
    """
    gpio = {**board.GPIO, **pins, **({} if base else dict.fromkeys(OF_BASE))}
    games = board.GAMES if base else ("block",)
    return cast(BoardData, SimpleNamespace(**{**vars(board), "GPIO": gpio, "GAMES": games}))


def chip_of(board: BoardData) -> ModuleType:
    """Returns the registers of a pin map's chip, such as ``pingware.boards.rp2040``."""
    return cast(ModuleType, getattr(board, "CHIP", rp2040))


def has_radio(board: BoardData) -> bool:
    """Returns whether the Pico of a pin map is a W."""
    return bool(getattr(board, "RADIO", False))


def for_board(source: bytes, board: BoardData) -> bytes:
    """Returns a file of ``root`` with the watchdog's registers of the pin map's chip."""
    moved = chip_of(board).WATCHDOG - rp2040.WATCHDOG
    return _WATCHDOG_REGISTER.sub(lambda at: b"0x%08X" % (int(at[0], 16) + moved), source)


def is_ours(board: BoardData) -> bool:
    """Returns whether the unchanged firmware fits: our pin map, on a Pico or a Pico W."""
    return board.__file__ == BOARD.__file__ and chip_of(board) is chip_of(BOARD)


def firmware_files(board: BoardData) -> dict[str, bytes]:
    """Returns the files that adapt the firmware to ``board``: path to content."""
    if is_ours(board):
        return {}
    source = Path(board.__file__ or "")
    chip = Path(chip_of(board).__file__ or "")
    choice = (
        f"from pingware.boards import {source.stem} as board\n"
        f"from pingware.boards import {chip.stem} as chip\n"
    )
    return {
        f"{_FOLDER}/{source.name}": source.read_bytes(),
        f"{_FOLDER}/chosen.py": choice.encode(),
    }
