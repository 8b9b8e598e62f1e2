"""Settings and requests of the Question Block, declared once for device and host."""

from pingware.shared.schema import list_of, needed, one_of, setting, such_that, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MANUAL, JUNIOR, CUSTOM = "manual", "junior", "custom"  # profiles; ``odds`` has their weights
FAMILY_COUNT = 4  # coins, laugh, power_up, game_over
OUTCOME_COUNT = 9  # 1 to 6 coins, then the other three
WEIGHT_SUM_MAX = 100_000


def _adds_up(weights: list[int]) -> bool:
    return len(weights) in (FAMILY_COUNT, OUTCOME_COUNT) and 1 <= sum(weights) <= WEIGHT_SUM_MAX


WEIGHTS = such_that(
    list_of(whole(0, WEIGHT_SUM_MAX), OUTCOME_COUNT, FAMILY_COUNT),
    _adds_up,
    "4 or 9 integers, none below 0, with a sum from 1 to 100000",
)

SETTINGS = {
    "profile": setting(
        MANUAL, one_of(MANUAL, JUNIOR, CUSTOM), help="Odds of the Question Block's outcomes."
    ),
    "weights": setting(
        [2, 2, 1, 1],
        WEIGHTS,
        help="Odds of the profile custom: coins, laugh, power-up and game over; "
        "or nine, the first six for 1 to 6 coins.",
    ),
}

DRAWS_MOST = 25  # of one request: 22 ms on the chip


def _custom_only(message: "dict[str, Any]") -> str:
    if "weights" in message and message["name"] != CUSTOM:
        return "weights go with the profile custom only."
    return ""


REQUESTS = {
    "profile": (
        {"name": needed(SETTINGS["profile"].rule), "weights": SETTINGS["weights"].rule},
        _custom_only,
    ),
    "odds": {"draws": whole(1, DRAWS_MOST)},
}
