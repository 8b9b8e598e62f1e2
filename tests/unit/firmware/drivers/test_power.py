"""USB sense and naps, on a fake pin and a fake lightsleep."""

import pytest

from pingware.drivers.power import Power

NAP_MAX_MS = 4000
NAP_MIN_MS = 10


class Vbus:
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, level):
        self.level = level
        self.wakes_at = 0

    def irq(self, handler, trigger, hard):
        assert hard
        self.handler = handler
        self.wakes_at = trigger

    def value(self):
        return self.level


@pytest.fixture
def naps():
    return []


def test_usb_is_present_while_the_pin_is_high(naps):
    pin = Vbus(1)
    power = Power(pin, naps.append, print)
    assert power.on_usb is True
    pin.level = 0
    assert power.on_usb is False


def test_the_cable_wakes_it_and_is_told_when_it_comes_and_when_it_goes(naps):
    pin = Vbus(0)
    told = []
    Power(pin, naps.append, lambda cause: told.append(cause.level))
    assert pin.wakes_at == Vbus.IRQ_RISING | Vbus.IRQ_FALLING
    pin.handler(pin)
    assert told == [0]


def test_naps_as_long_as_it_was_told(naps):
    assert Power(Vbus(0), naps.append, print).sleep(2000)
    assert naps == [2000]


@pytest.mark.parametrize(
    ("ms", "napped"), [(0, NAP_MIN_MS), (-5, NAP_MIN_MS), (1, NAP_MIN_MS), (60_000, NAP_MAX_MS)]
)
def test_a_nap_is_neither_endless_nor_longer_than_the_watchdog(naps, ms, napped):
    Power(Vbus(0), naps.append, print).sleep(ms)
    assert naps == [napped]


def test_never_naps_on_usb(naps):
    assert not Power(Vbus(1), naps.append, print).sleep(2000)
    assert naps == []
