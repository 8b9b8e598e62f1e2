"""A core that jumps to an address without code continues there forever.

Wrong: ``RP2040.read_uint16`` answers an unused address like memory, and the core takes the answer
for an instruction. It continues through the unused addresses and logs each of them. This takes
hours of real time until a watchdog of 8 s resets the chip.

Reproduce: in MicroPython, call ``bx(r0)`` in an ``asm_thumb`` function with 0xa0000001.

Fix: such a fetch is a bus fault. The fault handler in MicroPython's image is a breakpoint. Without
a debugger, that is a fault in a fault handler, so the core is locked up until a reset (ARMv6-M
B1.5.15). The loops call this before each instruction that can be outside of memory.
"""

from __future__ import annotations

_ROM_BYTES = 0x4000
# First digit of the flash's addresses, including their mirrors and the cache's own memory.
_FLASH = 1
_SRAM, _SRAM_BYTES = 0x20000000, 0x42000
_BANKS, _BANKS_BYTES = 0x21000000, 0x40000  # the same RAM, bank by bank


def is_locked_up(pc: int) -> bool:
    """Returns whether a core is locked up, from the address of its next instruction."""
    in_sram = 0 <= pc - _SRAM < _SRAM_BYTES or 0 <= pc - _BANKS < _BANKS_BYTES
    return not (in_sram or pc >> 28 == _FLASH or pc < _ROM_BYTES)
