"""Light shows of the device: weak cells, faults, power-on."""

from pingware.shared.light_show import (
    BLINK_MS,
    BLINKED,
    FLASH_MS,
    FULL,
    LONG_BLINK_MS,
    RISE_MS,
    Show,
    rises,
)

_BLINK_ON_MS = 300
_LONG_BLINK_ON_MS = 900


def steady(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


def blinks(_count: int, ms: int) -> int:
    """Blinks every ``BLINK_MS``, lit for half of it."""
    return FULL if ms % BLINK_MS < _BLINK_ON_MS else 0


def long_blinks(_count: int, ms: int) -> int:
    """Blinks every ``LONG_BLINK_MS``, lit for three quarters of it."""
    return FULL if ms % LONG_BLINK_MS < _LONG_BLINK_ON_MS else 0


def digits(count: int, ms: int) -> int:
    """Blinks long for each ten of ``count``, then short for each one."""
    shorts_ms = ms - count // 10 * LONG_BLINK_MS
    return long_blinks(count, ms) if shorts_ms < 0 else blinks(count, shorts_ms)


SHOWS = {
    "ready": Show(steady, (120, 120, 120), FLASH_MS),
    "nothing_yet": Show(rises, (60, 60, 60), RISE_MS),
    "low_battery": Show(blinks, (255, 60, 0), 2 * BLINK_MS),
    "goodbye": Show(long_blinks, (255, 0, 0), 3 * LONG_BLINK_MS),
    "muted": Show(long_blinks, (255, 255, 255), 4 * LONG_BLINK_MS),
    "locked": Show(blinks, (255, 0, 0), 4 * BLINK_MS),
    "fault": Show(digits, (255, 0, 255), BLINKED),
}

# The light in one colour, for a test.
_LAMP_MS = 4000
LAMPS = {
    "lamp_red": Show(steady, (255, 0, 0), _LAMP_MS),
    "lamp_green": Show(steady, (0, 255, 0), _LAMP_MS),
    "lamp_blue": Show(steady, (0, 0, 255), _LAMP_MS),
    "lamp_white": Show(steady, (255, 255, 255), _LAMP_MS),
}
