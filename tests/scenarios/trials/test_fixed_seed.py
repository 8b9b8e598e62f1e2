"""The same seed gives the same outcomes on CPython, desk and chip (issue item 2)."""

import json
from pathlib import Path

import pytest

EXPECTED = json.loads((Path(__file__).parents[2] / "data" / "outcomes.json").read_text())
COUNT = 50
CASES = [(profile, seed) for profile in EXPECTED for seed in EXPECTED[profile]]


def expected(profile, seed):
    return [tuple(each) for each in EXPECTED[profile][seed]][:COUNT]


@pytest.mark.parametrize(("profile", "seed"), CASES)
def test_rules_on_this_python_draw_what_is_on_file(draws_of, profile, seed):
    drawn = draws_of(int(seed), COUNT, profile)
    assert len(drawn) == COUNT
    assert drawn == expected(profile, seed)


@pytest.mark.parametrize(("profile", "seed"), CASES)
def test_device_plays_what_is_on_file(open_bench, profile, seed):
    bench = open_bench(seed=int(seed), profile=profile, volume=0)
    for _ in range(COUNT):
        bench.press(for_ms=40)
        bench.advance(3400)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected(profile, seed)
    assert bench.request("status")["ok"]["draws"] == COUNT


def test_seed_over_the_link_gives_the_same_as_the_seed_file(open_bench):
    bench = open_bench(seed=None, volume=0)
    bench.request("seed", seed=7)
    for _ in range(5):
        bench.press()
        bench.advance(3400)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected("manual", "7")[:5]


def test_replays_and_notices_use_up_no_draw(open_bench):
    bench = open_bench(seed=7, volume=0)
    for _ in range(5):
        bench.press(for_ms=900)
        bench.advance(8000)
        bench.check()
        bench.advance(4000)
    told = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert told == expected("manual", "7")[:5]


def test_unseeded_devices_differ(open_bench):
    stories = set()
    bench = open_bench(seed=None, volume=0)
    for _ in range(3):
        bench.power_off()
        bench.advance(100)
        bench.power_on()
        bench.advance(1500)
        before = len(bench.events("outcome"))
        for _ in range(8):
            bench.press()
            bench.advance(3400)
        told = bench.events("outcome")[before:]
        stories.add(tuple((event["outcome"], event.get("coins", 0)) for event in told))
    assert len(stories) == 3
