"""PWM: the outputs, through machine.PWM and through the registers."""

import pytest


@pytest.mark.parametrize(
    ("made", "freq_hz", "width_us"),
    [("18, freq=1000, duty_u16=32768", 1000, 500), ("22, freq=50, duty_ns=1_500_000", 50, 1500)],
)
def test_pwm_frequency_and_width_are_reported(desk, made, freq_hz, width_us):
    told = desk(f"import machine\nmachine.PWM({made})").run(1).told
    _, gpio, told_hz, duty = told.of("pwm")[-1]
    assert gpio == int(made[:2])
    assert told_hz == pytest.approx(freq_hz, rel=1e-4)
    assert duty / told_hz * 1e6 == pytest.approx(width_us, abs=0.5)


def test_repeated_duty_is_reported_once_and_frequency_change_keeps_duty(desk):
    program = """
import machine
p = machine.PWM(18, freq=1000, duty_u16=0)
for duty in (100, 100, 65535):
    p.duty_u16(duty)
print(p.duty_u16(), p.freq())
p.duty_u16(16384)
p.freq(3000)
"""
    told = desk(program).run(1).told
    duties = [round(entry[3], 3) for entry in told.of("pwm")]
    assert duties == [0.0, 0.002, 1.0, 0.25, 0.25]
    assert told.text == "65535 1000\n"


def test_channels_of_a_slice_share_frequency_and_stop_together(desk):
    program = """
import machine, time
red = machine.PWM(18, freq=1000, duty_u16=65535)
green = machine.PWM(19, freq=2000, duty_u16=65535)
time.sleep_ms(5)
red.deinit()
"""
    bench = desk(program)
    for until_ms, freq_hz in ((1, 2000), (10, 0)):
        last = bench.run(until_ms).told.of("pwm")
        assert {entry[1]: round(entry[2]) for entry in last} == {18: freq_hz, 19: freq_hz}
    assert bench.told.of("pwm")[-1][3] == 0.0


def test_plain_output_ends_pwm_of_its_pin(desk):
    program = """
import machine
machine.PWM(22, freq=50, duty_ns=1000000)
machine.Pin(22, machine.Pin.OUT, value=0)
"""
    told = desk(program).run(1).told
    assert told.all[-2][0] == "pwm"
    assert told.all[-2][3] == 0.0
    assert told.of("pin") == [(told.all[-1][1], 22, False)]


def test_pwm_registers_control_same_slice_as_class(desk):
    program = """
import machine
machine.PWM(18, freq=1000, duty_u16=0)
base = 0x40050000 + 0x14
machine.mem32[base + 0x10] = 999
machine.mem32[base + 0x04] = 125 << 4
machine.mem16[base + 0x0c] = 250
print(machine.mem32[base + 0x10], machine.mem32[base + 0x0c] & 0xffff)
"""
    told = desk(program).run(1).told
    assert told.text == "999 250\n"
    assert told.of("pwm")[-1][2:] == (pytest.approx(1000), pytest.approx(0.25))


def test_atomic_aliases_set_and_clear_bits(desk):
    program = """
import machine
csr = 0x40050000 + 0x14
machine.PWM(18, freq=1000, duty_u16=65535)
for alias in (0x3000, 0x2000, 0x1000):
    machine.mem32[csr + alias] = 1
    print(machine.mem32[csr] & 1)
"""
    told = desk(program).run(1).told
    assert told.text.split() == ["0", "1", "0"]
    assert [entry[2] > 0 for entry in told.of("pwm")][-3:] == [False, True, False]


def test_speaker_is_reported_as_levels_instead_of_pwm(desk):
    program = """
import machine
p = machine.PWM(machine.Pin(16), freq=132_275, duty_u16=0)
p.duty_u16(32768)
p.deinit()
"""
    told = desk(program).run(1).told
    assert told.of("pwm") == []
    levels = [(int(levels[0]), top) for _, _, levels, top in told.of("speaker")]
    assert levels == [(473, 944), (0, 944)]
