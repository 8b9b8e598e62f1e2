import pytest

from pingblock.virtual.chip.corrections import pio_clock

PIO0, CTRL, TXF0, RXF0, INSTRUCTIONS, CLOCK_DIVIDER = 0x50200000, 0, 0x10, 0x20, 0x48, 0xC8
PULL, COPY, PUSH = 0x80A0, 0xA0C7, 0x8020  # pull block, mov isr osr, push block
ENABLE = 1

BLINK = """
import rp2, time
from machine import Pin
@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW)
def blink():
    wrap_target()
    set(pins, 1) [31]
    nop() [31]
    set(pins, 0) [31]
    nop() [31]
    wrap()
rises = 0
def rose(pin):
    global rises
    rises += 1
machine = rp2.StateMachine(0, blink, freq=20000, set_base=Pin(3))
Pin(3).irq(rose, Pin.IRQ_RISING, hard=True)
machine.active(1)
time.sleep_ms(637)
machine.active(0)
print(rises)
"""
WAIT = """
import rp2, time
from machine import Pin
@rp2.asm_pio()
def wait_pin():
    wait(0, pin, 0)
    irq(rel(0))
    wait(1, pin, 0)
falls = 0
def fell(machine):
    global falls
    falls += 1
pin = Pin(4, Pin.OUT, value=1)
machine = rp2.StateMachine(4, wait_pin, freq=1000000, in_base=Pin(4))
machine.irq(fell)
machine.active(1)
for _ in range(5):
    pin.value(0)
    time.sleep_us(50)
    pin.value(1)
    time.sleep_us(50)
print(falls)
"""


def start_echo(mcu, divider=1):
    """Starts a state machine that returns each word that it gets, after three instructions."""
    for place, instruction in enumerate((PULL, COPY, PUSH)):
        mcu.write_uint32(PIO0 + INSTRUCTIONS + 4 * place, instruction)
    mcu.write_uint32(PIO0 + CLOCK_DIVIDER, divider << 16)
    mcu.write_uint32(PIO0 + CTRL, ENABLE)


def test_uncorrected_chip_needs_an_asyncio_loop(mcu):
    with pytest.raises(RuntimeError, match="no running event loop"):
        start_echo(mcu)


def test_state_machine_takes_time_for_its_instructions(mcu):
    pio_clock.apply(mcu)
    start_echo(mcu, divider=1000)  # 8 us for each instruction
    mcu.clock.tick(100_000)
    mcu.write_uint32(PIO0 + TXF0, 0x12345678)
    words = []
    for _ in range(4):
        mcu.clock.tick(8000)
        words.append(mcu.read_uint32(PIO0 + RXF0))
    assert [word for word in words if word] == [0x12345678]
    assert words.index(0x12345678) in (1, 2)


def test_disabled_state_machine_does_not_run(mcu):
    pio_clock.apply(mcu)
    start_echo(mcu)
    mcu.write_uint32(PIO0 + CTRL, 0)
    mcu.write_uint32(PIO0 + TXF0, 7)
    mcu.clock.tick(100_000)
    assert mcu.read_uint32(PIO0 + RXF0) == 0


def test_micropython_blinks_while_the_core_sleeps(run):
    assert run(BLINK).until(900).lines == ["100"]  # every 128 * 50 us


def test_micropython_waits_for_a_pin(run):
    assert run(WAIT).until(300).lines == ["5"]
