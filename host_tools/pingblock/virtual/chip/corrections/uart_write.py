"""Writing to a UART hangs the firmware in its own interrupt, and takes no time.

Wrong: (1) ``RPUART.check_interrupts`` sets UARTTXINTR every time it is called, also from the write
to UARTICR that clears it. So a handler that clears the interrupt is entered again at once. (2) A
byte is gone as soon as it is written: BUSY and TXFF are never set.

Reproduce: (1) ``machine.UART(0, 115200, tx=Pin(0), rx=Pin(1)).write(b"x" * 40)`` in MicroPython
1.24: never returns. (2) ``write`` and ``flush`` of 11 bytes at 2400 baud take 0.1 ms instead of
45.8 ms.

Fix: a transmit FIFO of 32 bytes (1 while it is off) and a shift register that takes the time of
each character (RP2040 datasheet 4.2.2). UARTTXINTR is set when the FIFO's level falls through its
threshold (4.2.6.3), and UARTICR clears it.
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.uart import UARTDR, UARTTXINTR

from pingblock.virtual.chip.corrections import Chip, after_write

_FLAGS, _LEVELS = 0x18, 0x34  # offsets of UARTFR and UARTIFLS
_TXFE, _TXFF, _BUSY = 1 << 7, 1 << 5, 1 << 3
_PARITY, _TWO_STOPS = 1 << 1, 1 << 3  # bits in UARTLCR_H
_DEPTH = 32
_THRESHOLDS = (4, 8, 16, 24, 28)
_LEVELS_AT_RESET = 0x12


class UartTransmitter:
    """The transmitter of a UART.

    Args:
        uart: the whole UART.
    """

    def __init__(self, uart: Chip) -> None:
        self._uart = uart
        self._alarm = uart.rp2040.clock.create_alarm(self._sent)
        self.reset()

    def reset(self) -> None:
        """Empties the FIFO and the shift register."""
        self._waiting = 0  # bytes in the FIFO
        self._sending = False
        self.levels = _LEVELS_AT_RESET
        self._alarm.cancel()

    @property
    def flags(self) -> int:
        """Returns the transmitter's bits in UARTFR."""
        full = self._waiting >= (_DEPTH if self._uart.fifos_enabled else 1)
        empty = 0 if self._waiting else _TXFE
        return empty | (_TXFF if full else 0) | (_BUSY if self._sending else 0)

    def add(self) -> None:
        """Adds a byte to the FIFO. If the FIFO is full, the byte is lost."""
        if not self.flags & _TXFF:
            self._waiting += 1
        if not self._sending:
            self._send()

    def _send(self) -> None:
        """Moves a byte from the FIFO to the shift register."""
        at_fifo = _THRESHOLDS[min(self.levels & 7, len(_THRESHOLDS) - 1)]
        threshold = at_fifo if self._uart.fifos_enabled else 0
        self._waiting -= 1
        self._sending = True
        if self._waiting == threshold:
            self._uart._interrupt_status |= UARTTXINTR
            self._uart.check_interrupts()
        self._alarm.schedule(self._character_ns())

    def _character_ns(self) -> float:
        line = self._uart._line_ctrl_register
        bits = 2 + self._uart.word_length + bool(line & _PARITY) + bool(line & _TWO_STOPS)
        divider = self._uart.baud_divider
        return float(bits * 16 * divider * 1e9 / self._uart.rp2040.clk_peri)

    def _sent(self) -> None:
        self._sending = False
        if self._waiting:
            self._send()


def apply(mcu: Chip) -> None:
    """Corrects both UARTs of one chip."""
    for uart in mcu.uart:
        _correct(uart, UartTransmitter(uart))


def _correct(uart: Chip, transmitter: UartTransmitter) -> None:
    read_other, reset_other = uart.read_uint32, uart.reset

    def read(offset: int) -> int:
        if offset == _LEVELS:
            return transmitter.levels
        value = int(read_other(offset))
        return value & ~_TXFE | transmitter.flags if offset == _FLAGS else value

    def written(offset: int, value: int) -> None:
        if offset == _LEVELS:
            transmitter.levels = value
        elif offset == UARTDR:
            transmitter.add()

    def reset() -> None:
        transmitter.reset()
        reset_other()

    uart.check_interrupts = MethodType(_check, uart)
    uart.read_uint32, uart.reset = read, reset
    after_write(uart, written)


def _check(uart: Chip) -> None:
    pending = uart._interrupt_status & uart._interrupt_mask
    uart.rp2040.set_interrupt(uart.irq, bool(pending))
