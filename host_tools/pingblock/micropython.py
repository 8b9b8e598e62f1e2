"""MicroPython versions and boards that the firmware runs on."""

from __future__ import annotations

from pingblock.errors import WrongDevice

# Run at a board's prompt; prints what ``check_chip`` takes.
MACHINE = "import os; print(repr(os.uname().machine))"
PICO = "Raspberry Pi Pico with RP2040"
OLDEST, NEWEST = "1.24.1", "1.28.0"
SUPPORTED = f"MicroPython {OLDEST} to {NEWEST}"


def is_supported(release: str) -> bool:
    """Returns whether the firmware is tested on a version.

    Args:
        release: as ``os.uname().release`` gives it, for example ``1.28.0``. A preview of the next
            version, such as ``1.29.0-preview``, is not supported.
    """
    number, _, preview = release.partition("-")
    return not preview and numbers(OLDEST) <= numbers(number) <= numbers(NEWEST)


def numbers(version: str) -> tuple[int, ...]:
    """Returns a version such as ``1.28.0`` as numbers, to compare; () if it has no such form."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def check_chip(port: str, machine: str) -> None:
    """Makes sure that a board has an RP2040.

    Args:
        port: of the board.
        machine: as its ``os.uname().machine`` says.

    Raises:
        WrongDevice: it has another chip.
    """
    if not machine.endswith("with RP2040"):
        raise WrongDevice(
            f"{port} is a {machine}, which has another chip: this firmware runs on a Raspberry Pi "
            "Pico with RP2040, not on a Pico 2."
        )


def check_board(port: str, machine: str) -> None:
    """Makes sure that a board is a plain Raspberry Pi Pico.

    Args:
        port, machine: see ``check_chip``.

    Raises:
        WrongDevice: it is another board.
    """
    check_chip(port, machine)
    if "Pico W" in machine:
        raise WrongDevice(
            f"{port} is a {machine}: its radio has GPIO 24 and GPIO 29, by which this firmware "
            "notices the USB cable and measures the cells. Use a Pico without W."
        )
    if machine != PICO:
        raise WrongDevice(
            f"{port} is a {machine}, whose pins may be others than a Pico's. If they are the "
            "same, put MicroPython for the Raspberry Pi Pico (RPI_PICO) on it and try again."
        )
