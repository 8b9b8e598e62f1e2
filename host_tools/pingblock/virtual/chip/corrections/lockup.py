"""A core that jumps where there is no code goes on for ever there, one fetch after the other.

Wrong: ``RP2040.read_uint16`` answers an address that nothing is at like memory, and the core takes
that for an instruction. It runs on through the empty addresses, each of them logged: hours of real
time until a watchdog of 8 s bites.

Reproduce: in MicroPython, call ``bx(r0)`` in an ``asm_thumb`` function with 0xa0000001.

Fix: such a fetch is a bus fault. The handler of MicroPython's image is a breakpoint, which without
a debugger is a fault in a fault handler: the core is locked up until a reset (ARMv6-M B1.5.15).
The loops ask this before each instruction that is not known to lie in memory.
"""

from __future__ import annotations

_ROM_BYTES = 0x4000
_FLASH = 1  # the first digit of its addresses, mirrors and the cache's own memory included
_SRAM, _SRAM_BYTES = 0x20000000, 0x42000
_BANKS, _BANKS_BYTES = 0x21000000, 0x40000  # the same memory bank by bank


def is_locked_up(pc: int) -> bool:
    """Returns whether a core is locked up, by the address of its next instruction."""
    in_sram = 0 <= pc - _SRAM < _SRAM_BYTES or 0 <= pc - _BANKS < _BANKS_BYTES
    return not (in_sram or pc >> 28 == _FLASH or pc < _ROM_BYTES)
