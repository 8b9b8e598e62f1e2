"""USB sense and naps, on a fake pin and a fake lightsleep."""

import pytest
from tests.fakes.pins import InputPin

from pingware.drivers.power import Power

NAP_MAX_MS = 4000
NAP_MIN_MS = 10


@pytest.fixture
def naps():
    return []


def test_usb_is_present_while_the_pin_is_high(naps):
    pin = InputPin(1)
    power = Power(pin, naps.append, print)
    assert power.on_usb is True
    pin.level = 0
    assert power.on_usb is False


def test_the_cable_wakes_it_and_is_told_when_it_comes_and_when_it_goes(naps):
    pin = InputPin(0)
    told = []
    Power(pin, naps.append, lambda cause: told.append(cause.level))
    assert pin.trigger == pin.IRQ_RISING | pin.IRQ_FALLING
    pin.handler(pin)
    assert told == [0]


@pytest.mark.parametrize(
    ("ms", "napped"),
    [(2000, 2000), (0, NAP_MIN_MS), (-5, NAP_MIN_MS), (1, NAP_MIN_MS), (60_000, NAP_MAX_MS)],
)
def test_a_nap_is_as_told_but_neither_endless_nor_longer_than_the_watchdog(naps, ms, napped):
    assert Power(InputPin(0), naps.append, print).sleep(ms)
    assert naps == [napped]


def test_never_naps_on_usb(naps):
    assert not Power(InputPin(1), naps.append, print).sleep(2000)
    assert naps == []
