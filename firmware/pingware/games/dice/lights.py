"""Light shows of the dice beside those that all rolls share: bonus, auction, clock, first player."""

from pingware.shared.light_show import COUNTED, FULL, Show, flashes

_SHIMMER_MS = 900
_SOLD_MS = 900
_BID_MS = 200
_TWICE_MS = 700
_WARNING_MS = 1200


def shimmer(_count: int, ms: int) -> int:
    """Flickers softly: about a level that rises, never dark."""
    level = FULL // 2 + ms * FULL // (2 * _SHIMMER_MS)
    return level - FULL // 4 if ms // 170 % 2 else level


def falls(_count: int, ms: int) -> int:
    """Goes down in three steps."""
    return FULL >> (2 * (3 * ms // _SOLD_MS))


def glows(_count: int, ms: int) -> int:
    """Rises and sinks once, slowly."""
    half_ms = _WARNING_MS // 2
    return FULL * (half_ms - abs(ms - half_ms)) // half_ms


def twice(_count: int, ms: int) -> int:
    """Flashes twice."""
    return flashes(2, ms)


def lit(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


SHOWS = {
    "bonus": Show(shimmer, (255, 170, 0), _SHIMMER_MS),
    "auction": Show(lit, (120, 0, 255), 2 * _BID_MS),
    "bid": Show(lit, (120, 0, 255), _BID_MS),
    "sold": Show(falls, (120, 0, 255), _SOLD_MS),
    "unsold": Show(lit, (60, 60, 60), 2 * _BID_MS),
    "again": Show(twice, (0, 255, 255), _TWICE_MS),
    "first": Show(flashes, (0, 255, 40), COUNTED),
    "warning": Show(glows, (0, 120, 255), _WARNING_MS),
    "clock_over": Show(glows, (255, 0, 0), _WARNING_MS),
}
