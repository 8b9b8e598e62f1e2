"""Light shows of the storm dice: each action is lit for longer than a number that flashes."""

from pingware.shared.light_show import FULL, RISE_MS, Show, rises

_FADE_MS = 700
_SWAY_MS = 400
_BREATH_MS = 1500


def steady(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


def fade(_count: int, ms: int) -> int:
    """Fades to dark in ``_FADE_MS``."""
    return max(FULL * (_FADE_MS - ms) // _FADE_MS, 0)


def _waves(period_ms: int, ms: int) -> int:
    """Rises from dark to full and falls back, in ``period_ms``."""
    half_ms = period_ms // 2
    return FULL * (half_ms - abs(ms % period_ms - half_ms)) // half_ms


def sways(_count: int, ms: int) -> int:
    """Comes and goes every ``_SWAY_MS``."""
    return _waves(_SWAY_MS, ms)


def breath(_count: int, ms: int) -> int:
    """Rises and falls once in ``_BREATH_MS``."""
    return _waves(_BREATH_MS, ms)


SHOWS = {
    "shot": Show(fade, (255, 0, 0), _FADE_MS),
    "hammer": Show(rises, (255, 100, 0), 2 * RISE_MS),
    "heal": Show(steady, (0, 255, 40), 1100),
    "dance": Show(sways, (255, 0, 255), 1000),
    "wind": Show(breath, (0, 60, 255), _BREATH_MS),
}
