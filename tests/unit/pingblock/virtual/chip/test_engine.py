"""The chip engine's seam: pins, ADC, PWM, the speaker's compare register, the serial link."""

import pytest

from pingblock.errors import BadInput

BLINK = """
from machine import Pin
import time
led = Pin(17, Pin.OUT)
for level in (1, 0, 1):
    led(level)
    time.sleep_ms(10)
"""


def test_image_boots_within_thirty_ms_and_reports_power_on_first(run):
    running = run("from machine import Pin; Pin(17, Pin.OUT, value=1)\nprint('up')").until(100)
    assert running.told.all[0] == ("reset", 0.0, "power_on")
    assert running.lines == ["up"]
    assert b"MicroPython v1.24.1" in running.told.text
    assert 5_000 < running.told.of("pin")[-1][0] < 30_000


def test_engine_reports_output_levels_with_times(run):
    told = run(BLINK).until(100).told.of("pin")
    assert [entry[1:] for entry in told] == [(17, level) for level in (False, True, False, True)]
    # The first pause begins within a tick of MicroPython's clock, the second at a tick.
    assert told[3][0] - told[2][0] == pytest.approx(10_000, abs=200)


def test_adc_samples_come_from_sink_and_events_keep_order(run):
    adc = "from machine import ADC\nprint([ADC(c).read_u16() >> 4 for c in (0, 3, 4)])"
    running = run(BLINK + adc).until(200)
    assert running.lines == ["[1000, 1003, 1004]"]
    assert [channel for _, channel in running.told.of("adc")] == [0, 3, 4]
    times_us = [event[1] for event in running.told.all]
    assert times_us == sorted(times_us)


def test_engine_reports_pwm_frequency_duty_and_end(run):
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
    told = run(program).until(100).told.of("pwm")
    waves = [(gpio, round(freq_hz), round(duty, 3)) for _, gpio, freq_hz, duty in told]
    assert (18, 1000, 0.25) in waves
    assert waves[-1] == (18, 0, 0.0)
    assert all(gpio == 18 for gpio, _, _ in waves)


def test_pwm_change_is_reported_at_its_wrap(run):
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
    told = run(program).until(200).told.of("pwm")
    pulses = [(at_us, duty * 20_000) for at_us, _, freq_hz, duty in told if freq_hz]
    (first_us, first_width), (second_us, second_width) = pulses[-2:]
    assert (first_width, second_width) == (pytest.approx(1800, abs=3), pytest.approx(2000, abs=3))
    frames = (second_us - first_us) / 20_000
    assert frames == pytest.approx(round(frames), abs=0.00025)
    assert round(frames) in (2, 3)


def test_speaker_pin_is_reported_as_samples_with_and_without_pwm(run):
    program = """
from machine import PWM, Pin
speaker = PWM(Pin(16), freq=132275, duty_u16=0)
for level in (8192, 16384, 32768):
    speaker.duty_u16(level)
Pin(16, Pin.OUT, value=1)
Pin(16, Pin.OUT, value=0)
"""
    told = run(program).until(100).told
    levels = [level for *_, block, _ in told.of("speaker") for level in block]
    assert [round(level / 945, 1) for level in levels[-5:]] == [0.1, 0.2, 0.5, 1.0, 0.0]
    assert levels[-2:] == [945, 0]
    assert told.of("speaker")[-1][-1] == 944
    assert told.of("pwm") == []


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
def test_dma_samples_are_reported_at_exact_rate(run, turbo):
    running = run(DMA, turbo=turbo).until(100)
    _, period_us, levels, _ = running.told.of("speaker")[-1]
    assert period_us == pytest.approx(45.36, abs=1e-6)
    assert levels == list(range(128))
    assert running.lines == ["[1]"]


def test_outside_drives_happen_on_schedule_and_overdue_ones_at_once(run):
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
    running.until(100).engine.drive(5_000, 14, False)
    lines = [line.split() for line in running.until(200).lines]
    assert [level for _, level in lines] == ["0", "1", "0"]
    times_us = [int(at_us) for at_us, _ in lines]
    assert times_us == pytest.approx([60_030, 70_030, 100_030], abs=100)
    assert running.engine.now_us == 200_000


def test_long_text_arrives_complete_and_repl_answers(run):
    program = """
import sys
text = sys.stdin.read(3000)
print(len(text), text == "0123456789" * 300)
"""
    running = run(program)
    running.engine.send(100_000, b"0123456789" * 300)
    running.engine.send(250_000, b"6 * 7\r\n")
    lines = running.until(350).lines
    assert (lines[0], lines[-1]) == ("3000 True", "42")


def test_send_beyond_host_queue_is_refused(run):
    running = run("while True: pass").until(100)
    running.engine.send(100_000, bytes(70_000))
    with pytest.raises(BadInput, match="send fewer"):
        running.until(110)


def test_serial_link_is_no_faster_than_full_speed_usb(run):
    program = """
import sys, time
start = time.ticks_us()
for _ in range(100):
    sys.stdout.buffer.write(b"x" * 64)
print(time.ticks_diff(time.ticks_us(), start))
"""
    took_us = int(run(program).until(300).lines[-1].lstrip("x"))
    assert 200_000 < 6400 / took_us * 1e6 < 1_200_000


def test_unread_output_blocks_firmware_without_loss(run):
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


def test_cycle_count_excludes_sleep(run):
    running = run("import time\nwhile True: time.sleep_ms(50)").until(100)
    asleep = running.engine.cycles
    running.until(1100)
    assert (running.engine.cycles - asleep) / 125e6 < 0.01
    busy = run("while True: pass").until(100)
    before = busy.engine.cycles
    busy.until(200)
    assert (busy.engine.cycles - before) / 12.5e6 == pytest.approx(1, abs=0.001)


def test_same_calls_give_same_events(run):
    def events():
        running = run(DMA)
        running.engine.send(60_000, b"1+1\r\n")
        return running.until(100).told.all

    assert events() == events()


def test_close_can_be_called_twice(run):
    engine = run("").engine
    engine.close()
    engine.close()
