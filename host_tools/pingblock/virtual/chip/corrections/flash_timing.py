"""Erasing and programming the flash takes no time.

Wrong: ``RPSSI`` applies an erase or a program when the chip select rises and never reports the
busy bit. On a Pico, a save stops every interrupt for 45 ms. Here it takes no time, and a power cut
cannot interrupt it.

Reproduce: time ``rp2.Flash().ioctl(6, block)`` in MicroPython: some us instead of 45 ms.

Fix: bit 0 of the flash's status register 1 stays set for the typical time after the command
(W25Q16JV data sheet, AC characteristics: 45 ms for a sector erase, 0.4 ms for a page program). The
boot ROM polls it with all interrupts off. The time between two polls is skipped, up to the next
event, because a poll costs this emulator more than it costs the chip. The bytes change when the
command begins. If the power is lost before the command ends, the bytes that the command had not
reached get their old values back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rp2040py.peripherals.ssi import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_READ_STATUS_1,
    CMD_SECTOR_ERASE,
    FLASH_BLOCK_SIZE,
    FLASH_PAGE_SIZE,
    FLASH_SECTOR_SIZE,
    RPSSI,
)

from pingblock.virtual.chip.corrections import Chip

_BUSY = 0x01
_ADDRESS_BYTES = 3
_SIZES = {
    CMD_SECTOR_ERASE: FLASH_SECTOR_SIZE,
    CMD_BLOCK_ERASE: FLASH_BLOCK_SIZE,
    CMD_PAGE_PROGRAM: FLASH_PAGE_SIZE,
}


@dataclass
class FlashTiming:
    """Times in us for which a flash chip is busy. They can be changed while the chip runs."""

    sector_erase_us: float = 45_000.0
    block_erase_us: float = 150_000.0
    page_program_us: float = 400.0
    busy_until_ns: float = field(default=0.0, init=False)
    _changing: tuple[int, bytes, float] = field(default=(0, b"", 0.0), init=False)

    def duration_us(self, command: int) -> float:
        """Returns the time in us for which a command keeps the flash busy, or 0.0."""
        return {
            CMD_SECTOR_ERASE: self.sector_erase_us,
            CMD_BLOCK_ERASE: self.block_erase_us,
            CMD_PAGE_PROGRAM: self.page_program_us,
        }.get(command, 0.0)

    def begin(self, ssi: RPSSI, now_ns: float) -> None:
        """Records a command that will change the flash."""
        command = ssi._tx_buffer[0]
        busy_ns, size = self.duration_us(command) * 1000, _SIZES.get(command, 0)
        self.busy_until_ns = max(self.busy_until_ns, now_ns + busy_ns)
        at = ssi._address_from_buffer() & ~(size - 1) if size else 0
        self._changing = at, bytes(ssi.rp2040.flash[at : at + size]), now_ns

    def cut(self, flash: bytearray, now_ns: float) -> None:
        """Undoes the changes that were not finished when the power was lost. Resets the state.

        Args:
            flash: the whole flash.
            now_ns: time of the loss of power on the chip's clock.
        """
        at, before, since_ns = self._changing
        if now_ns < self.busy_until_ns:
            done = int(len(before) * (now_ns - since_ns) / (self.busy_until_ns - since_ns))
            flash[at + done : at + len(before)] = before[done:]
        self.busy_until_ns, self._changing = 0.0, (0, b"", 0.0)


def apply(mcu: Chip, timing: FlashTiming) -> None:
    """Makes erasing and programming the flash of one chip take time."""
    ssi = mcu.ssi
    change, shift = ssi._apply_command, ssi._shift_byte

    def apply_command() -> None:
        if ssi._write_enabled and len(ssi._tx_buffer) > _ADDRESS_BYTES:
            timing.begin(ssi, mcu.clock.nanos)
        change()

    def shift_byte(out: int) -> int:
        answer = int(shift(out))
        asks = len(ssi._tx_buffer) > 1 and ssi._tx_buffer[0] == CMD_READ_STATUS_1
        left_ns = timing.busy_until_ns - mcu.clock.nanos
        if not asks or left_ns <= 0:
            return answer
        _skip(mcu.clock, left_ns)
        return answer | _BUSY

    ssi._apply_command, ssi._shift_byte = apply_command, shift_byte


def _skip(clock: Chip, left_ns: float) -> None:
    to_event_ns = clock.nanos_to_next_alarm if clock.has_scheduled_alarm else left_ns
    clock.tick(max(min(left_ns, to_event_ns), 0.0))
