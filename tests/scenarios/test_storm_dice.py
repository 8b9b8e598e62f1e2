"""Storm dice on desk and chip: the sounds have the reported number and action."""

from itertools import pairwise

import pytest
from tests.scenarios.by_ear import name_of

from pingware.games.storm_dice.play import StormDice
from pingware.games.storm_dice.rules import roll
from pingware.shared.light_show import EVERY_MS, PING_US
from pingware.shared.random32 import from_int

WEIGHTS = [2, 2, 1, 1]
DIE_HZ, ONES_HZ = 587.33, 987.77  # the pitches D5 and B5
SURE = 1.5  # least ratio between the distances of the wrong sounds and that of the right one
ROLL_MS = 5000  # By then, six beeps and an action are over.
DESK = pytest.mark.parametrize("engine", ["desk"], indirect=True)


@pytest.fixture
def bench(engine, bench_of):
    """The storm dice of a seed whose first rolls have all four actions."""
    bench = bench_of(engine, seed_of_all_actions())
    bench.advance_to(1500)
    bench.request("game", name="storm_dice")
    bench.advance(500)
    return bench


def rolls_of(seed, count):
    generator = from_int(seed)
    return [roll(generator, WEIGHTS) for _ in range(count)]


def seed_of_all_actions():
    seeds = range(1000)
    return next(seed for seed in seeds if len({each.action for each in rolls_of(seed, 4)}) == 4)


def beeps(bench, start_ms):
    """Returns the notes that announce the number: the die's pitch, from ``start_ms`` on."""
    found = [each for each in bench.heard().onsets if each.at_ms >= start_ms]
    return [each for each in found if abs(each.hz / DIE_HZ - 1) < 0.01]


def after(onsets):
    """Returns the end of the last beep, ms."""
    return onsets[-1].at_ms + 300


@pytest.mark.pico2
def test_rolls_follow_the_seed_and_sound_as_reported(bench):
    for nth, (number, action) in enumerate(rolls_of(seed_of_all_actions(), 4)):
        start_ms = bench.now_ms
        bench.press()
        bench.press(start_ms + 900)  # This press is ignored, because a sound is playing.
        bench.advance(ROLL_MS)
        told = bench.events("outcome")[-1]
        assert (told["draw"], told["dice"], told["action"]) == (nth + 1, [number], action)
        heard = [
            each for each in beeps(bench, start_ms) if each.at_ms < start_ms + EVERY_MS * number
        ]
        assert len(heard) == number
        assert heard[0].at_ms - start_ms < 12
        assert all(
            b.at_ms - a.at_ms == pytest.approx(PING_US / 1000, abs=2.5) for a, b in pairwise(heard)
        )
        name, margin = name_of(bench, StormDice.SOUNDS, after(heard), bench.now_ms)
        assert name == action
        assert margin > SURE


@pytest.mark.rules
def test_held_buttons_start_a_jail_try_and_a_storm(bench):
    bench.request("settings", set={"storm_spaces": [12, 30]})
    bench.advance(300)
    bench.press(for_ms=1000)
    bench.advance(ROLL_MS)
    told = bench.events("outcome")[-1]
    assert (told["outcome"], told["draw"], told["try"]) == ("jail_try", 1, 1)
    assert told["result"] == ("free" if told["dice"] == [6] else "stay")
    start_ms = bench.now_ms
    bench.check(for_ms=1000)
    bench.advance(ROLL_MS)
    told = bench.events("outcome")[-1]
    assert (told["outcome"], told["left"]) == ("storm", 1)
    assert told["space"] in (12, 30)
    counted = [each.hz for each in bench.heard().onsets if each.at_ms > start_ms + 2300]
    tens, ones = divmod(told["space"], 10)
    assert counted == pytest.approx([DIE_HZ] * tens + [ONES_HZ] * ones, rel=0.01)
    assert name_of(bench, StormDice.SOUNDS, start_ms + 1000, start_ms + 2600)[0] == "wind"
    assert len(bench.events("battery")) == 0
    before = len(bench.events("outcome"))
    bench.pull_lever()
    bench.advance(300)
    bench.release_lever()
    bench.advance(ROLL_MS)
    (told,) = bench.events("outcome")[before:]
    assert (told["outcome"], len(told["dice"])) == ("jail_try", 1)
    assert bench.events("run") == []  # the worms do not move


@DESK  # The chip would play the same.
def test_impossible_settings_and_acts_are_refused_without_a_change(bench):
    refused = bench.request("settings", set={"action_weights": [0, 0, 0, 0]})["error"]
    assert "4 integers from 0 to 100" in refused["say"]
    refused = bench.request("settings", set={"storm_spaces": [12, 12]})["error"]
    assert "15 different integers" in refused["say"]
    assert bench.request("storm_dice", act="fly")["error"]["code"] == "bad_value"
    assert bench.request("storm_dice", act="jail", player=8)["error"]["code"] == "bad_value"
    settings = bench.request("status")["ok"]["settings"]
    assert (settings["action_weights"], settings["storm_spaces"]) == (WEIGHTS, [])


@DESK  # The chip would play the same.
def test_muted_roll_can_be_counted_by_the_light(bench):
    bench.request("volume", level=0)
    bench.advance(300)
    start_ms = bench.now_ms
    bench.press()
    bench.advance(ROLL_MS)
    (number,) = bench.events("outcome")[-1]["dice"]
    changes = [(at_us / 1000 - start_ms, any(rgb)) for at_us, rgb in bench.parts.light.changes]
    shown = [each for each in changes if each[0] >= 0]
    starts = [now for before, now in pairwise([(0, False), *shown]) if now[1] > before[1]]
    flashes = [at_ms for at_ms, _ in starts if at_ms < 350 * number]
    assert flashes == pytest.approx([350.5 * nth for nth in range(number)], abs=30)
    assert len(starts) > number  # the action
    assert [each for each in bench.heard().onsets if each.at_ms > start_ms] == []
