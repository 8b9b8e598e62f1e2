"""Settings and requests of the Question Block, declared once for device and host."""

from typing import Any

from pingware.games.block.outcomes import FAMILIES, FIRST_FAMILIES
from pingware.shared.schema import computed, list_of, needed, one_of, setting, such_that, whole

MANUAL, JUNIOR, CUSTOM = "manual", "junior", "custom"  # profiles. ``outcomes`` has their weights.
WEIGHT_SUM_MAX = 100_000
FAMILY_COUNT = computed(len(FAMILIES))
COINS_MAX = computed(len(FAMILIES[0].manual))
OUTCOME_COUNT = COINS_MAX + FAMILY_COUNT - 1  # 1 to 6 coins, then the others
# Possible numbers of weights: one for each family, or for 1 to 6 coins and the others. Older
# firmware stored fewer, and outcomes that it did not have never occur.
LENGTHS: tuple[int, ...] = computed(
    tuple(range(FIRST_FAMILIES, FAMILY_COUNT + 1))
    + tuple(range(COINS_MAX + FIRST_FAMILIES - 1, OUTCOME_COUNT + 1))
)


def _adds_up(weights: list[int]) -> bool:
    return len(weights) in LENGTHS and 1 <= sum(weights) <= WEIGHT_SUM_MAX


WEIGHTS = such_that(
    list_of(whole(0, WEIGHT_SUM_MAX), OUTCOME_COUNT, FIRST_FAMILIES),
    _adds_up,
    computed(
        "%s or %d integers from 0 up, with a sum from 1 to %d"
        % (", ".join(map(str, LENGTHS[:-1])), OUTCOME_COUNT, WEIGHT_SUM_MAX)
    ),
)

SETTINGS = {
    "profile": setting(
        MANUAL, one_of(MANUAL, JUNIOR, CUSTOM), help="Odds of the Question Block's outcomes."
    ),
    "weights": setting(
        computed([each.custom for each in FAMILIES]),
        WEIGHTS,
        help="Odds of the profile custom: %d numbers (%s) or %d (the first six for 1 to 6 coins)."
        % (
            len(FAMILIES),
            ", ".join(each.kind.replace("_", " ") for each in FAMILIES),
            OUTCOME_COUNT,
        ),
    ),
}

DRAWS_MOST = 25  # most draws in one request, because they take 22 ms on the chip


def _custom_only(message: "dict[str, Any]") -> str:
    if "weights" in message and message["name"] != CUSTOM:
        return "weights need the profile custom."
    return ""


REQUESTS = {
    "profile": (
        {"name": needed(SETTINGS["profile"].rule), "weights": SETTINGS["weights"].rule},
        _custom_only,
    ),
    "odds": {"draws": whole(1, DRAWS_MOST)},
}
