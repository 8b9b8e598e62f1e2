"""USB sense and naps, on a fake pin and a fake lightsleep."""

import pytest
from tests.fakes.pins import InputPin

from pingware.drivers.power import Power

NAP_MAX_MS = 4000
NAP_MIN_MS = 10


def test_usb_state_follows_the_pin_and_unplugging_is_reported():
    pin, told = InputPin(1), []
    power = Power(pin, print, lambda cause: told.append(cause.level))
    assert power.on_usb is True
    assert pin.trigger == pin.IRQ_RISING | pin.IRQ_FALLING
    pin.turn(0)
    assert power.on_usb is False
    assert told == [0]


@pytest.mark.parametrize(
    ("on_usb", "ms", "napped"),
    [
        *((0, 2000, [2000]), (0, 0, [NAP_MIN_MS]), (0, -5, [NAP_MIN_MS]), (0, 1, [NAP_MIN_MS])),
        *((0, 60_000, [NAP_MAX_MS]), (1, 2000, [])),
    ],
)
def test_nap_off_usb_lasts_as_requested_within_its_limits(on_usb, ms, napped):
    naps = []
    assert Power(InputPin(on_usb), None, print).sleep(ms, naps.append) is (not on_usb)
    assert Power(InputPin(on_usb), naps.append, print).sleep(ms, None) is (not on_usb)
    assert naps == napped * 2
