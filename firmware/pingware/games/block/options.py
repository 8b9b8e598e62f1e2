"""The Question Block's settings and requests, declared once for device and host."""

from pingware.shared.rules import list_of, one_of, request, setting, such_that, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MANUAL, JUNIOR, CUSTOM = "manual", "junior", "custom"  # profiles; ``odds`` has their weights
FAMILIES = 4  # coins, laugh, power_up, game_over
OUTCOMES = 9  # 1 to 6 coins, then the other three
WEIGHT_SUM_MAX = 100_000
DRAWS_MOST = 25  # of one request: 22 ms on the chip


def _adds_up(weights: list[int]) -> bool:
    return len(weights) in (FAMILIES, OUTCOMES) and 1 <= sum(weights) <= WEIGHT_SUM_MAX


def _custom_only(message: "dict[str, Any]") -> str:
    if "weights" in message and message["name"] != CUSTOM:
        return "weights go with the profile custom only."
    return ""


_PROFILE = one_of(MANUAL, JUNIOR, CUSTOM)
WEIGHTS = such_that(
    list_of(whole(0), OUTCOMES, FAMILIES),
    _adds_up,
    "4 or 9 integers, none below 0, with a sum from 1 to %d" % WEIGHT_SUM_MAX,
)

SETTINGS = {
    "profile": setting(MANUAL, _PROFILE, help="The odds of a press."),
    "weights": setting(
        [2, 2, 1, 1],
        WEIGHTS,
        help="The odds of the profile custom: coins, laugh, power-up and game over, "
        "or 1 to 6 coins and the other three.",
    ),
}

REQUESTS = {
    "press": request(),
    "replay": request(),
    "profile": request({"name": _PROFILE}, {"weights": WEIGHTS}, _custom_only),
    "odds": request({}, {"draws": whole(1, DRAWS_MOST)}),
}
