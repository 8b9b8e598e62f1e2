"""The same scenario gives the same outcomes and the same sound on desk, wasm and chip."""

from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios").glob("*.jsonl"))
SEED = 7
# On USB, and again on cells; a fault is reported once.
FAULTS = {"stalled_worms": ["servo_stalled"]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_desk_and_chip_tell_the_same_story(play, path):
    desk, chip = (play(name, path.read_bytes(), SEED) for name in ("desk", "chip"))
    for kind in ("outcome", "replay"):
        assert desk.outcomes(kind) == chip.outcomes(kind)
    assert presses(desk) == presses(chip)
    assert faults(desk) == faults(chip) == FAULTS.get(path.stem, [])
    for one, other in zip(desk.sounds(), chip.sounds(), strict=True):
        assert_same_sound(one, other)


def test_wasm_gives_the_events_and_samples_of_the_desk(bench_of):
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


def test_two_taps_31_ms_apart_are_two(play):
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


def test_there_are_scenarios_to_compare():
    assert len(FILES) >= 5
