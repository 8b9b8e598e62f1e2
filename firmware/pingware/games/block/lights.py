"""Light shows of the Question Block, one for each outcome. Coins are counted (QB-07, QB-R2)."""

from pingware.shared.light_show import COUNTED, FULL, RISE_MS, Show, flashes, rises

_FADE_MS = 2400
_PAIR_MS = 900  # two pulses, then a pause
_PULSES_MS = ((0, 150), (300, 450))


def double_pulses(_count: int, ms: int) -> int:
    """Pulses twice every ``_PAIR_MS``."""
    beat_ms = ms % _PAIR_MS
    return FULL if any(on <= beat_ms < off for on, off in _PULSES_MS) else 0


def fade(_count: int, ms: int) -> int:
    """Fades to dark in ``_FADE_MS``."""
    return FULL * (_FADE_MS - ms) // _FADE_MS


SHOWS = {
    "coins": Show(flashes, (255, 170, 0), COUNTED),
    "power_up": Show(rises, (0, 255, 40), 3 * RISE_MS),
    "laugh": Show(double_pulses, (255, 0, 0), 2 * _PAIR_MS),
    "game_over": Show(fade, (0, 60, 255), _FADE_MS),
}
