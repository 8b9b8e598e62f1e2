"""Light shows of the Wiggly Worms: the lever, the time that is left, players and their cards."""

from pingware.shared.light_show import COUNTED, FULL, IN_MS, Show, flashes

_ARMED_MS = 30_000  # a lever that is held longer counts as a fault
_LONGEST_RUN_MS = 60_000
_BREATH_MS = 1600
_BAR_MS = 1000
_BAR_LEAST_MS = 60


def breath(_count: int, ms: int) -> int:
    """Breathes, from full to dark and back in 1.6 s."""
    half_ms = _BREATH_MS // 2
    return FULL * abs(ms % _BREATH_MS - half_ms) // half_ms


def bar(length_ms: int, ms: int) -> int:
    """Shows the time left: lit for that share of every second."""
    on_ms = max(_BAR_MS * (length_ms - ms) // length_ms, _BAR_LEAST_MS)
    return FULL if ms % _BAR_MS < on_ms else 0


SHOWS = {
    "armed": Show(breath, (110, 110, 110), _ARMED_MS),
    "time": Show(bar, (70, 150, 35), IN_MS),
    "surprise": Show(breath, (120, 0, 150), _LONGEST_RUN_MS),
    # Players and colours of cards, each by number.
    "card_1": Show(flashes, (0, 255, 40), COUNTED),
    "card_2": Show(flashes, (0, 60, 255), COUNTED),
    "card_3": Show(flashes, (255, 0, 0), COUNTED),
    "card_4": Show(flashes, (255, 170, 0), COUNTED),
}
