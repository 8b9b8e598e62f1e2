"""The same seed gives the same outcomes on CPython, desk and chip."""

import json
from pathlib import Path

import pytest

EXPECTED = json.loads((Path(__file__).parents[2] / "data" / "outcomes.json").read_text())
COUNT = 8  # small integers have 31 bits on the chip and 63 on the desk, so a mistake shows at once
CASES = [(profile, seed) for profile in EXPECTED for seed in EXPECTED[profile]]


def expected(profile, seed):
    return [tuple(each) for each in EXPECTED[profile][seed]]


@pytest.mark.parametrize(("profile", "seed"), CASES)
def test_rules_in_python_draw_the_stored_outcomes(draws_of, profile, seed):
    drawn = draws_of(int(seed), 50, profile)
    assert len(drawn) == 50
    assert drawn == expected(profile, seed)[:50]


@pytest.mark.parametrize(
    ("engine", "profile", "seed"), [*[("desk", *case) for case in CASES], ("chip", *CASES[0])]
)
def test_fixed_seed_gives_the_stored_outcomes(open_bench, profile, seed):
    bench = open_bench(seed=int(seed), profile=profile, volume=0)
    for _ in range(COUNT):
        bench.press(for_ms=40)
        bench.advance(3400)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected(profile, seed)[:COUNT]
    assert bench.request("status")["ok"]["draws"] == COUNT


@pytest.mark.rules
def test_seed_by_request_gives_the_same_as_its_file(open_bench):
    bench = open_bench(seed=None, volume=0)
    bench.request("seed", seed=7)
    for _ in range(5):
        bench.press()
        bench.advance(3400)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected("manual", "7")[:5]


def test_replays_do_not_use_up_draws(opened):
    """On the desk, because which draws are used up is a rule, the same on each engine."""
    bench = opened("desk", seed=7, volume=0)
    for _ in range(5):
        bench.press(for_ms=900)
        bench.advance(8000)
        bench.check()
        bench.advance(4000)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected("manual", "7")[:5]


@pytest.mark.rules
def test_starts_without_a_seed_draw_differently(open_bench):
    stories = set()
    bench = open_bench(seed=None, volume=0)
    for _ in range(3):
        bench.power_off()
        bench.advance(100)
        bench.power_on()
        bench.advance(1500)
        before = len(bench.events("outcome"))
        for _ in range(4):
            bench.press()
            bench.advance(3400)
        told = bench.events("outcome")[before:]
        assert len(told) == 4
        stories.add(tuple((event["outcome"], event.get("coins", 0)) for event in told))
    assert len(stories) == 3
