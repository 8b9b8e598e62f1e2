"""The chip engine's seam: pins, ADC, PWM, the speaker's compare register, the serial link."""

import pytest

from pingblock.build import uf2
from pingblock.errors import BadInput

RELEASE = "import os; print(os.uname().release)"
BLINK = """
from machine import Pin
import time
led = Pin(17, Pin.OUT)
for level in (1, 0, 1):
    led(level)
    time.sleep_ms(10)
"""


def test_boots_micropython_and_tells_power_on_first(run):
    running = run("print('up')").until(100)
    assert running.told.events[0] == ("reset", 0.0, "power_on")
    assert running.lines == ["up"]
    assert b"MicroPython v1.24.1" in running.told.text


def test_boots_the_image_it_is_given_and_that_says_the_version_that_its_file_shows(run):
    said = {image.version: run(RELEASE, micropython=image.path) for image in uf2.images()}
    assert said, "the usual image is there, and not listed"
    for version, running in said.items():
        assert running.until(100).lines == [version]


def test_boots_within_thirty_emulated_milliseconds(run):
    running = run("from machine import Pin; Pin(17, Pin.OUT, value=1)").until(100)
    at_us = running.told.all("pin")[-1][1]
    assert 5_000 < at_us < 30_000


def test_tells_output_levels_with_their_times(run):
    told = run(BLINK).until(100).told.all("pin")
    assert [(gpio, level) for _, _, gpio, level in told] == [
        (17, False),
        (17, True),
        (17, False),
        (17, True),
    ]
    times_us = [at_us for _, at_us, _, _ in told[1:]]
    assert times_us[1] - times_us[0] == pytest.approx(10_000, abs=200)


def test_events_are_in_time_order(run):
    running = run(BLINK + "print('x')\nimport machine\nmachine.ADC(3).read_u16()").until(200)
    times_us = [event[1] for event in running.told.events]
    assert times_us == sorted(times_us)


def test_asks_the_sink_for_each_adc_sample(run):
    program = "from machine import ADC; print([ADC(c).read_u16() >> 4 for c in (0, 3, 4)])"
    running = run(program).until(100)
    assert running.lines == ["[1000, 1003, 1004]"]
    assert [channel for _, _, channel in running.told.all("adc")] == [0, 3, 4]


def test_tells_pwm_frequency_and_duty_and_its_end(run):
    program = """
from machine import PWM, Pin
import time
light = PWM(Pin(18), freq=1000, duty_u16=0)
light.duty_u16(16384)
time.sleep_ms(10)
light.duty_u16(0)
time.sleep_ms(10)
light.deinit()
"""
    told = run(program).until(100).told.all("pwm")
    waves = [(gpio, round(freq_hz), round(duty, 3)) for _, _, gpio, freq_hz, duty in told]
    assert (18, 1000, 0.25) in waves
    assert waves[-1] == (18, 0, 0.0)
    assert all(gpio == 18 for gpio, _, _ in waves)


def test_a_pwm_change_is_told_at_the_wrap_that_makes_it_true(run):
    program = """
from machine import PWM, Pin
import time
servo = PWM(Pin(22), freq=50, duty_ns=1500000)
time.sleep_ms(45)
servo.duty_ns(1800000)
time.sleep_ms(47)
servo.duty_ns(2000000)
time.sleep_ms(45)
"""
    told = run(program).until(300).told.all("pwm")
    pulses = [(at_us, duty * 20_000) for _, at_us, _, freq_hz, duty in told if freq_hz]
    (first_us, first_width), (second_us, second_width) = pulses[-2:]
    assert (first_width, second_width) == (pytest.approx(1800, abs=3), pytest.approx(2000, abs=3))
    assert second_us - first_us == pytest.approx(40_000, abs=5) or (
        second_us - first_us == pytest.approx(60_000, abs=5)
    )


def test_the_speakers_compare_register_is_told_as_samples(run):
    program = """
from machine import PWM, Pin
speaker = PWM(Pin(16), freq=132275, duty_u16=0)
for level in (8192, 16384, 32768):
    speaker.duty_u16(level)
"""
    told = run(program).until(100).told
    levels = [level for *_, block, _ in told.all("speaker") for level in block]
    assert [round(level / 945, 1) for level in levels][-3:] == [0.1, 0.2, 0.5]
    assert told.all("speaker")[-1][-1] == 944
    assert told.all("pwm") == []


def test_a_stopped_speaker_is_told_as_what_its_pin_does(run):
    program = """
from machine import PWM, Pin
speaker = PWM(Pin(16), freq=132275, duty_u16=32768)
Pin(16, Pin.OUT, value=1)
Pin(16, Pin.OUT, value=0)
"""
    told = run(program).until(100).told.all("speaker")
    levels = [level for *_, block, _ in told for level in block]
    assert levels[-2:] == [945, 0]


DMA = """
import rp2, array, time, uctypes
from machine import PWM, Pin, mem32
PWM(Pin(16), freq=132275, duty_u16=0)
mem32[0x50000420] = 1 << 16 | 5670
samples = array.array("H", range(128))
d = rp2.DMA()
c = d.pack_ctrl(size=1, inc_write=False, treq_sel=0x3b, irq_quiet=False)
done = []
d.irq(lambda dma: done.append(1), hard=False)
d.config(read=samples, write=0x40050000 + 0x0c, count=128, ctrl=c, trigger=True)
time.sleep_ms(10)
print(done)
"""


@pytest.mark.parametrize("turbo", [False, True])
def test_dma_samples_come_at_the_exact_rate(run, turbo):
    running = run(DMA, turbo=turbo).until(100)
    block = running.told.all("speaker")[-1]
    assert block[2] == pytest.approx(45.36, abs=1e-6)
    assert block[3] == list(range(128))
    assert running.lines == ["[1]"]


def test_outside_drives_happen_when_scheduled(run):
    program = """
from machine import Pin
import time
b = Pin(14, Pin.IN, Pin.PULL_UP)
def seen(pin):
    print(time.ticks_us(), pin())
b.irq(seen, Pin.IRQ_FALLING | Pin.IRQ_RISING)
"""
    running = run(program)
    running.engine.drive(70_000, 14, None)
    running.engine.drive(60_000, 14, False)
    lines = running.until(200).lines
    assert [line.split()[1] for line in lines] == ["0", "1"]
    assert [int(line.split()[0]) for line in lines] == pytest.approx([60_030, 70_030], abs=100)


def test_a_drive_in_the_past_happens_at_once(run):
    running = run("from machine import Pin; b = Pin(14, Pin.IN, Pin.PULL_UP)").until(100)
    running.engine.drive(5_000, 14, False)
    running.engine.send(110_000, b"b()\r\n")
    assert running.until(200).lines[-1] == "0"
    assert running.engine.now_us == 200_000


def test_bytes_reach_the_firmware_and_come_back(run):
    running = run("")
    running.engine.send(100_000, b"6 * 7\r\n")
    assert "42" in running.until(200).lines


def test_a_long_text_arrives_whole(run):
    program = """
import sys
text = sys.stdin.read(3000)
print(len(text), text == "0123456789" * 300)
"""
    running = run(program)
    running.engine.send(100_000, b"0123456789" * 300)
    assert running.until(300).lines == ["3000 True"]


def test_more_than_the_host_queues_is_refused(run):
    running = run("while True: pass").until(100)
    running.engine.send(100_000, bytes(70_000))
    with pytest.raises(BadInput, match="send fewer"):
        running.until(110)


def test_the_link_has_the_speed_of_full_speed_usb(run):
    program = """
import sys, time
start = time.ticks_us()
for _ in range(100):
    sys.stdout.buffer.write(b"x" * 64)
print(time.ticks_diff(time.ticks_us(), start))
"""
    took_us = int(run(program).until(300).lines[-1].lstrip("x"))
    assert 6400 / took_us * 1e6 < 1_200_000


def test_a_host_that_does_not_read_blocks_the_firmware_and_loses_nothing(run):
    program = """
import time, sys, select
poll = select.poll()
poll.register(sys.stdout, select.POLLOUT)
time.sleep_ms(100)
ready = []
for _ in range(20):
    ready.append(bool(poll.poll(0)))
    if ready[-1]:
        sys.stdout.buffer.write(b"y" * 63 + b"\\n")
time.sleep_ms(200)
print(ready.count(True))
"""
    running = run(program)
    running.engine.host_reads(50_000, False)
    running.engine.host_reads(250_000, True)
    before = len(running.until(240).told.text)
    lines = running.until(600).lines
    assert before == 0
    assert int(lines[-1]) < 10
    assert lines.count("y" * 63) == int(lines[-1])


def test_counts_the_cycles_that_the_core_ran(run):
    running = run("import time\nwhile True: time.sleep_ms(50)").until(100)
    asleep = running.engine.cycles
    running.until(1100)
    assert (running.engine.cycles - asleep) / 125e6 < 0.01
    busy = run("while True: pass").until(100)
    before = busy.engine.cycles
    busy.until(200)
    assert (busy.engine.cycles - before) / 12.5e6 == pytest.approx(1, abs=0.001)


def test_the_same_calls_give_the_same_events(run):
    def events():
        running = run(DMA)
        running.engine.send(60_000, b"1+1\r\n")
        return running.until(100).told.events

    assert events() == events()


def test_close_can_be_called_twice(run):
    engine = run("").until(10).engine
    engine.close()
    engine.close()
