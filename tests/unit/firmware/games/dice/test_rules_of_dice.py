"""Rules of the dice: the rows of the three specifications, and odds, exact and by many draws."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
import scipy
from tests.rules.rows import rolls_of, rows
from tests.unit.firmware.games.block.test_fairness import P_MIN

from pingware.games.dice import options, rules
from pingware.shared.random32 import from_int

CELEBRATION, HIDEOUT = rules.rules_of("celebration"), rules.rules_of("hideout")
WASTELAND, SPEED = rules.rules_of("wasteland"), rules.rules_of("wasteland_speed")
PAIRS = list(product(range(1, 7), repeat=2))
DRAWS = 30_000


def tries(chosen, *rolls):
    """The verdicts on a player's tries to leave jail."""
    return [rules.jail_try(chosen, nth, dice)[0] for nth, dice in enumerate(rolls, 1)]


def test_each_rule_set_has_its_dice_bonus_tries_and_fee():
    """SM-09, SM-16, SM-17, STX-03, ST-13, ST-15, FO-09, FO-21, FO-S3."""
    table = {name: rules.rules_of(name) for name in options.RULES}
    found = {n: (r[rules.DICE], r[rules.TRIES], r[rules.FEE]) for n, r in table.items()}
    assert found == {
        **{"one": (1, 0, 0), "two": (2, 0, 0), "celebration": (1, 3, 5)},
        **{"hideout": (2, 3, 50), "wasteland": (2, 3, 50), "wasteland_speed": (2, 1, 50)},
    }
    assert sum(rules.earns(WASTELAND, pair) for pair in PAIRS) == 6
    assert sum(rules.earns(HIDEOUT, pair) for pair in PAIRS) == 8
    for name in ("one", "two", "celebration"):
        assert not any(rules.earns(table[name], pair[: table[name][0]]) for pair in PAIRS)


@pytest.mark.parametrize("row", rows("dice"))
def test_each_roll_of_a_row_has_its_verdict(row):
    chosen, streak = rules.rules_of(row["rules"]), 0
    for nth, dice, verdict in rolls_of(row):
        if nth:
            after = nth if verdict == rules.STAY else 0
            assert rules.jail_try(chosen, nth, dice) == (verdict, after)
        else:
            found, streak = rules.verdict(chosen, streak, dice)
            assert found == verdict


def chance_out(chosen, faces):
    """The exact chance to be free within the tries of the rules."""
    rolls = list(product(faces, repeat=chosen[rules.TRIES]))
    out = sum("free" in tries(chosen, *roll) for roll in rolls)
    return Fraction(out, len(rolls))


ONE = [(face,) for face in range(1, 7)]


@pytest.mark.parametrize(
    ("chosen", "faces", "chance"),
    [
        pytest.param(CELEBRATION, ONE, Fraction(91, 216), id="sm-t10"),
        pytest.param(WASTELAND, PAIRS, Fraction(91, 216), id="fo-t19"),
        pytest.param(HIDEOUT, PAIRS, 1 - Fraction(7, 9) ** 3, id="st-15"),
        pytest.param(SPEED, PAIRS, Fraction(1, 6), id="fo-s3"),
    ],
)
def test_chance_to_leave_jail_is_exact(chosen, faces, chance):
    assert chance_out(chosen, faces) == chance


def test_jail_by_three_qualifying_rolls_has_odds_8_of_729_st_t08():
    qualify = Fraction(sum(rules.earns(HIDEOUT, pair) for pair in PAIRS), len(PAIRS))
    assert qualify**3 == Fraction(8, 729)


def test_two_dice_are_fair_and_independent_over_all_36_pairs():
    generator = from_int(1)
    counts = Counter(rules.roll(generator, 2) for _ in range(DRAWS))
    assert scipy.stats.chisquare([counts[pair] for pair in PAIRS]).pvalue > P_MIN
