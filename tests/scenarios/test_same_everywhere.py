"""The same scenario gives the same outcomes and sounds on desk, wasm, chip and Pico 2."""

import json
from pathlib import Path
from random import Random

import pytest

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios").glob("*.jsonl"))
SEED = 7
SHORT_RUNS = '{"id": 1, "do": "worms_set", "run_s": [5, 5], "ticks": false}'
SCENARIOS_MS = 11_000  # length of a random scenario, after which its wiggle is over
SCENARIOS = 5  # number of scenarios on one device, whose boot takes as long as a scenario
# Allowed differences. Sounds of the lever wait until a task runs, also on the chip.
HEARD = {"hz": {"rel": 0.01}, "at_ms": {"abs": 70}, "level_db": {"abs": 1.5}}
# Faults on USB, and again on cells. A fault is reported once.
FAULTS = {"stalled_worms": ["servo_stalled"]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_desk_and_chip_give_equal_events_and_sounds(play, path):
    desk, chip = (play(name, path.read_bytes(), SEED) for name in ("desk", "chip"))
    assert_same_events(desk, chip)
    assert faults(desk) == faults(chip) == FAULTS.get(path.stem, [])
    for one, other in zip(desk.sounds(), chip.sounds(), strict=True):
        assert_same_sound(one, other)


@pytest.mark.parametrize("engine", [pytest.param("pico2", marks=pytest.mark.pico2)])
@pytest.mark.parametrize("seed", range(2))
def test_random_hands_have_equal_effects_on_desk_and_pico_2(play, engine, seed):
    """Ten scenarios, five with each seed."""
    hands, until_ms = by_chance(seed), SCENARIOS * SCENARIOS_MS
    desk, pico_2 = (play(name, hands, seed, until_ms) for name in ("desk", engine))
    assert len(desk.outcomes()) >= SCENARIOS
    assert_same_events(desk, pico_2)
    assert [run["state"] for run in desk.of("run")] == [run["state"] for run in pico_2.of("run")]
    assert faults(desk) == faults(pico_2) == []
    for name, slack in HEARD.items():
        one, other = ([onset[name] for onset in story.of("onset")[1:]] for story in (desk, pico_2))
        assert one == pytest.approx(other, **slack), name


def by_chance(seed):
    """Returns random actions of a person at a block, as the lines of a scenario."""
    chance = Random(f"hands {seed}")
    steps = [(1000.0, {"do": "serial", "line": SHORT_RUNS})]
    for number in range(SCENARIOS):
        steps += _some_seconds(chance, number * SCENARIOS_MS + 1200.0)
    return "\n".join(json.dumps({"at_ms": at_ms, **step}) for at_ms, step in steps)


def _some_seconds(chance, began_ms):
    steps = [(began_ms, {"do": "press"})]
    while steps[-1][0] < began_ms + 3000:
        at_ms = steps[-1][0] + chance.uniform(300, 3000)
        do = chance.choice(("press", "press", "check", "pull_lever"))
        steps.append((at_ms, {"do": do}))
        if do == "pull_lever":
            steps.append((at_ms + chance.uniform(200, 900), {"do": "release_lever"}))
    return steps


def assert_same_events(one, other):
    for kind in ("outcome", "replay"):
        assert one.outcomes(kind) == other.outcomes(kind)
    assert presses(one) == presses(other)


def test_wasm_and_desk_give_equal_events_and_samples(bench_of):
    told = []
    for name in ("desk", "wasm"):
        bench = bench_of(name, SEED)
        for _ in range(3):
            bench.advance(1500)
            bench.press()
            bench.pull_lever(bench.now_ms + 900)
            bench.release_lever(bench.now_ms + 1100)
        bench.advance(2500)
        samples, _ = bench.audio()
        told.append((bench.events(), bench.servo(), samples.tobytes()))
    assert len(told[0][0]) > 6
    assert told[0] == told[1]


def faults(story):
    return [event["code"] for event in story.of("fault")]


@pytest.mark.parametrize("began_ms", [2900, 18_900], ids=["usb", "cells"])
def test_stalled_worms_stop_on_usb_and_on_cells(play, began_ms):
    path = next(path for path in FILES if path.stem == "stalled_worms")
    story = play("desk", path.read_bytes(), SEED)
    run = [event for event in story.of("pulse") if 0 < event["at_ms"] - began_ms < 11_000]
    assert len(run) > 20
    assert run[-1]["pulse_us"] == 0.0
    assert run[-1]["at_ms"] < began_ms + 7000


def presses(story):
    return [event["button"] for event in story.of("press")]


def test_two_taps_31_ms_apart_count_twice(play):
    path = next(path for path in FILES if path.stem == "say_again")
    assert presses(play("desk", path.read_bytes(), SEED)) == ["block", *["check"] * 3]


def assert_same_sound(one, other):
    assert len(one) == len(other)
    for name, slack in (("at_ms", 4.0), ("level_db", 1.5)):
        assert_near(one, other, name, slack)
    for here, there in zip(one, other, strict=True):
        assert here["hz"] == pytest.approx(there["hz"], rel=0.01)


def assert_near(one, other, name, slack):
    offsets = [there[name] - here[name] for here, there in zip(one, other, strict=True)]
    assert max(offsets) - min(offsets) <= slack


def test_at_least_five_scenarios_are_compared():
    assert len(FILES) >= 5
