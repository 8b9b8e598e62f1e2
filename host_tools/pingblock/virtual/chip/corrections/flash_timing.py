"""Erasing and programming the flash takes no time.

Wrong: ``RPSSI`` applies an erase or a program when the chip select rises and never reports the
busy bit, so a save that stops every interrupt for 45 ms on a board costs nothing here, and a
cut of the power cannot hit it half done.

Reproduce: time ``rp2.Flash().ioctl(6, block)`` in MicroPython: some us in place of 45 ms.

Fix: bit 0 of the flash's status register 1 stays set for the typical time after the command
(W25Q16JV data sheet, AC characteristics: 45 ms a sector erase, 0.4 ms a page program). The
boot ROM polls it, with all interrupts off; the time between two polls is skipped, up to the next
event, because a poll costs this emulator more than it costs the chip.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MethodType

from rp2040py.peripherals.ssi import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_READ_STATUS_1,
    CMD_SECTOR_ERASE,
    RPSSI,
)

from pingblock.virtual.chip.corrections import Chip

_BUSY = 0x01


@dataclass
class FlashTiming:
    """Busy times of the flash chip of one board, us. May be changed while running."""

    sector_erase_us: float = 45_000.0
    block_erase_us: float = 150_000.0
    page_program_us: float = 400.0
    busy_until_ns: float = field(default=0.0, init=False)

    def duration_us(self, command: int) -> float:
        """Returns how long a command keeps the flash busy; 0.0 for those that do not."""
        return {
            CMD_SECTOR_ERASE: self.sector_erase_us,
            CMD_BLOCK_ERASE: self.block_erase_us,
            CMD_PAGE_PROGRAM: self.page_program_us,
        }.get(command, 0.0)


def apply(mcu: Chip, timing: FlashTiming) -> None:
    """Makes the flash of one chip take its time."""
    ssi = mcu.ssi

    def apply_command(ssi: RPSSI) -> None:
        command = ssi._tx_buffer[0] if ssi._tx_buffer else None
        if command is not None and ssi._write_enabled:
            busy_ns = timing.duration_us(command) * 1000
            timing.busy_until_ns = max(timing.busy_until_ns, mcu.clock.nanos + busy_ns)
        RPSSI._apply_command(ssi)

    def shift_byte(ssi: RPSSI, out: int) -> int:
        answer = RPSSI._shift_byte(ssi, out)
        asks = len(ssi._tx_buffer) > 1 and ssi._tx_buffer[0] == CMD_READ_STATUS_1
        left_ns = timing.busy_until_ns - mcu.clock.nanos
        if not asks or left_ns <= 0:
            return answer
        _skip(mcu.clock, left_ns)
        return answer | _BUSY

    ssi._apply_command = MethodType(apply_command, ssi)
    ssi._shift_byte = MethodType(shift_byte, ssi)


def _skip(clock: Chip, left_ns: float) -> None:
    to_event_ns = clock.nanos_to_next_alarm if clock.has_scheduled_alarm else left_ns
    clock.tick(max(min(left_ns, to_event_ns), 0.0))
