"""The Question Block's settings, declared once for device and host."""

from pingware.shared.rules import Setting, list_of, one_of, such_that, whole

MANUAL, JUNIOR, CUSTOM = "manual", "junior", "custom"  # profiles; ``odds`` has their weights
FAMILY_COUNT = 4  # coins, laugh, power_up, game_over
OUTCOME_COUNT = 9  # 1 to 6 coins, then the other three
WEIGHT_SUM_MAX = 100_000


def _adds_up(weights: list[int]) -> bool:
    return len(weights) in (FAMILY_COUNT, OUTCOME_COUNT) and 1 <= sum(weights) <= WEIGHT_SUM_MAX


WEIGHTS = such_that(
    list_of(whole(0), OUTCOME_COUNT, FAMILY_COUNT),
    _adds_up,
    "4 or 9 integers, none below 0, with a sum from 1 to 100000",
)

SETTINGS = {
    "profile": Setting(MANUAL, one_of(MANUAL, JUNIOR, CUSTOM)),
    "weights": Setting([2, 2, 1, 1], WEIGHTS),
}

# Sentences for people; builds leave out what no part of the device uses.
HELP = {
    "profile": "Odds of the outcomes.",
    "weights": "Odds of the profile custom: coins, laugh, power-up and game over; "
    "or nine, the first six for 1 to 6 coins.",
}
