import pytest

from pingblock.virtual.chip.corrections import gpio_inputs

PADS, IO, SIO = 0x4001C000, 0x40014000, 0xD0000000
PULL_UP, PULL_DOWN, NO_PULL = 0x5A, 0x56, 0x52
EDGE_LOW, EDGE_HIGH = 4, 8
GPIO = 14


@pytest.fixture
def pins(mcu):
    return gpio_inputs.apply(mcu)


def pad(mcu, value):
    mcu.write_uint32(PADS + 4 + 4 * GPIO, value)


def edges(mcu):
    return mcu.gpio[GPIO].irq_status & (EDGE_LOW | EDGE_HIGH)


def clear_edges(mcu):
    mcu.gpio[GPIO].irq_status &= ~(EDGE_LOW | EDGE_HIGH)


def level(mcu):
    return bool(mcu.read_uint32(SIO + 4) >> GPIO & 1)


def output(mcu, value):
    mcu.write_uint32(IO + 8 * GPIO + 4, 5)
    mcu.write_uint32(SIO + 0x10, value << GPIO)
    mcu.write_uint32(SIO + 0x20, 1 << GPIO)


def test_undriven_pin_starts_low_and_pull_up_makes_rising_edge(mcu, pins):
    assert (level(mcu), edges(mcu)) == (False, 0)
    assert mcu.read_uint32(PADS + 4 + 4 * GPIO) == PULL_DOWN
    pad(mcu, PULL_UP)
    assert (level(mcu), edges(mcu)) == (True, EDGE_HIGH)


def test_uncorrected_chip_has_phantom_edge_and_misreads_high_output(mcu):
    pad(mcu, PULL_UP)
    assert (level(mcu), edges(mcu)) == (True, EDGE_LOW)
    pad(mcu, PULL_DOWN)
    output(mcu, 1)
    assert not level(mcu)


def test_released_pin_returns_to_its_pull(mcu, pins):
    pad(mcu, PULL_UP)
    pins.drive(GPIO, False)
    clear_edges(mcu)
    pins.drive(GPIO, None)
    assert (level(mcu), edges(mcu)) == (True, EDGE_HIGH)


@pytest.mark.parametrize("driven", [True, False])
def test_released_pin_without_pull_keeps_its_level(mcu, pins, driven):
    pad(mcu, NO_PULL)
    pins.drive(GPIO, not driven)
    pins.drive(GPIO, driven)
    pins.drive(GPIO, None)
    assert level(mcu) is driven


def test_repeated_level_is_not_an_edge(mcu, pins):
    pins.drive(GPIO, True)
    clear_edges(mcu)
    pins.drive(GPIO, True)
    assert edges(mcu) == 0


@pytest.mark.parametrize("value", [0, 1])
def test_output_reads_back_its_level_despite_an_outside_drive(mcu, pins, value):
    output(mcu, value)
    assert level(mcu) == bool(value)
    pins.drive(GPIO, not value)
    assert level(mcu) == bool(value)


def test_outside_drive_survives_reset_without_an_edge(mcu, pins):
    pins.drive(GPIO, True)
    mcu.reset(preserve_flash=True)
    pins.after_reset()
    assert (level(mcu), edges(mcu)) == (True, 0)


def test_micropython_sees_each_real_edge_and_no_phantom_edge(run):
    program = """
from machine import Pin
import time
b = Pin(14, Pin.IN, Pin.PULL_UP)
seen = []
b.irq(lambda pin: seen.append(pin()), Pin.IRQ_FALLING | Pin.IRQ_RISING)
time.sleep_ms(100)
print(b(), seen)
"""
    running = run(program)
    running.engine.drive(60_000, 14, False)
    running.engine.drive(80_000, 14, None)
    assert running.until(200).lines == ["1 [0, 1]"]
    assert run(program).until(200).lines == ["1 []"]
