"""Writing to a UART hangs the firmware in its own interrupt.

Wrong: ``RPUART.check_interrupts`` sets UARTTXINTR every time it is called, also from the write
to UARTICR that clears it, so a handler that clears the interrupt is entered again at once.

Reproduce: ``machine.UART(0, 115200, tx=Pin(0), rx=Pin(1)).write(b"x" * 40)`` in MicroPython
1.24: never returns.

Fix: UARTTXINTR marks the FIFO's fall through its threshold (RP2040 datasheet 4.2.6.3). The
model's FIFO is always empty, so it falls once for each byte written: raise it on a write to
UARTDR, and let UARTICR clear it.
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.uart import RPUART, UARTDR, UARTTXINTR

from pingblock.virtual.chip.corrections import Chip


def apply(mcu: Chip) -> None:
    """Corrects both UARTs of one chip."""
    for uart in mcu.uart:
        uart.check_interrupts = MethodType(_check, uart)
        uart.write_uint32 = MethodType(_write, uart)


def _check(uart: RPUART) -> None:
    pending = uart._interrupt_status & uart._interrupt_mask
    uart.rp2040.set_interrupt(uart.irq, bool(pending))


def _write(uart: RPUART, offset: int, value: int) -> None:
    RPUART.write_uint32(uart, offset, value)
    if offset == UARTDR:
        uart._interrupt_status |= UARTTXINTR
        uart.check_interrupts()
