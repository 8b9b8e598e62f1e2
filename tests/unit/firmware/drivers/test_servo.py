"""The servo's pulses and power, in their order (product facts 5.4)."""

import pytest

from pingware.drivers.servo import Servo


class Bench:
    """Writes down everything that is done to the parts."""

    def __init__(self):
        self.done = []
        self.servo = Servo(self, self.supply, self.sleep_ms)
        self.servo.open()
        self.done.clear()

    def freq(self, hz):
        self.done.append(("hz", hz))

    def duty_ns(self, ns):
        self.done.append(("pulse", ns))

    def supply(self, on):
        self.done.append(("supply", on))

    def sleep_ms(self, ms):
        self.done.append(("sleep", ms))


@pytest.fixture
def bench():
    return Bench()


def test_opens_without_power_and_without_a_pulse():
    """One pulse in 20 ms is 50 Hz (product facts 5.4)."""
    bench = Bench()
    bench.servo.open()
    assert bench.done == [("supply", 0), ("hz", 50), ("pulse", 0)]


def test_pulses_come_out_before_the_power_comes(bench):
    for pulse_ns in (1_450_000, 1_460_000, 1_470_000, 1_480_000):
        bench.servo.write(pulse_ns)
    assert bench.done == [
        ("pulse", 1_450_000),
        ("pulse", 1_460_000),
        ("pulse", 1_470_000),
        ("supply", 1),
        ("pulse", 1_480_000),
    ]


def test_the_power_goes_after_the_pulses(bench):
    bench.servo.write(1_450_000)
    bench.servo.rest()
    assert bench.done[-1] == ("pulse", 0)
    bench.servo.power_off()
    assert bench.done[-1] == ("supply", 0)


def test_power_stays_if_a_new_motion_began_in_the_last_frame(bench):
    for _ in range(3):
        bench.servo.write(1_450_000)
    bench.servo.rest()
    bench.servo.write(1_500_000)
    bench.servo.power_off()
    assert ("supply", 0) not in bench.done
    assert bench.done[-1] == ("pulse", 1_500_000)


def test_close_in_mid_motion_waits_a_whole_frame_without_a_pulse(bench):
    """Longer than the 20 ms of a frame (product facts 5.4: "wait > 20 ms")."""
    bench.servo.write(1_450_000)
    bench.done.clear()
    bench.servo.close()
    assert bench.done == [("pulse", 0), ("sleep", 21), ("supply", 0)]
    bench.done.clear()
    bench.servo.close()
    assert bench.done == [("pulse", 0), ("supply", 0)]


def test_interrupted_close_still_takes_the_power_away(bench):
    def interrupted(_ms):
        raise KeyboardInterrupt

    bench.servo.write(1_450_000)
    bench.servo._sleep_ms = interrupted
    with pytest.raises(KeyboardInterrupt):
        bench.servo.close()
    assert bench.done[-1] == ("supply", 0)
