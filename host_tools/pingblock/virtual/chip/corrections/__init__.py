"""Corrections of rp2040py 0.3.6, applied from outside. Each module corrects one fault.

Each module's docstring can be sent to that project as a report: the fault, how to reproduce it,
and the fix. An ``apply`` function changes one new chip and nothing else. So a test can show the
fault on an uncorrected chip, and show that a corrected chip does not have it.
"""

from collections.abc import Callable
from typing import Any

# The chip to correct. Its real type forbids the changes that a correction must make.
Chip = Any


def after_write(block: Chip, written: Callable[[int, int], None]) -> None:
    """Calls ``written`` with offset and value after each write to a register of a block."""
    write = block.write_uint32

    def write_uint32(offset: int, value: int) -> None:
        write(offset, value)
        written(offset, value)

    block.write_uint32 = write_uint32
