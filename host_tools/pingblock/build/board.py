"""A board's data as the host reads it, and the firmware's files for another board than ours."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Protocol, cast

from pingblock.common.firmware import firmware_dir
from pingware.boards import rp2040, rp2350
from pingware.boards.chosen import board as chosen
from pingware.boards.pin import OUTPUT, BoardPin

_FOLDER = "pingware/boards"
_WIRES = "pingware/app/boot/first_stage.py"  # where the peripherals are made
CHIPS: dict[str, ModuleType] = {chip.NAME: chip for chip in (rp2040, rp2350)}
# As the files in ``root`` spell a register of the RP2040's watchdog.
_WATCHDOG_REGISTER = re.compile(rb"0x4005[89AB][0-9A-F]{3}")
# Pingware's module, and the beginning of its class, in whose place those of ``_stand_in`` come.
_PERIPHERALS = (b"import peripherals", b"peripherals.P")
_WITHOUT_BASE = "_block"  # ends the board's name in ``hello``
_NAMED, _PLAYS = re.compile(rb'^NAME = ".*"$', re.M), re.compile(rb"^GAMES = \(.*?\)", re.M)
_GPIO_24 = re.compile(rb"GPIO_24_ENABLED = 0x\w+")
_RADIO_SELECT = BoardPin("radio_select", 25, OUTPUT, "on the Pico W", "high = VSYS at its GPIO")


class BoardData(Protocol):
    """A module such as ``pingware.boards.rev_a``: data only, and one constant for each pin."""

    __file__: str | None

    @property
    def NAME(self) -> str:
        """Name of the board in ``hello``."""

    @property
    def GAMES(self) -> tuple[str, ...]:
        """Built-in parts: ``block``, ``base`` or both."""

    @property
    def PINS(self) -> tuple[BoardPin, ...]:
        """Every pin that is used."""


BOARD: BoardData = chosen


def gpios(board: BoardData = BOARD) -> dict[str, int]:
    """Returns signal -> GPIO number."""
    return {pin.name: pin.gpio for pin in board.PINS}


def with_chip(board: BoardData, chip: str, radio: bool = False) -> BoardData:
    """Returns a board in whose place another Pico is.

    Args:
        board: a board, of any chip.
        chip: a name in ``CHIPS``, such as ``"rp2350"``.
        radio: whether it is a W: what senses USB power is behind the radio then.
    """
    if (chip_of(board), has_radio(board)) == (CHIPS[chip], radio):
        return board
    changed = SimpleNamespace(**{**vars(board), "CHIP": CHIPS[chip], "RADIO": radio})
    if radio:
        pins = [pin for pin in board.PINS if pin.name != "vbus_sense"]
        changed.PINS = (*pins, _RADIO_SELECT)
    return cast(BoardData, changed)


def without_base(board: BoardData = BOARD) -> BoardData:
    """Returns a board without the apple base; its name says so."""
    if "base" not in board.GAMES:
        return board
    name = board.NAME + _WITHOUT_BASE
    return cast(BoardData, SimpleNamespace(**{**vars(board), "GAMES": ("block",), "NAME": name}))


def board_of_device(said: str, chip: str, radio: bool) -> BoardData:
    """Returns the board of a device.

    Args:
        said: its name in the device's ``hello``.
        chip, radio: see ``with_chip``.
    """
    board = with_chip(BOARD, chip, radio)
    return without_base(board) if f"{_WITHOUT_BASE}_" in f"{said}_" else board


def chip_of(board: BoardData) -> ModuleType:
    """Returns the registers of a board's chip, such as ``pingware.boards.rp2040``."""
    return cast(ModuleType, getattr(board, "CHIP", rp2040))


def has_radio(board: BoardData) -> bool:
    """Returns whether a board's Pico is a W."""
    return bool(getattr(board, "RADIO", False))


def for_board(source: bytes, board: BoardData) -> bytes:
    """Returns a file of ``root`` for a board: with the watchdog's registers of its chip, and with
    the block's red light where a W's own light is behind its radio."""
    moved = chip_of(board).WATCHDOG - rp2040.WATCHDOG
    found = _WATCHDOG_REGISTER.sub(lambda at: b"0x%08X" % (int(at[0], 16) + moved), source)
    return (
        found.replace(b'"LED"', b"%d" % gpios(board)["light_red"]) if has_radio(board) else found
    )


def firmware_files(board: BoardData) -> dict[str, bytes]:
    """Returns the firmware's files that make it one for ``board``: path to content."""
    if board is BOARD:
        return {}
    source = Path(board.__file__ or "")
    chip = Path(chip_of(board).__file__ or "")
    choice = (
        f"from pingware.boards import {source.stem} as board\n"
        f"from pingware.boards import {chip.stem} as chip\n"
    )
    found = {
        f"{_FOLDER}/{source.name}": _data(source.read_bytes(), board),
        f"{_FOLDER}/chosen.py": choice.encode(),
    }
    module, start = _stand_in(board)
    return {**found, **_own_files(chip, module, start)} if module else found


def _data(source: bytes, board: BoardData) -> bytes:
    """Returns a board's file with its name and parts, which may have been changed."""
    named = _NAMED.sub(f'NAME = "{board.NAME}"'.encode(), source)
    return _PLAYS.sub(f"GAMES = {tuple(board.GAMES)!r}".encode(), named)


def _stand_in(board: BoardData) -> tuple[str, str]:
    """Returns the module that makes the peripherals of a W or a Pico 2, and how its class begins;
    "" for a Pico."""
    if has_radio(board):
        return "radio_rp2", "Radio"
    return ("sense_rp2350", "Sense") if chip_of(board) is rp2350 else ("", "")


def _own_files(chip: Path, module: str, start: str) -> dict[str, bytes]:
    """Returns what is another file than on a Pico: who makes the peripherals, and the chip's
    registers, without the interrupts of GPIO 24 to 29, which come and go: on a W its radio's."""
    registers, count = _GPIO_24.subn(b"GPIO_24_ENABLED = GPIO_8_ENABLED", chip.read_bytes())
    assert count == 1, chip
    wires = (firmware_dir() / _WIRES).read_bytes()
    ours = (f"import {module}", f"{module}.{start}P")
    for plain, own in zip(_PERIPHERALS, ours, strict=True):
        assert wires.count(plain) == 1, _WIRES
        wires = wires.replace(plain, own.encode())
    return {_WIRES: wires, f"{_FOLDER}/{chip.name}": registers}
