"""Dice on desk and chip: the sounds match the reports, with all tested actions and cells."""

from itertools import groupby, pairwise

import pytest
from tests.rules.rows import rolls_of, rows
from tests.scenarios.trials.own_sound_files import made

from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.parts.contact import Bounce
from pingware.games.dice import rules
from pingware.shared import random32

DIE_HZ = (587.3, 987.8)  # the pitches D5 and B5
SEED = 5
ROLL_MS = 6500  # the longest roll, its verdict, and a pause


def rolls(seed, count, dice=2):
    """Returns the first rolls of a seed by the rules."""
    generator = random32.from_int(seed)
    return [list(rules.roll(generator, dice)) for _ in range(count)]


def seed_of(*wanted):
    """Returns the smallest seed whose first rolls are the wanted ones."""
    found = [list(each) for each in wanted]
    dice = len(found[0])
    return next(s for s in range(1_000_000) if rolls(s, len(found), dice) == found)


@pytest.fixture
def dice_on(bench_of, slot):
    """Opens a device on which the dice were chosen, up and quiet."""

    def opened(engine, seed=SEED, **settings):
        options = {"files": settings.pop("files", {}), "tap": settings.pop("tap", False)}
        stored = slot({"version": 1, "game": "dice", "rent_ticks": False, **settings})
        bench = bench_of(
            engine, seed, **{**options, "files": {"/settings.a": stored, **options["files"]}}
        )
        bench.advance_to(1500)
        return bench

    return opened


def onsets(bench, start_ms):
    """Returns the notes from ``start_ms`` on: (ms after it, Hz)."""
    heard = bench.heard().onsets
    return [(each.at_ms - start_ms, each.hz) for each in heard if each.at_ms >= start_ms]


def counted(found):
    """Counts the beeps of each die at the beginning, in their order, by pitch."""
    dice = []
    for at_ms, hz in found:
        near = [n for n, die_hz in enumerate(DIE_HZ) if abs(hz / die_hz - 1) < 0.02]
        if not near:
            break
        dice.append((near[0], at_ms))
    gaps = [after[1] - before[1] for before, after in pairwise(dice)]
    turns = [n for n in range(len(gaps)) if dice[n][0] != dice[n + 1][0]]
    for n, gap in enumerate(gaps):
        assert abs(gap - (701 if n in turns else 350.5)) < 6
    return [len(list(beeps)) for _, beeps in groupby(dice, key=lambda each: each[0])]


@pytest.mark.pico2
def test_rolls_follow_the_seed_and_sound_as_reported(dice_on, engine):
    bench = dice_on(engine, dice_rules="hideout")
    expected = rolls(SEED, 4)
    assert [6, 6] in expected
    for dice in expected:
        start_ms = bench.now_ms
        bench.press()
        bench.advance(ROLL_MS)
        told = bench.events("outcome")[-1]
        found = onsets(bench, start_ms)
        assert (told["outcome"], told["dice"]) == ("roll", dice)
        assert counted(found) == dice
        after = [hz for _, hz in found[sum(dice) :]]
        assert told["bonus"] is (dice[0] == dice[1] or sum(dice) == 11)
        assert (len(after) >= 4 and after[3] > 2500) is told["bonus"], "the shimmer must rise"
    assert found[0][0] < 12, "the roll must begin as soon as a press of the block"


def test_light_counts_both_dice_of_a_muted_roll(dice_on):
    bench = dice_on("desk", seed=seed_of((3, 2)), mute_lock=True)
    shown = len(bench.parts.light.changes)
    bench.press()
    bench.advance(4000)
    assert bench.heard().onsets == []
    lit = [
        max(range(3), key=colour.__getitem__)
        for _, colour in bench.parts.light.changes[shown:]
        if any(colour)
    ]
    assert lit == [0, 0, 0, 2, 2], "three white flashes, two blue ones"


def says(verdict, nth, hz):
    """Returns whether the pitches after a roll are those of this verdict."""
    if verdict == "bonus":
        return len(hz) >= 4 and hz[3] > 2500  # a rising shimmer
    if verdict == "jail":
        return hz and all(500 < each < 1300 for each in hz)  # a siren
    if verdict == "stay":
        tries = [abs(each - 784) < 8 for each in hz]
        return tries[-nth - 1 :] == [False, *[True] * nth]
    return hz[-3:] == pytest.approx([784, 1047, 1319], abs=12)


@pytest.mark.rules
@pytest.mark.parametrize("row", rows("dice", "heard"))
def test_row_of_rolls_sounds_as_reported_and_ignores_presses(dice_on, engine, row):
    bench = dice_on(engine, seed=seed_of(*row["rolls"]), dice_rules=row["rules"])
    for nth, dice, verdict in rolls_of(row):
        start_ms = bench.now_ms
        bench.press(for_ms=1000 if nth else 80, bounce=Bounce(edges=6))
        bench.press(start_ms + 1200)
        bench.advance(ROLL_MS)
        told = bench.events("outcome")[-1]
        judged = told.get("result") or ("jail" if "jail" in told else "bonus" * told["bonus"])
        assert (told["dice"], judged) == (list(dice), verdict)
        assert says(verdict, nth, [hz for _, hz in onsets(bench, start_ms)[sum(dice) :]])
    assert told["draw"] == len(row["rolls"])


@pytest.mark.rules
def test_short_pull_opens_an_auction_and_long_starts_worms(dice_on, engine):
    bench = dice_on(engine, seed=seed_of((1, 2)))
    bench.press()
    bench.advance(3000)
    bench.pull_lever()
    bench.advance(400)
    bench.release_lever()
    bench.advance(3000)
    bench.press()
    bid_ms = bench.now_ms
    bench.advance(13_000)
    sold = bench.events("outcome")[-1]
    assert (sold["outcome"], sold["bids"]) == ("sold", 1)
    assert sold["at_ms"] - bid_ms == pytest.approx(10_000, abs=60)
    assert [round(hz) for _, hz in onsets(bench, bid_ms)][-3:] == pytest.approx(
        [784, 659, 523], abs=10
    )
    bench.pull_lever()
    bench.advance(2500)
    bench.release_lever()
    bench.advance(1000)
    assert [each["state"] for each in bench.events("run")] == ["armed", "started"]


@pytest.mark.rules
def test_check_button_alone_runs_an_auction_with_the_block(dice_on, engine):
    """SM-22 without a lever: one hold of check repeats the die, a second starts the auction."""
    bench = dice_on(engine, seed=seed_of((2,)), dice_rules="celebration")
    bench.press()
    bench.advance(3000)
    starts_ms = []
    for _ in range(2):
        starts_ms.append(bench.now_ms)
        bench.check(for_ms=900)
        bench.advance(2500)
    said, knocks = ([hz for ms, hz in onsets(bench, at_ms) if ms < 2500] for at_ms in starts_ms)
    assert said == pytest.approx([DIE_HZ[0]] * 2, rel=0.01)
    assert len(knocks) == 2
    assert all(hz < 700 for hz in knocks)
    bench.press()
    bench.advance(2000)
    start_ms = bench.now_ms
    bench.check(for_ms=900)
    bench.advance(3000)
    told = [each["outcome"] for each in bench.events("outcome")]
    assert told == ["roll", "auction", "bid", "sold"]
    assert [hz for _, hz in onsets(bench, start_ms)] == pytest.approx([784, 659, 523], rel=0.01)


@pytest.mark.rules
def test_game_change_during_a_sound_applies_to_next_press(dice_on, engine):
    bench = dice_on(engine, seed=seed_of((4, 4)))
    start_ms = bench.now_ms
    bench.press()
    bench.advance(300)
    asked_ms = bench.now_ms
    bench.request("game", name="block")
    assert bench.now_ms - asked_ms < 1500
    bench.advance(5000)
    assert counted(onsets(bench, start_ms)) == [4, 4]
    bench.press()
    bench.advance(4000)
    assert [each["outcome"] == "roll" for each in bench.events("outcome")] == [True, False]


@pytest.mark.rules
def test_row_continues_after_sleep_on_weak_cells(dice_on, engine):
    seed = next(s for s in range(100_000) if all(a == b for a, b in rolls(s, 2)))
    bench = dice_on(engine, seed=seed, dice_rules="wasteland", tap=True)
    bench.press()
    bench.advance(ROLL_MS)
    bench.set_battery([Cell(1230, 0.4)] * 3)
    bench.unplug()
    bench.advance(100_000)  # it sleeps
    bench.press()
    bench.advance(ROLL_MS + 3000)
    bench.plug()
    bench.advance(3000)
    assert bench.request("status")["ok"]["row"] == 2
    assert len(bench.events("reset")) == 1


@pytest.mark.rules
def test_custom_sounds_replace_those_of_the_dice(dice_on, engine):
    files = {
        "/sounds/die_2.snd": made("die_2", "0 bell A5 150 60\n").data,
        "/sounds/bonus.snd": made("bonus", "0 bell E5 300 60\n").data,
    }
    bench = dice_on(engine, seed=seed_of((2, 2)), dice_rules="wasteland", files=files)
    start_ms = bench.now_ms
    bench.press()
    bench.advance(4000)
    heard = [hz for _, hz in onsets(bench, start_ms)]
    assert heard == pytest.approx([587.3, 587.3, 880, 880, 659.3], rel=0.01)


def test_invalid_stored_settings_fall_back_and_are_reported(dice_on):
    bench = dice_on("desk", dice_rules="chess", dice_press=7)
    status = bench.request("status")["ok"]
    assert status["settings"]["dice_rules"] == "two"
    assert status["problems"][0].startswith("dice_rules must be ")
    assert status["problems"][1].startswith("dice_press must be ") or status["problem_count"] == 2


def test_trial_draws_are_fair_and_not_counted(dice_on):
    bench = dice_on("desk")
    counts = [0] * 6
    for _ in range(40):
        came = bench.request("dice", draws=25)["ok"]["counts"]
        counts = [total + more for total, more in zip(counts, came, strict=True)]
    assert sum(counts) == 1000
    assert all(120 < count < 215 for count in counts)
    assert bench.request("status")["ok"]["draws"] == 0
    assert bench.request("dice", draws=26)["error"]["code"] == "bad_value"


def test_dice_with_block_and_worms_leave_105_kb(dice_on):
    chip = dice_on("chip", dice_rules="celebration")
    assert chip.request("status", memory=True)["ok"]["ram_free"] >= 105_000
