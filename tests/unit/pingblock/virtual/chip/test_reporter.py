import numpy as np
import pytest

from pingblock.virtual.chip.reporter import BLOCK_MAX, Reporter

SAMPLE_US, TOP, WRAP_US = 45.36, 944, 7.56


class Clock:
    us = 0.0

    def __call__(self):
        return self.us


@pytest.fixture
def told():
    return []


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def report(told, clock):
    class Sink:
        def __getattr__(self, kind):
            return lambda *args: told.append((kind, *args))

    return Reporter(Sink(), clock)


def stream(report, clock, levels, step_us=SAMPLE_US) -> None:
    for level in levels:
        report.speaker(level, TOP, lambda: WRAP_US)
        clock.us += step_us


def test_steady_stream_becomes_one_block(report, clock, told):
    stream(report, clock, range(100))
    report.flush()
    (kind, at_us, period_us, levels, top) = told[0]
    assert (kind, at_us, top) == ("speaker", 0.0, TOP)
    assert period_us == pytest.approx(SAMPLE_US)
    np.testing.assert_array_equal(levels, np.arange(100, dtype=np.uint16))
    assert len(told) == 1


def test_single_sample_has_carrier_period(report, told):
    report.speaker(5, TOP, lambda: WRAP_US)
    report.flush()
    assert told[0][1:3] == (0.0, WRAP_US)


def test_gap_starts_new_block(report, clock, told):
    stream(report, clock, range(10))
    clock.us += 1
    stream(report, clock, range(10))
    report.flush()
    assert [len(block[3]) for block in told] == [10, 10]
    assert told[1][1] == pytest.approx(10 * SAMPLE_US + 1)


def test_distant_samples_become_separate_blocks(report, clock, told):
    stream(report, clock, (1, 2), step_us=5_000)
    report.flush()
    assert [len(block[3]) for block in told] == [1, 1]


def test_changed_top_starts_new_block(report, told):
    report.speaker(1, TOP, lambda: WRAP_US)
    report.speaker(1, 1023, lambda: WRAP_US)
    report.flush()
    assert [block[4] for block in told] == [TOP, 1023]


def test_long_stream_is_split_at_block_limit(report, clock, told):
    stream(report, clock, [7] * (BLOCK_MAX + 5))
    report.flush()
    assert [len(block[3]) for block in told] == [BLOCK_MAX, 5]


def test_other_events_are_reported_after_earlier_samples(report, clock, told):
    for act in (
        lambda: report.pin(17, True),
        lambda: report.pwm(18, 1000.0, 0.5),
        lambda: report.adc(3),
        lambda: report.serial(b"x"),
        lambda: report.reset("watchdog"),
    ):
        stream(report, clock, (1, 2))
        act()
    kinds = [event[0] for event in told]
    assert kinds == [
        word for other in ("pin", "pwm", "adc", "serial", "reset") for word in ("speaker", other)
    ]
    times_us = [event[1] for event in told]
    assert times_us == sorted(times_us)


def test_soft_reset_is_found_in_text_even_when_split(report, told):
    report.serial(b"bye\r\nMPY: so")
    report.serial(b"ft reboot\r\nhello")
    report.serial(b"MPY: soft reboot")
    assert [event[0] for event in told] == ["serial", "serial", "reset", "serial", "reset"]
    assert told[2] == ("reset", 0.0, "soft_reset")


def test_flush_without_samples_reports_nothing(report, told):
    report.flush()
    assert told == []
