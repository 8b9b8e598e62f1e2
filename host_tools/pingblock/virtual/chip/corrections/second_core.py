"""A program that starts core 1 waits forever.

Wrong: core 1 and the FIFO between the cores are not modelled. In ``RPSIO``, all bits of FIFO_ST
read as 1, as if the FIFO always held a word, so core 0 never finishes emptying it.

Reproduce: ``_thread.start_new_thread(print, ("hello",))``.

Fix: core 1 stays in its boot ROM, which sends one 0 when its reset ends (RP2040 datasheet 2.8.2).
The FIFO has room. The first word that a program sends to core 1 ends the run with an error.
"""

from __future__ import annotations

from rp2040py.peripherals.psm import FRCE_OFF
from rp2040py.sio import FIFO_RD, FIFO_ST, FIFO_WR

from pingblock.errors import Unavailable
from pingblock.virtual.chip.corrections import Chip, after_write

_VALID, _ROOM = 1 << 0, 1 << 1  # bits in FIFO_ST, datasheet 2.3.1.7
_CORE_1 = 1 << 16  # a bit in the registers of the power-on state machine, datasheet 2.13.5


class SecondCore:
    """Core 1's end of the FIFO, served by its boot ROM."""

    def __init__(self) -> None:
        self._sent = False  # whether core 0 must still read the 0 that was sent
        self._off = False

    def hold(self, off: bool) -> None:
        """Holds the second core in reset, or releases it."""
        self._sent = self._sent or (self._off and not off)
        self._off = off

    def status(self) -> int:
        """Returns the value of the register FIFO_ST."""
        return _ROOM | (_VALID if self._sent else 0)

    def read(self) -> int:
        """Returns the value of the register FIFO_RD."""
        self._sent = False
        return 0


def apply(mcu: Chip) -> None:
    """Makes one chip raise Unavailable when its program starts core 1."""
    core = SecondCore()
    registers = {FIFO_ST: core.status, FIFO_RD: core.read}
    read_other = mcu.sio.read_uint32

    def read(offset: int) -> int:
        register = registers.get(offset)
        return register() if register else int(read_other(offset))

    def send(offset: int, _value: int) -> None:
        if offset == FIFO_WR:
            raise Unavailable("The program uses core 1 (_thread), which the chip engine lacks.")

    def switch(offset: int, value: int) -> None:
        if offset == FRCE_OFF:
            core.hold(bool(value & _CORE_1))

    mcu.sio.read_uint32 = read
    after_write(mcu.sio, send)
    after_write(mcu.psm, switch)
