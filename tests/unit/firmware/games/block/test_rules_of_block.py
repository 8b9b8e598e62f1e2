"""Profiles, custom weights and the rulebook's arithmetic."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.games.block.outcomes import FAMILIES
from pingware.games.block.rules import OUTCOMES, Outcome, weights_of
from pingware.shared.random32 import from_int, pick

NET_COINS = {family.kind: family.coins for family in FAMILIES}


def chances(weights):
    total = sum(weights)
    return {
        outcome: Fraction(weight, total) for outcome, weight in zip(OUTCOMES, weights, strict=True)
    }


def net(outcome):
    return (outcome.coins or 1) * NET_COINS[outcome.kind]


def test_manual_odds_of_nine_outcomes_match_the_die_table_qb_08():
    assert [o.coins for o in OUTCOMES[:6]] == [1, 2, 3, 4, 5, 6]
    assert [o.kind for o in OUTCOMES[5:9]] == ["coins", "laugh", "power_up", "game_over"]
    nets = [NET_COINS[kind] for kind in ("coins", "laugh", "power_up", "game_over")]
    assert nets == [1, -5, 0, -10]  # QB-03..QB-06
    others = [Fraction(1, 3), Fraction(1, 6), Fraction(1, 6)]
    assert list(chances(weights_of("manual")).values())[:9] == [Fraction(1, 18)] * 6 + others


def test_manual_odds_have_the_expected_mean_chances_and_variance_qb_t10_qb_08():
    table = chances(weights_of("manual"))
    mean = sum(net(outcome) * chance for outcome, chance in table.items())
    assert mean == Fraction(-13, 6)
    assert sum(chance for outcome, chance in table.items() if net(outcome) < 0) == Fraction(1, 2)
    assert sum(chance for outcome, chance in table.items() if net(outcome) > 0) == Fraction(1, 3)
    squares = sum(net(outcome) ** 2 * chance for outcome, chance in table.items())
    assert squares - mean**2 == Fraction(913, 36)


def test_junior_gives_one_two_or_three_coins_equally_often():
    table = chances(weights_of("junior"))
    assert {o.coins: c for o, c in table.items() if c} == dict.fromkeys((1, 2, 3), Fraction(1, 3))


def test_nine_weights_are_kept_and_four_can_give_manual_odds():
    nine = [9, 8, 7, 6, 5, 4, 3, 2, 0]
    assert weights_of("custom", nine)[:9] == tuple(nine)
    assert not any(weights_of("custom", nine)[9:])  # outcomes that were added later do not occur
    assert chances(weights_of("custom", [2, 2, 1, 1])) == chances(weights_of("manual"))


@pytest.mark.parametrize(
    "bad",
    [
        *(None, "abcd", {}, [], [1, 2, 3], [1] * 40, [0] * 9, [0, 0, 0, 0], [1, -1, 1, 1]),
        *([1, 1.0, 1, 1], [1, "1", 1, 1], [True, 1, 1, 1], [100_000, 1, 0, 0]),
    ],
)
def test_unusable_custom_weights_are_refused_with_a_reason(bad):
    with pytest.raises(ValueError, match="weight"):
        weights_of("custom", bad)


@pytest.mark.parametrize("name", ["", "Manual", "hard", None, 3])
def test_unknown_profile_is_refused(name):
    with pytest.raises(ValueError, match="no such profile"):
        weights_of(name)


def test_each_draw_of_18_leads_to_its_outcome():
    found, asked = [], set()
    for number in range(18):
        generator = SimpleNamespace(below=lambda n, number=number: (asked.add(n), number)[1])
        found.append(OUTCOMES[pick(generator, weights_of("manual"))])
    coins = [Outcome("coins", count) for count in range(1, 7)]
    others = [("laugh", 6), ("power_up", 3), ("game_over", 3)]
    assert found == [
        *coins,
        *(Outcome(kind, 0) for kind, eighteenths in others for _ in range(eighteenths)),
    ]
    assert asked == {18}


@given(
    st.lists(st.integers(0, 50), min_size=9, max_size=9).filter(any),
    st.integers(0, 1 << 64),
)
def test_outcome_with_weight_zero_is_never_drawn(weights, seed):
    generator = from_int(seed)
    assert all(weights[pick(generator, weights)] > 0 for _ in range(20))
