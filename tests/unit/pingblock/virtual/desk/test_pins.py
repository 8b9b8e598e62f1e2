"""GPIO: pulls, drives, edges and the order of interrupts."""

import pytest

from pingblock.virtual.desk.life import HardwareMisuse

WATCH = """
import machine, time
P = machine.Pin
pin = P(14, P.IN, P.PULL_UP)
pin.irq(lambda p: print(p.value(), time.ticks_us()), hard=True)
while True:
    time.sleep_ms(1000)
"""


def test_driven_pin_overrides_pull_and_released_pin_returns_to_it(desk):
    bench = desk(
        "import time\nfrom machine import Pin\n"
        "up, down = Pin(2, Pin.IN, Pin.PULL_UP), Pin(3, Pin.IN, Pin.PULL_DOWN)\n"
        "for i in range(3):\n  time.sleep_ms(10)\n  print(up.value(), down.value())"
    )
    for gpio, level in ((2, False), (3, True)):
        bench.engine.drive(15_000, gpio, level)
        bench.engine.drive(25_000, gpio, None)
    assert bench.run(50).told.lines == ["1 0", "0 1", "1 0"]


def test_floating_input_is_misuse_that_programs_cannot_catch(desk):
    bench = desk(
        "from machine import Pin\nimport time\ndef look():\n  return Pin(5, Pin.IN).value()\n"
        "try: look()\nexcept BaseException: pass\ntime.sleep(1)"
    )
    for until_ms in (1, 2):
        with pytest.raises(HardwareMisuse, match=r"(?s)main.py.*line 4.*GPIO5 floats"):
            bench.run(until_ms)


def test_hard_interrupt_runs_at_edge_while_firmware_sleeps(desk):
    bench = desk(WATCH)
    bench.engine.drive(100_000, 14, False)
    bench.engine.drive(150_500, 14, None)
    assert bench.run(300).told.lines == ["0 100002", "1 150502"]


def test_edge_during_handler_waits_for_its_end(desk):
    program = WATCH.replace(
        "lambda p: print(p.value(), time.ticks_us())",
        "lambda p: (time.sleep_us(100), print(p.value(), time.ticks_us()))",
    )
    bench = desk(program)
    bench.engine.drive(1000, 14, False)
    bench.engine.drive(1050, 14, None)
    assert bench.run(10).told.lines == ["1 1102", "1 1204"]


def test_masked_interrupts_run_once_when_enabled(desk):
    program = """
import machine, time
P = machine.Pin
pin = P(14, P.IN, P.PULL_UP)
pin.irq(lambda p: print("irq", p.irq is not None, time.ticks_ms()), P.IRQ_FALLING, hard=True)
state = machine.disable_irq()
time.sleep_ms(10)
print("masked")
machine.enable_irq(state)
"""
    bench = desk(program)
    for start_us in (2000, 4000):
        bench.engine.drive(start_us, 14, False)
        bench.engine.drive(start_us + 1000, 14, None)
    assert bench.run(20).told.lines == ["masked", "irq True 10"]


def test_scheduled_callback_waits_for_hard_interrupt(desk):
    program = """
import machine, micropython, time
P = machine.Pin
def hard(p):
    micropython.schedule(lambda _: print("soft"), None)
    print("hard")
P(14, P.IN, P.PULL_UP).irq(hard, P.IRQ_FALLING, hard=True)
time.sleep_ms(10)
"""
    bench = desk(program)
    bench.engine.drive(2000, 14, False)
    assert bench.run(20).told.lines == ["hard", "soft"]


def test_outputs_are_reported_once_for_each_new_level(desk):
    bench = desk(
        "from machine import Pin\np = Pin(17, Pin.OUT, value=0)\np.on()\np.value(1)\np.off()\n"
        "p.toggle()\np.toggle()"
    ).run(1)
    assert [entry[1:] for entry in bench.told.of("pin")] == [(17, False), (17, True)] * 2 + [
        (17, False)
    ]


def test_part_can_drive_input_after_output_with_exact_delay(desk):
    program = """
from machine import Pin
import time
Pin(3, Pin.IN, Pin.PULL_DOWN).irq(lambda p: print(time.ticks_us()), Pin.IRQ_RISING, hard=True)
time.sleep_ms(5)
Pin(17, Pin.OUT, value=1)
time.sleep_ms(50)
"""
    bench = desk(program)
    bench.told.on_pin = lambda at_us, gpio, level: bench.engine.drive(at_us + 250, 3, level)
    assert bench.run(100).told.lines == ["5251"]


def test_exception_in_handler_is_reported_once_and_handler_is_removed(desk):
    bench = desk(WATCH.replace("print(p.value(), time.ticks_us())", "1 // 0"))
    for at_us, level in ((1000, False), (4000, None), (7000, False)):
        bench.engine.drive(at_us, 14, level)
    bench.run(10)
    assert "ZeroDivisionError" in bench.engine.crash
    assert bench.told.text.count("IRQ callback") == 1, "the chip must remove the handler"


def test_adc_returns_code_of_part(desk):
    bench = desk("from machine import ADC, Pin\nprint(ADC(3).read_u16(), ADC(Pin(26)).read_u16())")
    bench.told.code = 0xABC
    assert bench.run(1).told.text == f"{0xABCA} {0xABCA}\n"
    assert [entry[1] for entry in bench.told.of("adc")] == [3, 0]


def test_pulse_is_measured_in_virtual_time(desk):
    bench = desk(
        "import machine\np = machine.Pin(2, machine.Pin.IN, machine.Pin.PULL_DOWN)\n"
        "print(machine.time_pulse_us(p, 1, 100000))"
    )
    bench.engine.drive(5000, 2, True)
    bench.engine.drive(6500, 2, False)
    assert abs(int(bench.run(50).told.text) - 1500) <= 2
