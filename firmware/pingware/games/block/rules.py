"""Outcomes of a press of the Question Block, and their odds. Pure.

Odds are nine integer weights, in the order of ``OUTCOMES``. The profile ``manual`` is the
rulebook's die table for silent play, not a measurement of any unit.
Source: QB-02, QB-07, QB-08.
"""

from collections import namedtuple

from pingware.games.block.options import CUSTOM, FAMILY_COUNT, JUNIOR, MANUAL, WEIGHTS
from pingware.shared.schema import is_right
from pingware.shared.wording import words_of

COINS = "coins"
LAUGH = "laugh"
POWER_UP = "power_up"
GAME_OVER = "game_over"

# kind: one of the four families; coins: 1..6 for COINS, else 0.
Outcome = namedtuple("Outcome", ("kind", "coins"))

COINS_MAX = 6
OUTCOMES = tuple([Outcome(COINS, n) for n in range(1, COINS_MAX + 1)]) + (
    Outcome(LAUGH, 0),
    Outcome(POWER_UP, 0),
    Outcome(GAME_OVER, 0),
)

PROFILES = {
    MANUAL: (1, 1, 1, 1, 1, 1, 6, 3, 3),
    JUNIOR: (1, 1, 1, 0, 0, 0, 0, 0, 0),
}


def weights_of(profile: str, custom: object = None) -> tuple[int, ...]:
    """Looks up or checks the weights of a profile.

    Args:
        profile: "manual", "junior" or "custom".
        custom: for "custom" only: nine ints in the order of ``OUTCOMES``, or four for coins,
            laugh, power_up and game_over; each >= 0, not all 0.

    Returns:
        tuple of nine ints.

    Raises:
        ValueError: no such profile, or weights that cannot be used; the text says why.
    """
    if profile in PROFILES:
        return PROFILES[profile]
    if profile != CUSTOM:
        raise ValueError("no such profile: choose manual, junior or custom")
    if not is_right(WEIGHTS, custom):
        raise ValueError("the weights must be %s" % words_of(WEIGHTS))
    weights: list[int] = list(custom)  # type: ignore[call-overload]  # its rule has said so
    return _nine_from_four(weights) if len(weights) == FAMILY_COUNT else tuple(weights)


def _nine_from_four(families: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Spreads the coins family evenly over 1..6 coins, exactly (all weights times six)."""
    coins, laugh, power_up, game_over = families
    others = (laugh * COINS_MAX, power_up * COINS_MAX, game_over * COINS_MAX)
    return (coins,) * COINS_MAX + others
