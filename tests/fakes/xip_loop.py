"""Slowly adds cycles of flash cache misses to rp2040py's core, to check the compiled loop.

The cache follows RP2040 datasheet 2.6.3: see ``corrections.xip_flush``.
"""

from __future__ import annotations

from collections.abc import Iterator

from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.chip.corrections.lockup import is_locked_up

MISS_CYCLES = 50
_SETS = 1024
_CACHED, _FLASH_END = 0x10000000, 0x14000000
_CYCLE_NS = 8.0
_PC, _SP = 15, 13


class XipCache:
    """The flash cache: its content, and the cycles that a read takes."""

    def __init__(self) -> None:
        self.flush()

    def flush(self) -> None:
        """Empties it."""
        # For each set: its two lines as [tag, valid words]. The line that was used last is at the
        # end.
        self._sets: dict[int, list[list[int]]] = {}

    def cost(self, address: int) -> int:
        """Returns the extra cycles for reading the word at ``address``, or 0 outside of flash."""
        if not _CACHED <= address < _FLASH_END:
            return 0
        if address >> 24 != _CACHED >> 24:  # the mirrors of the flash, which bypass the cache
            return MISS_CYCLES
        line = self._line(address >> 3 & _SETS - 1, address >> 13)
        word = 1 << (address >> 2 & 1)
        missing = not line[1] & word
        line[1] |= word
        return MISS_CYCLES * missing

    def _line(self, row: int, tag: int) -> list[int]:
        lines = self._sets.setdefault(row, [[-1, 0], [-1, 0]])
        found = next((line for line in lines if line[0] == tag and line[1]), None)
        line = found or lines[0]
        if found is None:
            line[:] = [tag, 0]
        lines.sort(key=lambda other: other is line)
        return line


class XipLoop:
    """Runs a chip one instruction at a time, and adds the cycles of flash cache misses.

    Args:
        mcu: the chip.
    """

    move_samples = None

    def __init__(self, mcu: Chip) -> None:
        self.stopped = True
        self._mcu = mcu
        self._core = mcu.core
        self._clock = mcu.clock
        self._cache = XipCache()

    def flush_cache(self) -> None:
        self._cache.flush()

    def run(self) -> None:
        self.stopped = False
        while not self.stopped:
            stands = self._core.waiting or self._mcu.run_pin_low
            if stands or is_locked_up(self._core.registers[_PC]):
                self._clock.tick(self._clock.nanos_to_next_alarm)
            else:
                self._step()

    def _step(self) -> None:
        extra = 0 if self._interrupted() else sum(map(self._cache.cost, self._reads()))
        cycles = self._core.execute_instruction() + extra
        self._core.cycles += extra
        self._clock.tick(cycles * _CYCLE_NS)
        for pio in self._mcu.pio:
            if not pio.stopped:
                pio.advance(cycles)

    def _interrupted(self) -> bool:
        """Returns whether the next instruction can be the first of an exception."""
        core = self._core
        pending = core.pending_interrupts & core.enabled_interrupts or core.pending_nmi
        pending = pending or core.pending_svcall or core.pending_pend_sv or core.pending_systick
        return bool(core.interrupts_updated and pending)

    def _reads(self) -> Iterator[int]:
        """Yields the address of each word that the next instruction reads, code first."""
        pc = self._core.registers[_PC] & ~1
        opcode = self._mcu.read_uint16(pc)
        yield pc
        if opcode >> 11 >= 0x1D and pc & 2:
            yield pc + 2
        yield from _data_reads(opcode, pc, self._core.registers)


def _data_reads(opcode: int, pc: int, registers: list[int]) -> Iterator[int]:
    """Yields the addresses that a load reads. Source: ARMv6-M architecture manual A5.2."""
    group = opcode >> 11
    base, index = registers[opcode >> 3 & 7], registers[opcode >> 6 & 7]
    if group == 0b01001:
        yield (pc + 4 & ~3) + (opcode & 0xFF) * 4
    elif group in (0b01010, 0b01011) and opcode >> 9 & 7 >= 3:
        yield base + index & 0xFFFFFFFF
    elif group in (0b01101, 0b01111, 0b10001):
        scale = {0b01101: 4, 0b01111: 1, 0b10001: 2}[group]
        yield base + (opcode >> 6 & 31) * scale & 0xFFFFFFFF
    elif group == 0b10011:
        yield registers[_SP] + (opcode & 0xFF) * 4
    elif group == 0b11001:
        first = registers[opcode >> 8 & 7]
        yield from (first + 4 * place for place in range((opcode & 0xFF).bit_count()))
