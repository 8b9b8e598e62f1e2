"""Correction: a program that starts core 1 gets an error instead of waiting for ever.

Wrong: core 1 and the FIFO between the cores are not modelled: ``RPSIO`` reads FIFO_ST as all ones,
as if a word were always there, so core 0 never gets to the end of emptying the FIFO.

Reproduce: ``_thread.start_new_thread(print, ("hello",))``.

Fix: core 1 stays in its boot ROM, which sends one 0 when its reset ends (RP2040 datasheet 2.8.2);
the FIFO has room. A program's first word to it ends the run with a sentence.
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.psm import FRCE_OFF, RPPSM
from rp2040py.sio import FIFO_RD, FIFO_ST, FIFO_WR, RPSIO

from pingblock.errors import Unavailable
from pingblock.virtual.chip.corrections import Chip

_VALID, _ROOM = 1 << 0, 1 << 1  # FIFO_ST, 2.3.1.7
_CORE_1 = 1 << 16  # in the power-on state machine's registers, 2.13.5


class SecondCore:
    """The boot ROM's side of the FIFO."""

    def __init__(self) -> None:
        self._sent = False  # its 0, which core 0 has not read yet
        self._off = False

    def hold(self, off: bool) -> None:
        """Holds the second core in reset, or lets it go."""
        self._sent = self._sent or (self._off and not off)
        self._off = off

    def status(self) -> int:
        """Returns FIFO_ST."""
        return _ROOM | (_VALID if self._sent else 0)

    def read(self) -> int:
        """Returns FIFO_RD."""
        self._sent = False
        return 0


def apply(mcu: Chip) -> None:
    """Makes one chip raise Unavailable when its program starts core 1."""
    core = SecondCore()
    registers = {FIFO_ST: core.status, FIFO_RD: core.read}

    def read(sio: RPSIO, offset: int) -> int:
        register = registers.get(offset)
        return register() if register else int(RPSIO.read_uint32(sio, offset))

    def write(sio: RPSIO, offset: int, value: int) -> None:
        if offset == FIFO_WR:
            raise Unavailable("The program uses core 1 (_thread), which the chip engine lacks.")
        RPSIO.write_uint32(sio, offset, value)

    def write_power(psm: RPPSM, offset: int, value: int) -> None:
        RPPSM.write_uint32(psm, offset, value)
        if offset == FRCE_OFF:
            core.hold(bool(value & _CORE_1))

    mcu.sio.read_uint32 = MethodType(read, mcu.sio)
    mcu.sio.write_uint32 = MethodType(write, mcu.sio)
    mcu.psm.write_uint32 = MethodType(write_power, mcu.psm)
