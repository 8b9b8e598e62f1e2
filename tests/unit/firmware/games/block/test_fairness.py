"""Fair draws: chi-square over the nine outcomes, and the same list everywhere."""

import json
import sys
from pathlib import Path

import pytest
import scipy
from tests.unit.firmware.micropython import MICROPYTHON, needs_micropython, printed

from pingware.games.block import rules as odds
from pingware.shared.random32 import Random32, from_int, pick

DATA = Path(__file__).parents[4] / "data"
MANUAL = odds.weights_of("manual")
P_MIN = 0.001


def count_draws(generator, draws, weights=MANUAL):
    counts = [0] * len(odds.OUTCOMES)
    for _ in range(draws):
        counts[pick(generator, weights)] += 1
    return counts


def p_value(counts, weights=MANUAL):
    pairs = [(c, w) for c, w in zip(counts, weights, strict=False) if w]
    scale = sum(counts) / sum(weights)
    return scipy.stats.chisquare([c for c, _ in pairs], [w * scale for _, w in pairs]).pvalue


def draws_on(program, seed, draws, profile="manual"):
    return [int(line) for line in printed(program, DATA / "list_draws.py", seed, draws, profile)]


class ModuloOfAByte(Random32):
    """A common mistake: one random byte modulo the range. 0..3 of 18 would occur 7 % too often."""

    def below(self, n):
        return (self.next_u32() & 0xFF) % n


def test_nine_outcomes_pass_chi_square_and_wrong_draws_fail_it():
    assert p_value(count_draws(from_int(1), 200_000)) > P_MIN
    assert p_value(count_draws(ModuloOfAByte((1, 2, 3, 4)), 60_000)) < P_MIN
    wrong = (1, 1, 1, 1, 1, 1, 6, 3, 2)
    assert p_value(count_draws(from_int(1), 60_000, wrong)) < P_MIN, "a wrong weight must fail"


def test_p_values_of_many_seeds_are_spread_evenly():
    # Draws that are *too* even are not random, so both tails are tested.
    values = [p_value(count_draws(from_int(seed), 3_000)) for seed in range(60)]
    assert 0.25 < sum(values) / len(values) < 0.75
    assert min(values) < 0.2
    assert max(values) > 0.8


def test_consecutive_draws_are_independent():
    generator = from_int(5)
    pairs = [0] * 9
    uniform = (1, 1, 1, 0, 0, 0, 0, 0, 0)
    before = pick(generator, uniform)
    for _ in range(90_000):
        now = pick(generator, uniform)
        pairs[before * 3 + now] += 1
        before = now
    assert scipy.stats.chisquare(pairs).pvalue > P_MIN


@pytest.mark.parametrize("seed", [1, 7, 2026])
def test_six_thousand_presses_give_the_expected_families_qb_t11(seed):
    counts = count_draws(from_int(seed), 6000)
    families = [sum(counts[:6]), *counts[6:9]]
    assert scipy.stats.chisquare(families, [2000, 2000, 1000, 1000]).statistic < 16.27


@needs_micropython
def test_draws_on_micropython_are_fair_and_equal_those_on_python():
    on_desk = draws_on(MICROPYTHON, 1, 20_000)
    generator = from_int(1)
    assert on_desk == [pick(generator, MANUAL) for _ in range(20_000)]
    assert p_value([on_desk.count(index) for index in range(len(MANUAL))]) > P_MIN


@pytest.mark.parametrize("profile", ["manual", "junior"])
@pytest.mark.parametrize("seed", [1, 7])
@pytest.mark.parametrize(
    "program", [sys.executable, pytest.param(MICROPYTHON, marks=needs_micropython)]
)
def test_first_fifty_outcomes_are_the_recorded_ones(program, seed, profile):
    recorded = json.loads((DATA / "outcomes.json").read_text())[profile][str(seed)]
    outcomes = [odds.OUTCOMES[index] for index in draws_on(program, seed, 50, profile)]
    assert [[outcome.kind, outcome.coins] for outcome in outcomes] == recorded
