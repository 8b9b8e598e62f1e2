"""Light frames: the colour of a show, and its duration, as functions of time. Pure."""

from pingware.shared.light_show import (
    BLINK_MS,
    BLINKED,
    COUNTED,
    FULL,
    IN_MS,
    LONG_BLINK_MS,
    PING_US,
    Show,
)

DARK = (0, 0, 0)
STEP_MS = 20  # for continuous changes
_AHEAD_MS = 200  # a light that is too strong for the cells is dimmed within this time


def duration_ms(show: Show, count: int) -> int:
    """Returns how long a show lasts (int, ms).

    Args:
        show: its length may follow from the count.
        count: of flashes or blinks, or a length in ms, see ``Show``. Negative values count as 0.
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
        count: as for ``duration_ms``.
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
