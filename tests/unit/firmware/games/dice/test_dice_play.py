"""The dice in play: verdicts, jail, rent, and the Question Block together with the die."""

from itertools import chain
from types import SimpleNamespace

import pytest
from tests.rules.device_moves import play
from tests.rules.rows import rolls_of, rows
from tests.unit.firmware.games.dice.dice_table import DiceTable


def test_roll_beeps_both_dice_in_two_pitches_and_is_reported():
    table = DiceTable(3, 5)
    table.press()
    assert table.stage.played == [((("die_1", 3), ("die_2", 5)), 0)]
    told = {"event": "outcome", "draw": 1, "outcome": "roll", "bonus": False}
    assert table.told() == [{**told, "dice": [3, 5]}]
    alone = DiceTable(4, dice_rules="one")
    alone.press()
    assert alone.stage.played == [("die_1", 4)]
    assert alone.told() == [{**told, "dice": [4]}]


@pytest.mark.parametrize("row", rows("dice_device"))
def test_presses_of_row_are_played_and_reported(row):
    play(DiceTable(*row["faces"], **row.get("settings", {})), row["play"])


@pytest.mark.parametrize("row", rows("dice"))
def test_each_roll_of_a_row_is_judged_reported_and_announced(row):
    table = DiceTable(*chain(*row["rolls"]), dice_rules=row["rules"])
    for nth, dice, verdict in rolls_of(row):
        table.heard()
        (table.jail_press if nth else table.press)()
        told = table.told()[-1]
        assert told["dice"] == list(dice)
        beeps = [("beeps", nth)] if verdict == "stay" else []
        assert table.stage.played[1:] == [(verdict, 1)] * bool(verdict) + beeps
        if nth:
            assert (told["result"], told["try"]) == (verdict, nth)
            assert told.get("pay") == (row["fee"] if verdict == "pay" else None)
        else:
            assert (told["bonus"], "jail" in told) == (verdict == "bonus", verdict == "jail")


def test_press_between_a_roll_and_its_verdict_does_nothing():
    table = DiceTable(3, 3, dice_rules="wasteland")
    table.press(whole=False)
    table.stage.sounds = None  # the roll is over, but the tasks do not know that
    assert table.stage.armed is None


def test_hold_without_jail_rules_repeats_and_jail_request_is_refused():
    table = DiceTable(3, 5)
    table.jail_press()
    assert table.heard() == "dice dice"
    with pytest.raises(ValueError, match="no jail"):
        table.ask(jail=True)


@pytest.mark.parametrize(("chosen", "ticks"), [("hideout", 30), ("two", 0)])
def test_rent_ticks_stop_after_30_and_plain_dice_never_tick(chosen, ticks):
    table = DiceTable(1, 2, dice_rules=chosen)
    table.press()
    table.heard()
    table.wait(120_000)
    assert table.heard().split() == ["tick"] * ticks


def test_changed_rules_begin_a_new_game():
    table = DiceTable(3, 3, dice_rules="wasteland")
    table.press()
    assert table.game.status()["row"] == 1
    table.change(dice_rules="one")
    assert (table.game.status()["row"], table.game.last) == (0, None)
    assert len(table.stage.armed) == 1


@pytest.mark.parametrize(
    ("held_ms", "busy", "led", "got", "opened"),
    [
        (400, False, False, [], 1),
        (2500, False, False, ["pulled", "released"], 0),
        (400, True, False, ["pulled", "released"], 0),
        (400, False, True, ["pulled", "released"], 0),  # the worms have a referee
    ],
)
def test_short_idle_pull_opens_an_auction_and_others_reach_worms(held_ms, busy, led, got, opened):
    table, heard = DiceTable(1, 2), []
    table.press()
    worms = SimpleNamespace(
        busy=busy,
        takes_presses=led,
        pulled=lambda _at_ms: heard.append("pulled"),
        released=lambda _at_ms: heard.append("released"),
    )
    lever = table.game.share_lever(worms)
    lever.pulled(table.stage.now)
    table.wait(held_ms)
    lever.released(table.stage.now)
    for at_ms, act in list(table.stage.plans.values()):
        act(at_ms)
    assert (heard, len(table.told("auction"))) == (got, opened)


def test_host_draws_count_faces_but_no_rolls():
    table = DiceTable(1, 2)
    assert sum(table.ask(draws=25)["counts"]) == 25
    table.press()
    (told,) = table.told("roll")
    assert (told["draw"], told["dice"]) == (1, [1, 2])


@pytest.mark.parametrize(("before", "after"), [("one", "wasteland"), ("wasteland", "celebration")])
def test_roll_of_a_press_before_changed_rules_is_not_judged(before, after):
    table = DiceTable(*(6,) * 10, dice_rules=before)
    outcome = table.stage.armed
    table.change(dice_rules=after)
    table.game.follow_press(table.stage.now, outcome)
    table.game.hold(table.stage.now)
    table.game.tick(table.stage.now)
    told = table.told()
    assert [(each["outcome"], each["dice"]) for each in told] == [("roll", list(outcome))]
    assert table.game.status()["row"] == 0
    table.quiet()
    table.press()
    assert len(table.told("roll")[-1]["dice"]) == (2 if after == "wasteland" else 1)
