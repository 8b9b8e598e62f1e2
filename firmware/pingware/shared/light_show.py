"""Light shows: patterns of brightness, and colour as a function of time. Pure.

Every show differs from the others by its pattern in time, so that colour is never needed; what is
counted flashes so often. Flashes keep to three a second at most (WCAG 2.3.1, photosensitive
players). Each game declares its shows in its ``lights.py``, the device in ``device_shows``.
Source: QB-07, QB-R2.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

# Start to start of two pings: 483 control ticks of 16 samples at 22 045.9 Hz, see the sequencer.
PING_US = 350_542
FLASH_MS = 175
RISE_MS = 450
FADE_MS = 2400
BLINK_MS = 600
LONG_BLINK_MS = 1200
PAIR_MS = 900  # two pulses, then a pause
_PULSES_MS = ((0, 150), (300, 450))
_BLINK_ON_MS = 300
_LONG_BLINK_ON_MS = 900
_BREATH_MS = 1600
_BAR_MS = 1000
_BAR_LEAST_MS = 60

DARK = (0, 0, 0)
FULL = 255

# pattern: brightness 0..255 by (count, ms); rgb: red, green, blue 0..255, linear, before gamma;
# length: ms, or COUNTED (a flash each), BLINKED (a blink each), IN_MS (the count is the length).
Show = namedtuple("Show", ("pattern", "rgb", "length"))
COUNTED, BLINKED, IN_MS = -1, -2, -3


def flashes(count: int, ms: int) -> int:
    """Flashes ``count`` times, in step with the pings."""
    nth = ms * 1000 // PING_US
    return FULL if nth < count and ms - nth * PING_US // 1000 < FLASH_MS else 0


def steady(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


def rises(_count: int, ms: int) -> int:
    """Rises from dark to full every ``RISE_MS``."""
    return FULL * (ms % RISE_MS) // RISE_MS


def double_pulses(_count: int, ms: int) -> int:
    """Pulses twice every ``PAIR_MS``."""
    beat_ms = ms % PAIR_MS
    return FULL if any(on <= beat_ms < off for on, off in _PULSES_MS) else 0


def fade(_count: int, ms: int) -> int:
    """Fades to dark in ``FADE_MS``."""
    return FULL * (FADE_MS - ms) // FADE_MS


def blinks(_count: int, ms: int) -> int:
    """Blinks every ``BLINK_MS``, lit for half of it."""
    return FULL if ms % BLINK_MS < _BLINK_ON_MS else 0


def long_blinks(_count: int, ms: int) -> int:
    """Blinks every ``LONG_BLINK_MS``, lit for three quarters of it."""
    return FULL if ms % LONG_BLINK_MS < _LONG_BLINK_ON_MS else 0


def breath(_count: int, ms: int) -> int:
    """Breathes, from full to dark and back in 1.6 s."""
    half_ms = _BREATH_MS // 2
    return FULL * abs(ms % _BREATH_MS - half_ms) // half_ms


def bar(length_ms: int, ms: int) -> int:
    """Draws a bar of the time left: lit for that share of every second."""
    on_ms = max(_BAR_MS * (length_ms - ms) // length_ms, _BAR_LEAST_MS)
    return FULL if ms % _BAR_MS < on_ms else 0


def duration_ms(show: Show, count: int) -> int:
    """Returns how long a show lasts (int, ms).

    Args:
        show: its length may follow from the count.
        count: of flashes or blinks, or a length in ms; see ``Show``. Below 0 is 0.
    """
    length: int = show.length
    count = max(count, 0)
    if length == COUNTED:
        return (count * PING_US + 999) // 1000
    if length == BLINKED:
        return count * BLINK_MS
    return count if length == IN_MS else length


def colour(show: Show, count: int, elapsed_ms: int) -> tuple[int, ...]:
    """Returns the colour of the light ``elapsed_ms`` after the start of a show.

    Args:
        show: see ``Show``.
        count: as for ``duration_ms``.
        elapsed_ms: int, ms, measured by the sound's own clock if it sounds.

    Returns:
        (red, green, blue), ints 0..255, linear brightness before gamma.
    """
    if not 0 <= elapsed_ms < duration_ms(show, count):
        return DARK
    level = show.pattern(count, elapsed_ms)
    return tuple([channel * level // FULL for channel in show.rgb])
