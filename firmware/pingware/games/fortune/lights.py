"""Light shows of the fortune deck: a pattern for each card, and the skulls of a turn."""

from pingware.shared.light_show import FLASH_MS, FULL, RISE_MS, Show, rises

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Pattern = Callable[[int, int], int]

_BREATH_MS = 1200
_DAWN_MS = 520
_FADE_MS = 1000
# Marks of a code, each lit for so long and followed by as much darkness as a short one.
_SHORT_MS, _LONG_MS = FLASH_MS, 3 * FLASH_MS

_YELLOW, _RED, _BLUE, _WHITE = (255, 170, 0), (255, 0, 0), (0, 60, 255), (150, 150, 150)


def coded(*marks_ms: int) -> "Pattern":
    """Returns the pattern of marks that are lit for so many ms each, one after the other."""

    def pattern(_count: int, ms: int) -> int:
        for lit_ms in marks_ms:
            if ms < lit_ms:
                return FULL
            ms -= lit_ms + _SHORT_MS
            if ms < 0:
                break
        return 0

    return pattern


def steady(_count: int, _ms: int) -> int:
    """Stays lit."""
    return FULL


def fade(_count: int, ms: int) -> int:
    """Fades to dark in ``_FADE_MS``."""
    return max(FULL * (_FADE_MS - ms) // _FADE_MS, 0)


def dawn(_count: int, ms: int) -> int:
    """Rises to full in ``_DAWN_MS``, and stays."""
    return min(FULL * ms // _DAWN_MS, FULL)


def breath(_count: int, ms: int) -> int:
    """Rises and falls once."""
    half_ms = _BREATH_MS // 2
    return max(FULL * (half_ms - abs(ms - half_ms)) // half_ms, 0)


def _code(rgb: "tuple[int, int, int]", *marks_ms: int) -> Show:
    return Show(coded(*marks_ms), rgb, sum(marks_ms) + _SHORT_MS * (len(marks_ms) - 1))


SHOWS = {
    # Where a sound has beats that are counted, the light shows them with it.
    "card_gold": _code(_YELLOW, _SHORT_MS, _SHORT_MS, 2 * _SHORT_MS),
    "card_diamond": Show(fade, (150, 200, 255), _FADE_MS),
    "card_captain": _code(_BLUE, _LONG_MS, 2 * _SHORT_MS),
    "card_sorceress": Show(rises, (160, 0, 255), 2 * RISE_MS),
    "card_chest": Show(dawn, (255, 100, 0), 1200),
    "card_monkey": _code((0, 255, 40), _SHORT_MS, _LONG_MS),
    "card_sea2": _code((0, 200, 255), 350, _SHORT_MS, _SHORT_MS),
    "card_sea3": _code((0, 200, 255), 350, _SHORT_MS, _SHORT_MS, _SHORT_MS),
    "card_sea4": _code((0, 200, 255), 350, *[_SHORT_MS] * 4),
    "card_skull1": _code(_RED, _SHORT_MS),
    "card_skull2": _code(_RED, _LONG_MS, _SHORT_MS),
    "card_storm": Show(breath, _WHITE, _BREATH_MS),
    "card_truce": Show(steady, (0, 255, 40), 1100),
    "card_zombie": _code((60, 255, 0), _SHORT_MS, _SHORT_MS, _SHORT_MS),
    "drum_1": _code(_RED, _SHORT_MS),
    "drum_2": _code(_RED, *[_SHORT_MS] * 2),
    "drum_3": _code(_RED, *[_SHORT_MS] * 3),
    "crash": Show(fade, _RED, 700),
    "chant": _code((160, 0, 255), _SHORT_MS, _SHORT_MS, 2 * _SHORT_MS),
    "next_player": _code(_WHITE, _LONG_MS),
    "skull_back": _code(_WHITE, _SHORT_MS),
    "finish": Show(rises, _YELLOW, 3 * RISE_MS),
}
