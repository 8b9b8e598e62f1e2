import pytest

from pingblock.virtual.chip.corrections import spi_time

SPI0 = 0x4003C000
CONTROL0, CONTROL1, DATA, STATUS, PRESCALE = 0x00, 0x04, 0x08, 0x0C, 0x10
EIGHT_BITS, ON, BUSY = 7, 1 << 1, 1 << 4


def send_one_byte(mcu):
    """125 MHz / 250 = 500 kHz: 16 us a byte."""
    mcu.write_uint32(SPI0 + PRESCALE, 250)
    mcu.write_uint32(SPI0 + CONTROL0, EIGHT_BITS)
    mcu.write_uint32(SPI0 + CONTROL1, ON)
    mcu.write_uint32(SPI0 + DATA, 0x55)


def busy(mcu):
    return bool(mcu.read_uint32(SPI0 + STATUS) & BUSY)


@pytest.mark.parametrize("count", [1, 4])
def test_spi_bytes_take_sixteen_microseconds_each(mcu, count):
    spi_time.apply(mcu)
    send_one_byte(mcu)
    for _ in range(count - 1):
        mcu.write_uint32(SPI0 + DATA, 0x55)
    mcu.clock.tick(16_000 * count - 100)
    assert busy(mcu)
    mcu.clock.tick(200)
    assert not busy(mcu)


def test_uncorrected_spi_takes_no_time(mcu):
    send_one_byte(mcu)
    assert not busy(mcu)


def test_micropython_writes_spi_at_requested_rate(run):
    program = """
import time
from machine import SPI, Pin
s = SPI(0, baudrate=1_000_000, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
start_us = time.ticks_us()
s.write(bytes(250))
print(abs(time.ticks_diff(time.ticks_us(), start_us) - 2000) < 200)
"""
    assert run(program).until(300).lines == ["True"]
