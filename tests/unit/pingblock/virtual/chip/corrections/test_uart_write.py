from rp2040py.irq import IRQ

from pingblock.virtual.chip.corrections import uart_write

UART0 = 0x40034000
DATA, CONTROL, MASK, CLEAR, MASKED = 0x00, 0x30, 0x38, 0x44, 0x40
TX, RX = 1 << 5, 1 << 4


def write_one_byte(mcu):
    mcu.write_uint32(UART0 + CONTROL, 1 << 8 | 1)
    mcu.write_uint32(UART0 + MASK, TX)
    mcu.write_uint32(UART0 + DATA, 0x41)


def pending(mcu):
    return bool(mcu.core.pending_interrupts >> IRQ.UART0 & 1)


def test_written_byte_interrupts_until_cleared(mcu):
    uart_write.apply(mcu)
    write_one_byte(mcu)
    assert pending(mcu)
    mcu.write_uint32(UART0 + CLEAR, TX)
    assert not pending(mcu)
    assert mcu.read_uint32(UART0 + MASKED) == 0


def test_uncorrected_chip_ignores_interrupt_clear(mcu):
    write_one_byte(mcu)
    mcu.write_uint32(UART0 + CLEAR, TX)
    assert pending(mcu)


def test_received_byte_interrupts_until_read(mcu):
    uart_write.apply(mcu)
    mcu.write_uint32(UART0 + MASK, TX)
    assert not pending(mcu), "no byte must be written"
    mcu.write_uint32(UART0 + MASK, RX)
    mcu.uart[0].feed_byte(0x55)
    assert pending(mcu)
    assert mcu.read_uint32(UART0 + DATA) == 0x55
    assert not pending(mcu)


LINE, LEVELS, FLAGS, RATE = 0x2C, 0x34, 0x18, 0x24
FIFO_8N1, FULL, EMPTY, BUSY = 1 << 4 | 3 << 5, 1 << 5, 1 << 7, 1 << 3
BYTE_NS = 10 * 16 * 8.0 * 100  # ten bits, 16 clocks of 8 ns each, divided by 100


def ready_to_send(mcu, levels=0):
    uart_write.apply(mcu)
    mcu.write_uint32(UART0 + RATE, 100)
    mcu.write_uint32(UART0 + LINE, FIFO_8N1)
    mcu.write_uint32(UART0 + LEVELS, levels)
    mcu.write_uint32(UART0 + CONTROL, 1 << 8 | 1)


def send(mcu, count):
    for _ in range(count):
        mcu.write_uint32(UART0 + DATA, 0x55)


def flags(mcu):
    return mcu.read_uint32(UART0 + FLAGS) & (FULL | EMPTY | BUSY)


def test_uart_byte_takes_ten_bits_at_its_rate(mcu):
    ready_to_send(mcu)
    assert flags(mcu) == EMPTY
    send(mcu, 3)
    assert flags(mcu) == BUSY
    mcu.clock.tick(2.1 * BYTE_NS)
    assert flags(mcu) == EMPTY | BUSY
    mcu.clock.tick(0.8 * BYTE_NS)
    assert flags(mcu) == EMPTY | BUSY
    mcu.clock.tick(0.2 * BYTE_NS)
    assert flags(mcu) == EMPTY


def test_fifo_holds_32_bytes_while_another_is_sent(mcu):
    ready_to_send(mcu)
    send(mcu, 32)
    assert flags(mcu) == BUSY
    send(mcu, 1)
    assert flags(mcu) == BUSY | FULL
    mcu.clock.tick(1.1 * BYTE_NS)
    assert flags(mcu) == BUSY


def test_interrupt_comes_when_fifo_falls_to_threshold(mcu):
    ready_to_send(mcu, levels=0)  # an eighth: 4 bytes
    mcu.write_uint32(UART0 + MASK, TX)
    send(mcu, 7)  # one byte is sent, six wait
    mcu.clock.tick(1.5 * BYTE_NS)
    assert not pending(mcu)
    mcu.clock.tick(1.0 * BYTE_NS)
    assert pending(mcu)
    mcu.write_uint32(UART0 + CLEAR, TX)
    mcu.clock.tick(9 * BYTE_NS)
    assert not pending(mcu)


def test_micropython_flush_waits_until_whole_text_is_sent(run):
    program = """
import time
from machine import UART, Pin
u = UART(0, 115200, tx=Pin(0), rx=Pin(1))
print(u.write(b"x" * 100))
u.flush()
u = UART(0, 2400, tx=Pin(0), rx=Pin(1))
start_us = time.ticks_us()
u.write("Hello World")
u.flush()
print(abs(time.ticks_diff(time.ticks_us(), start_us) - 45833) <= 180)
"""
    assert run(program).until(300).lines == ["100", "True"]
