from rp2040py.irq import IRQ

from pingblock.virtual.chip.corrections import uart_write

UART0 = 0x40034000
DATA, CONTROL, MASK, CLEAR, MASKED = 0x00, 0x30, 0x38, 0x44, 0x40
TX, RX = 1 << 5, 1 << 4


def write_one_byte(mcu) -> None:
    mcu.write_uint32(UART0 + CONTROL, 1 << 8 | 1)
    mcu.write_uint32(UART0 + MASK, TX)
    mcu.write_uint32(UART0 + DATA, 0x41)


def pending(mcu) -> bool:
    return bool(mcu.core.pending_interrupts >> IRQ.UART0 & 1)


def test_a_written_byte_interrupts_until_it_is_cleared(mcu):
    uart_write.apply(mcu)
    write_one_byte(mcu)
    assert pending(mcu)
    mcu.write_uint32(UART0 + CLEAR, TX)
    assert not pending(mcu)
    assert mcu.read_uint32(UART0 + MASKED) == 0


def test_the_uncorrected_chip_interrupts_for_ever(mcu):
    write_one_byte(mcu)
    mcu.write_uint32(UART0 + CLEAR, TX)
    assert pending(mcu)


def test_nothing_written_means_no_interrupt(mcu):
    uart_write.apply(mcu)
    mcu.write_uint32(UART0 + MASK, TX)
    assert not pending(mcu)


def test_a_received_byte_still_interrupts(mcu):
    uart_write.apply(mcu)
    mcu.write_uint32(UART0 + MASK, RX)
    mcu.uart[0].feed_byte(0x55)
    assert pending(mcu)
    assert mcu.read_uint32(UART0 + DATA) == 0x55
    assert not pending(mcu)


def test_micropython_writes_a_long_text(run):
    program = """
from machine import UART, Pin
u = UART(0, 115200, tx=Pin(0), rx=Pin(1))
print(u.write(b"x" * 100))
print("done")
"""
    assert run(program).until(200).lines == ["100", "done"]
