"""Light shows that games with dice and jails share: each die is counted, each verdict its own."""

from pingware.shared.light_show import COUNTED, FULL, RISE_MS, Show, flashes, rises

_SIREN_MS = 600
_DOOR_MS = 900
_TAP_MS = 120
_TWICE_MS = 700


def siren(_count: int, ms: int) -> int:
    """Swells and sinks every ``_SIREN_MS``."""
    half_ms = _SIREN_MS // 2
    return FULL * (half_ms - abs(ms % _SIREN_MS - half_ms)) // half_ms


def shut(_count: int, ms: int) -> int:
    """Goes out step by step, as a door that closes."""
    return FULL if ms < _DOOR_MS // 3 else FULL // 8


def twice(_count: int, ms: int) -> int:
    """Flashes twice."""
    return flashes(2, ms)


def tap(_count: int, ms: int) -> int:
    """Flashes once, shortly."""
    return FULL // 6 if ms < _TAP_MS else 0


SHOWS = {
    "die_1": Show(flashes, (255, 255, 255), COUNTED),
    "die_2": Show(flashes, (0, 60, 255), COUNTED),
    "jail": Show(siren, (255, 0, 0), 3 * _SIREN_MS),
    "free": Show(rises, (0, 255, 40), 2 * RISE_MS),
    "stay": Show(shut, (255, 100, 0), _DOOR_MS),
    "pay": Show(twice, (255, 170, 0), _TWICE_MS),
    "tries": Show(flashes, (255, 100, 0), COUNTED),
    "tick": Show(tap, (255, 255, 255), _TAP_MS),
}
