"""Draws of the Question Block: its outcomes in the order of their weights. Pure.

The profile ``manual`` is the rulebook's die table for silent play. It was not measured on a
device. Source: QB-02, QB-07, QB-08.
"""

from collections import namedtuple

from pingware.games.block.options import (
    COINS_MAX,
    CUSTOM,
    FAMILY_COUNT,
    JUNIOR,
    MANUAL,
    OUTCOME_COUNT,
    WEIGHTS,
)
from pingware.games.block.outcomes import COINS, FAMILIES
from pingware.shared.schema import computed, is_right
from pingware.shared.wording import words_of

# kind: kind of a record in ``outcomes``. coins: 1..6 for COINS, else 0.
Outcome = namedtuple("Outcome", ("kind", "coins"))

OUTCOMES = tuple([Outcome(COINS, n) for n in range(1, COINS_MAX + 1)]) + tuple(
    [Outcome(kind, 0) for kind in computed([each.kind for each in FAMILIES[1:]])]
)

PROFILES: dict[str, tuple[int, ...]] = computed(
    {
        MANUAL: sum([each.manual for each in FAMILIES], ()),
        JUNIOR: sum([each.junior for each in FAMILIES], ()),
    }
)


def weights_of(profile: str, custom: object = None) -> tuple[int, ...]:
    """Looks up or checks the weights of a profile.

    Args:
        profile: "manual", "junior" or "custom".
        custom: for "custom" only: ints in the order of ``OUTCOMES``, or one for each family. They
            are >= 0, not all 0. Weights of older firmware lack the last ones, which then are 0.

    Returns:
        tuple of ints, one for each of ``OUTCOMES``.

    Raises:
        ValueError: unknown profile or unusable weights. The text explains it.
    """
    if profile in PROFILES:
        return PROFILES[profile]
    if profile != CUSTOM:
        raise ValueError("no such profile: choose manual, junior or custom")
    if not is_right(WEIGHTS, custom):
        raise ValueError("the weights must be %s" % words_of(WEIGHTS))
    weights: list[int] = list(custom)  # type: ignore[call-overload]  # its rule has checked it
    if len(weights) <= FAMILY_COUNT:  # splits the weight of coins exactly over their numbers
        weights = weights[:1] * COINS_MAX + [each * COINS_MAX for each in weights[1:]]
    return tuple(weights + [0] * (OUTCOME_COUNT - len(weights)))
