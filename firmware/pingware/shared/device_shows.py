"""Light shows of the device itself: cells, faults, power-on, and lamps to try a light with."""

from pingware.shared.light_show import BLINK_MS, BLINKED, FLASH_MS, FULL, RISE_MS, Show, rises

LONG_BLINK_MS = 1200
_BLINK_ON_MS = 300
_LONG_BLINK_ON_MS = 900
_LAMP_MS = 4000


def steady(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


def blinks(_count: int, ms: int) -> int:
    """Blinks every ``BLINK_MS``, lit for half of it."""
    return FULL if ms % BLINK_MS < _BLINK_ON_MS else 0


def long_blinks(_count: int, ms: int) -> int:
    """Blinks every ``LONG_BLINK_MS``, lit for three quarters of it."""
    return FULL if ms % LONG_BLINK_MS < _LONG_BLINK_ON_MS else 0


SHOWS = {
    "ready": Show(steady, (120, 120, 120), FLASH_MS),
    "nothing_yet": Show(rises, (60, 60, 60), RISE_MS),
    "low_battery": Show(blinks, (255, 60, 0), 2 * BLINK_MS),
    "goodbye": Show(long_blinks, (255, 0, 0), 3 * LONG_BLINK_MS),
    # Verdicts: the emptier, the more blinks. Long blinks: something must be done.
    "battery_good": Show(blinks, (0, 255, 40), 1 * BLINK_MS),
    "battery_fair": Show(blinks, (170, 255, 0), 2 * BLINK_MS),
    "battery_replace_soon": Show(blinks, (255, 100, 0), 3 * BLINK_MS),
    "battery_stop": Show(blinks, (255, 0, 0), 4 * BLINK_MS),
    "battery_demo_cell": Show(long_blinks, (255, 0, 200), 2 * LONG_BLINK_MS),
    "battery_on_usb": Show(long_blinks, (120, 120, 255), 1 * LONG_BLINK_MS),
    "muted": Show(long_blinks, (255, 255, 255), 4 * LONG_BLINK_MS),
    "fault": Show(blinks, (255, 0, 255), BLINKED),
    "lamp_red": Show(steady, (255, 0, 0), _LAMP_MS),
    "lamp_green": Show(steady, (0, 255, 0), _LAMP_MS),
    "lamp_blue": Show(steady, (0, 0, 255), _LAMP_MS),
    "lamp_white": Show(steady, (255, 255, 255), _LAMP_MS),
}
