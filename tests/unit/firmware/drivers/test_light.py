"""The RGB light on three fake PWM channels."""

import pytest

from pingware.drivers.light import Light, duty_u16


class PwmChannel:
    """A PWM channel: a duty before a frequency is an error, as on the chip."""

    def __init__(self):
        self.hz = None
        self.writes = []

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        assert self.hz, "the frequency must be set before the duty"
        assert 0 <= duty <= 65535
        self.writes.append(duty)


@pytest.fixture
def channels():
    return PwmChannel(), PwmChannel(), PwmChannel()


@pytest.fixture
def light(channels):
    light = Light(*channels)
    light.open()
    return light


def latest(channels):
    return [channel.writes[-1] for channel in channels]


def test_light_opens_dark_at_1000_hz(channels):
    light = Light(*channels)
    assert [channel.writes for channel in channels] == [[], [], []]
    light.open()
    assert latest(channels) == [0, 0, 0]
    assert {channel.hz for channel in channels} == {1000}


def test_each_channel_shows_its_level_and_is_written_on_change(light, channels):
    light.show((255, 0, 128))
    assert latest(channels) == [65535, 0, duty_u16(128)]
    before = [len(channel.writes) for channel in channels]
    light.show((255, 21, 128))
    assert [len(channel.writes) for channel in channels] == [before[0], before[1] + 1, before[2]]


def test_off_writes_zero_duty_to_all_channels_even_when_dark(light, channels):
    light.show((1, 2, 3))
    light.off()
    assert latest(channels) == [0, 0, 0]
    before = [len(channel.writes) for channel in channels]
    light.off()
    assert [len(channel.writes) for channel in channels] == [n + 1 for n in before]
    light.show((1, 2, 3))
    assert latest(channels) == [duty_u16(level) for level in (1, 2, 3)], "written again"


def test_gamma_rises_all_the_way_from_dark_to_full():
    duties = [duty_u16(level) for level in range(256)]
    assert duties == sorted(set(duties))
    assert (duties[0], duties[1], duties[255]) == (0, 1, 65535)
    assert duties[128] == pytest.approx(65535 / 4, rel=0.02)
    assert [duty_u16(level) for level in (-1, 256, 100_000)] == [0, 65535, 65535]
