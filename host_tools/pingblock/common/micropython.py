"""MicroPython versions and Picos that the firmware runs on."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.errors import BadInput, WrongDevice

# Code to run at a Pico's prompt. ``pico_of`` reads its output.
MACHINE = "import os; print(repr(os.uname().machine))"


@dataclass(frozen=True)
class Pico:
    """One kind of Raspberry Pi Pico.

    Args:
        name: name in commands.
        label: name in sentences.
        machine: MicroPython's ``os.uname().machine``, from its board files.
        chip: a name in ``pingblock.boards.board.CHIPS``.
        radio: whether this is a W model, which has a radio.
    """

    name: str
    label: str
    machine: str
    chip: str
    radio: bool = False

    @property
    def image(self) -> str:
        """Name of the Pico whose image this one runs. A W model runs the image without radio."""
        return self.name.removesuffix("w")

    def takes(self, wanted: Pico) -> bool:
        """Returns whether this Pico can run firmware for the kind ``wanted``."""
        return self.chip == wanted.chip and (self.radio or not wanted.radio)


PICO = Pico("pico", "Pico", "Raspberry Pi Pico with RP2040", "rp2040")
PICO_2 = Pico("pico2", "Pico 2", "Raspberry Pi Pico2 with RP2350", "rp2350")
PICO_W = Pico("picow", "Pico W", "Raspberry Pi Pico W with RP2040", "rp2040", radio=True)
PICO_2_W = Pico("pico2w", "Pico 2 W", "Raspberry Pi Pico 2 W with RP2350", "rp2350", radio=True)
PICOS = (PICO, PICO_2, PICO_W, PICO_2_W)
RELEASED = (PICO, PICO_2)  # A release has an image for each of these. Their W models run it, too.
_OF_A_RADIO = "_w"  # end of the board's name in ``hello``: see ``boards/radio_rp2``
# Architectures of native code for MicroPython (py/persistentcode.h). ``sys.implementation._mpy``
# has the architecture from bit 10 on. A chip of the second or third kind also runs code for the
# first.
_ARMV6M, _ARMV7EMDP, _ARCH_SHIFT = 4, 8, 10


def numbers(version: str) -> tuple[int, ...]:
    """Returns a version such as ``1.28.0`` as numbers to compare, or () if it has another form."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def pico_named(name: str) -> Pico:
    """Returns the kind of Pico with this name in commands. Raises BadInput for an unknown name."""
    for pico in PICOS:
        if pico.name == name:
            return pico
    raise BadInput(
        f"There is no board '{name}'. Choose one of {', '.join(each.name for each in PICOS)}."
    )


def pico_of_device(mpy: int, board: str) -> Pico:
    """Returns the kind of Pico of a Pingblock.

    Args:
        mpy: the Pico's ``sys.implementation._mpy``. The Arm cores of the RP2350 can run more than
            those of the RP2040.
        board: name of the Pico in its ``hello``.
    """
    chip = PICO.chip if mpy >> _ARCH_SHIFT <= _ARMV6M else PICO_2.chip
    return next(pico for pico in PICOS if (pico.chip, pico.radio) == (chip, says_radio(board)))


def says_radio(board: str) -> bool:
    """Returns whether a name in a ``hello`` is that of a W model."""
    return board.endswith(_OF_A_RADIO)


def check_kind(port: str, pico: Pico, wanted: Pico) -> None:
    """Checks that a Pico is of the kind that a file was made for.

    Raises:
        WrongDevice: the Pico is of another kind.
    """
    if not pico.takes(wanted):
        raise WrongDevice(
            f"The file is for a {wanted.machine}, and {port} is a {pico.machine}: "
            f"'pingblock image --board {pico.name}' makes one for it."
        )


def check_chip(port: str, machine: str) -> None:
    """Checks that a board has an RP2040, or an RP2350 that uses its Arm cores.

    Args:
        port: name of the board's port.
        machine: ``os.uname().machine`` of the board.

    Raises:
        WrongDevice: the board has another chip.
    """
    if not machine.endswith(("with RP2040", "with RP2350")):
        raise WrongDevice(
            f"{port} is a {machine}, which has another chip: this firmware runs on a Raspberry Pi "
            "Pico or Pico 2, with MicroPython for the Arm cores."
        )


def pico_of(port: str, machine: str) -> Pico:
    """Returns the kind of Pico at a port.

    Args:
        port, machine: see ``check_chip``.

    Raises:
        WrongDevice: the board is not a known Pico.
    """
    check_chip(port, machine)
    for pico in PICOS:
        if machine == pico.machine:
            return pico
    raise WrongDevice(
        f"{port} is a {machine}, whose pins may differ from a Pico's. If they are the "
        "same, put MicroPython for a Raspberry Pi Pico (RPI_PICO, RPI_PICO2, RPI_PICO_W or "
        "RPI_PICO2_W) on it and try again."
    )
