"""The dice in play: verdicts, jail, rent, and the Question Block together with the die."""

from itertools import chain
from types import SimpleNamespace

import pytest
from tests.rules.rows import rolls_of, rows
from tests.unit.firmware.games.dice.dice_table import DiceTable


def test_roll_beeps_both_dice_in_two_pitches_and_is_reported():
    table = DiceTable(3, 5)
    table.press()
    assert table.stage.played == [((("die_1", 3), ("die_2", 5)), 0)]
    told = {"event": "outcome", "draw": 1, "outcome": "roll", "bonus": False}
    assert table.outcomes() == [{**told, "dice": [3, 5]}]
    alone = DiceTable(4, dice_rules="one")
    alone.press()
    assert alone.stage.played == [("die_1", 4)]
    assert alone.outcomes() == [{**told, "dice": [4]}]


@pytest.mark.parametrize("row", rows("dice"))
def test_each_roll_of_a_row_is_judged_reported_and_announced(row):
    table = DiceTable(*chain(*row["rolls"]), dice_rules=row["rules"])
    for nth, dice, verdict in rolls_of(row):
        table.heard()
        (table.jail_press if nth else table.press)()
        told = table.outcomes()[-1]
        assert told["dice"] == list(dice)
        beeps = [("beeps", nth)] if verdict == "stay" else []
        assert table.stage.played[1:] == [(verdict, 1)] * bool(verdict) + beeps
        if nth:
            assert (told["result"], told["try"]) == (verdict, nth)
            assert told.get("pay") == (row["fee"] if verdict == "pay" else None)
        else:
            assert (told["bonus"], "jail" in told) == (verdict == "bonus", verdict == "jail")


def test_press_does_not_interrupt_an_announcement():
    table = DiceTable(3, 3, 5, 6, 1, 1, dice_rules="hideout")
    table.press()
    table.press()
    assert table.press(whole=False)
    assert not table.press(), "the roll sounds"
    table.end()
    assert table.stage.played[-1] == ("jail", 1)
    assert not table.press(), "the siren sounds"
    assert table.game.status()["row"] == 0


def test_press_between_a_roll_and_its_verdict_does_nothing():
    table = DiceTable(3, 3, dice_rules="wasteland")
    table.press(whole=False)
    table.stage.sounds = None  # the roll is over, but the tasks do not know that
    assert table.stage.armed is None


def test_tries_are_counted_for_each_player_that_the_host_names():
    table = DiceTable(1, 2, 1, 2, 1, 2, dice_rules="hideout")
    for player in (2, 5, 2):
        table.ask(jail=True, player=player)
        table.press()
    told = [(each["player"], each["try"]) for each in table.outcomes("jail_try")]
    assert told == [(2, 1), (5, 1), (2, 2)]


def test_host_sets_the_meaning_of_only_the_next_roll():
    """Tries known to the host, a row that began elsewhere, and a roll outside of a turn."""
    table = DiceTable(1, 2, *(3,) * 10, dice_rules="wasteland")
    table.ask(jail=True, player=2, tries=2)
    table.press()
    assert table.heard() == ["dice", "pay"]
    table.ask(jail=False, row=3)
    table.press()
    assert table.heard() == ["dice"], "a double that earns nothing"
    table.ask(jail=False, row=2)
    table.press()
    assert table.heard() == ["dice", "jail"]
    table.ask(jail=True, player=2)
    table.ask(jail=False, row=0)
    table.press()
    assert table.heard() == ["dice", "bonus"], "the request must be withdrawn"
    table.ask(jail=False, row=3)
    table.press()
    table.press()
    assert table.heard() == ["dice", "dice", "bonus"], "the request is for one roll"
    assert table.game.status()["row"] == 1


def test_host_can_make_one_press_play_the_question_block():
    table = DiceTable(4, dice_rules="celebration", profile="custom", weights=[0, 1, 0, 0])
    table.ask(jail=False, block=True)
    for _ in range(2):
        table.press()
    table.ask(jail=False, block=True)
    table.ask(jail=False, block=False)
    table.press()
    told = [each["outcome"] for each in table.outcomes()]
    assert told == ["laugh", "roll", "roll"]


def test_hold_without_jail_rules_repeats_and_jail_request_is_refused():
    table = DiceTable(3, 5)
    table.jail_press()
    assert table.heard() == ["dice", "dice"]
    with pytest.raises(ValueError, match="no jail"):
        table.ask(jail=True)


@pytest.mark.parametrize("chosen", ["celebration", "hideout", "wasteland"])
def test_rent_ticks_sound_every_two_seconds_unless_turned_off(chosen):
    """SM-T16, SM-24, ST-T14, ST-20, FO-12: the next roll closes the window."""
    table = DiceTable(1, 2, 1, 2, dice_rules=chosen)
    table.press()
    table.heard()
    table.wait(1000)
    assert table.heard() == [], "a tick must sound every two seconds"
    table.wait(7000)
    assert table.heard() == ["tick"] * 4
    assert table.press(), "a roll must interrupt a tick"
    table.change(rent_ticks=False)
    table.press()
    table.heard()
    table.wait(8000)
    assert table.heard() == []


@pytest.mark.parametrize(("chosen", "ticks"), [("hideout", 30), ("two", 0)])
def test_rent_ticks_stop_after_30_and_plain_dice_never_tick(chosen, ticks):
    table = DiceTable(1, 2, dice_rules=chosen)
    table.press()
    table.heard()
    table.wait(120_000)
    assert table.heard() == ["tick"] * ticks


def test_dice_press_setting_decides_what_press_and_check_play():
    table = DiceTable(4, dice_rules="celebration", profile="custom", weights=[0, 1, 0, 0])
    table.press()
    table.check()
    assert [each["outcome"] for each in table.outcomes()] == ["roll", "laugh"]
    table.change(dice_press="block")
    table.press()
    table.check()
    assert [each["outcome"] for each in table.outcomes()[2:]] == ["laugh", "roll"]
    table.change(dice_press="die_alone")
    table.press()
    table.heard()
    table.game.check(table.stage.now, 100)
    assert table.heard() == ["die_1"], "repeated"


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
    assert (heard, len(table.outcomes("auction"))) == (got, opened)


def test_host_draws_count_faces_but_no_rolls():
    table = DiceTable(1, 2)
    assert sum(table.ask(draws=25)["counts"]) == 25
    table.press()
    (told,) = table.outcomes("roll")
    assert (told["draw"], told["dice"]) == (1, [1, 2])


def test_rules_changed_between_press_and_hold_give_no_verdict():
    table = DiceTable(2, 3, 4, dice_rules="celebration")
    table.press(whole=False)
    table.change(dice_rules="wasteland")
    table.game.hold(table.stage.now)
    table.quiet()
    assert [each["outcome"] for each in table.outcomes()] == ["roll"]


@pytest.mark.parametrize(("before", "after"), [("one", "wasteland"), ("wasteland", "celebration")])
def test_roll_of_a_press_before_changed_rules_is_not_judged(before, after):
    table = DiceTable(*(6,) * 10, dice_rules=before)
    outcome = table.stage.armed
    table.change(dice_rules=after)
    table.game.follow_press(table.stage.now, outcome)
    table.game.hold(table.stage.now)
    table.game.tick(table.stage.now)
    told = table.outcomes()
    assert [(each["outcome"], each["dice"]) for each in told] == [("roll", list(outcome))]
    assert table.game.status()["row"] == 0
    table.quiet()
    table.press()
    assert len(table.outcomes("roll")[-1]["dice"]) == (2 if after == "wasteland" else 1)


def test_double_that_leads_to_jail_earns_nothing_fo_19():
    """A host that knows the board sends the totals that end the turn, for only one roll."""
    table = DiceTable(*(3,) * 10, dice_rules="wasteland")
    table.ask(jail=False, row=0, ends=[5, 7])
    table.press()
    assert table.heard() == ["dice", "bonus"]
    table.ask(jail=False, row=1, ends=[6])
    table.press()
    assert table.heard() == ["dice"]
    assert [each["bonus"] for each in table.outcomes("roll")] == [True, False]
    assert table.game.status()["row"] == 0
    table.press()
    assert table.heard() == ["dice", "bonus"]
