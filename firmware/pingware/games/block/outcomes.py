"""Outcomes of a press of the Question Block. Rules, odds, cards and page use these records.

Add a new outcome at the end, because stored weights are in this order. Its tune is in
``tunes``, its light show of the same name in ``lights.py``, and its words in ``words.toml``.
"""

from collections import namedtuple

COINS = "coins"
POWER_UP = "power_up"

# kind: name on the link and on the host. manual, junior: weights in these profiles: one weight, or
# one for each number of coins from 1 on. custom: weight of all its numbers together in the default
# of the setting ``weights``. tune: its sound. coins: coins from the bank, for each one that is
# counted.
Family = namedtuple("Family", ("kind", "manual", "junior", "custom", "tune", "coins"))

FAMILIES = (
    Family(COINS, (1, 1, 1, 1, 1, 1), (1, 1, 1, 0, 0, 0), 2, "ping", 1),
    Family("laugh", (6,), (0,), 2, "laugh", -5),
    Family(POWER_UP, (3,), (0,), 1, "power_up", 0),
    Family("game_over", (3,), (0,), 1, "game_over", -10),
)
FIRST_FAMILIES = 4  # families of the first release, so weights for only these can be stored
