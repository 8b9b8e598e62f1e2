"""The flash chip has no unique number: ``machine.unique_id()`` is eight bytes of 0xff.

Wrong: ``RPSSI`` answers command 0x4B (read unique ID) like an unknown one, with an idle bus.

Reproduce: ``import machine; machine.unique_id().hex()`` in MicroPython.

Fix: eight bytes after the command and four dummy bytes (W25Q16JV data sheet 8.2.31).
"""

from __future__ import annotations

from collections.abc import Callable

from pingblock.virtual.chip.corrections import Chip

_COMMAND = b"\x4b"  # the command "read unique ID"
_FIRST = 5  # position of the number, after the command and four dummy bytes
DEFAULT = bytes.fromhex("e66118604b000001")


def apply(mcu: Chip, number: bytes = DEFAULT) -> None:
    """Gives the flash of a chip its unique number.

    Args:
        number: eight bytes.
    """
    ssi = mcu.ssi
    shift: Callable[[int], int] = ssi._shift_byte

    def shift_byte(out: int) -> int:
        answer = shift(out)
        place = len(ssi._tx_buffer) - 1 - _FIRST
        # The buffer can be empty, because time can pass during the shift (``flash_timing``), and a
        # reset can happen in that time.
        asks = ssi._tx_buffer[:1] == _COMMAND
        return number[place] if asks and 0 <= place < len(number) else answer

    ssi._shift_byte = shift_byte
