"""Light shows: patterns of brightness, as games and the device declare them, and frames. Pure.

Every show has a different pattern in time, so that colour is never needed. A count has as many
flashes. There are at most three flashes a second (WCAG 2.3.1, photosensitive players). Each game
declares its shows in its ``lights.py``, the device in ``device_shows``. Source: QB-07, QB-R2.
"""

from collections import namedtuple

from pingware.shared.schema import computed

# Start to start of two pings, and of all counted sounds, so that a child can count along. The
# mixer rounds it up to control ticks of 16 samples. ``tunes.sequencer`` has their length.
EVERY_MS = 350
_TICK_CLOCKS, _CLOCKS_A_MS = 16 * 5670, 125_000
EVERY_TICKS: int = computed(-(-EVERY_MS * _CLOCKS_A_MS // _TICK_CLOCKS))
PING_US: int = computed(EVERY_TICKS * _TICK_CLOCKS * 1000 // _CLOCKS_A_MS)
FLASH_MS = 175
RISE_MS = 450
BLINK_MS = 600
LONG_BLINK_MS = 1200

FULL = 255
DARK = (0, 0, 0)
STEP_MS = 20  # time step of continuous changes
_AHEAD_MS = 200  # a light that is too strong for the cells is dimmed within this time

# pattern: brightness 0..255 by (count, ms). rgb: red, green, blue 0..255, linear, before gamma.
# length: ms, or COUNTED (a flash each), BLINKED (a long blink for each ten, then a short one for
# each one of the count), IN_MS (the count is the length).
Show = namedtuple("Show", ("pattern", "rgb", "length"))
COUNTED, BLINKED, IN_MS = -1, -2, -3


def flashes(count: int, ms: int) -> int:
    """Flashes ``count`` times, in step with the pings."""
    nth = ms * 1000 // PING_US
    return FULL if nth < count and ms - nth * PING_US // 1000 < FLASH_MS else 0


def rises(_count: int, ms: int) -> int:
    """Rises from dark to full every ``RISE_MS``."""
    return FULL * (ms % RISE_MS) // RISE_MS


def duration_ms(show: Show, count: int) -> int:
    """Returns how long a show lasts (int, ms).

    Args:
        show: its length can follow from the count.
        count: number of flashes or blinks, or ms, see ``Show``. Negative values count as 0.
    """
    length: int = show.length
    count = max(count, 0)
    if length == COUNTED:
        return (count * PING_US + 999) // 1000
    if length == BLINKED:
        return count // 10 * LONG_BLINK_MS + count % 10 * BLINK_MS
    return count if length == IN_MS else length


def colour(show: Show, count: int, elapsed_ms: int) -> tuple[int, ...]:
    """Returns the colour of the light ``elapsed_ms`` after the start of a show.

    Args:
        show: see ``Show``.
        count: see ``duration_ms``.
        elapsed_ms: int, ms, by the clock of its sound while that plays.

    Returns:
        (red, green, blue), ints 0..255, linear brightness before gamma.
    """
    if not 0 <= elapsed_ms < duration_ms(show, count):
        return DARK
    level = show.pattern(count, elapsed_ms)
    return tuple([channel * level // FULL for channel in show.rgb])


def unchanged_ms(show: Show, count: int, elapsed_ms: int) -> int:
    """Returns how long a show looks the same from ``elapsed_ms`` on.

    Returns:
        int, ms, a multiple of ``STEP_MS`` and at least one. It looks ahead 200 ms at most.
    """
    left_ms = min(duration_ms(show, count) - elapsed_ms, _AHEAD_MS)
    level = show.pattern(count, elapsed_ms)
    ms = STEP_MS
    while ms < left_ms and show.pattern(count, elapsed_ms + ms) == level:
        ms += STEP_MS
    return ms
