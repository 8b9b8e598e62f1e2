"""Storm dice on a stage: sounds match reports, with jail tries and the storm."""

import pytest
from tests.unit.firmware.games.timed_table import TimedTable

from pingware.games.storm_dice import GAME
from pingware.games.storm_dice.rules import roll
from pingware.shared.random32 import from_int

WEIGHTS = [2, 2, 1, 1]
SPACES = [7, 20, 31]


def table_of(seed=1, **settings):
    return TimedTable(GAME, seed, **settings)


def rolls_of(seed, count):
    generator = from_int(seed)
    return [roll(generator, WEIGHTS) for _ in range(count)]


def seed_of(number, times=1):
    """Returns the smallest seed whose first rolls all show that number."""
    seeds = range(100_000)
    return next(s for s in seeds if {each.number for each in rolls_of(s, times)} == {number})


def test_press_beeps_number_and_action_and_light_shows_both_fn_10():
    table = table_of(5)
    for number, action in rolls_of(5, 12):
        table.stage.heard.clear()
        table.stage.lights.clear()
        table.whole_press()
        assert table.stage.heard == [("die_1", number), (action, 1)]
        assert [each for each in table.stage.lights if each[0] != "off"] == table.stage.heard
        told = {"event": "outcome", "outcome": "roll", "dice": [number], "action": action}
        assert table.told()[-1] == {**told, "draw": len(table.told())}


def test_presses_are_ignored_until_the_action_is_over():
    table = table_of(seed_of(1))
    for _ in range(40):
        table.press()
        table.wait(40)
    assert len(table.told()) == 1


@pytest.mark.parametrize("number", [1, 2])
def test_action_waits_until_the_press_cannot_become_a_hold(number):
    """Holding takes 700 ms, but a single beep ends long before."""
    table = table_of(seed_of(number))
    table.press()
    table.wait(799)
    assert len(table.stage.heard) == 1
    table.wait(300)
    assert len(table.stage.heard) == 2


def test_check_button_repeats_number_and_action():
    table = table_of(5)
    table.whole_press()
    table.check()
    table.quiet()
    assert table.stage.heard[:2] == table.stage.heard[2:]
    assert len(table.told("replay")) == 1
    assert [each.number for each in rolls_of(5, 2)][1] == table.game.armed.number


@pytest.mark.parametrize(
    ("number", "result"), [(1, "stay"), (2, "stay"), (4, "stay"), (6, "free")]
)
def test_held_press_is_a_jail_try_without_an_action_fn_29(number, result):
    table = table_of(seed_of(number))
    table.hold()
    table.quiet()
    assert table.stage.heard == [("die_1", number), (result, 1)]
    roll_told, try_told = table.told()
    assert roll_told["draw"] == try_told["draw"] == 1
    assert try_told["outcome"] == "jail_try"
    assert try_told["action"] == "none"
    assert (try_told["dice"], try_told["try"], try_told["result"]) == ([number], 1, result)


def test_waiting_action_does_not_end_the_verdict_of_a_try():
    """Holding is recognized 700 ms after the press, and the action was due 100 ms later."""
    table = table_of(seed_of(1))
    table.hold()
    assert table.stage.playing
    assert table.stage.lights[-1] == ("stay", 1)
    assert table.game.sounding


def test_jail_try_is_repeatable_and_second_failure_frees_next_turn():
    table = table_of(seed_of(2, times=2))
    table.hold()
    table.quiet()
    table.check()
    table.quiet()
    assert table.stage.heard[2:] == [("die_1", 2), ("stay", 1)]
    assert table.game.status()["tries"] == [[0, 1]], "a repeat does not count"
    table.hold()
    table.quiet()
    assert table.stage.heard[4:] == [("die_1", 2), ("stay", 1), ("free", 1)]
    assert table.told()[-1]["result"] == "free_next_turn"
    assert table.told()[-1]["try"] == 2


def test_lever_pull_is_a_jail_try_with_its_own_number():
    table = table_of(3)
    table.whole_press()
    table.stage.heard.clear()
    armed = table.game.armed
    table.lever()
    table.quiet()
    ((first, number), *_) = table.stage.heard
    assert first == "die_1"
    assert table.told()[-1]["dice"] == [number]
    assert len(table.told("press")) == 1
    table.whole_press()
    assert table.told()[-1]["dice"] == [armed.number]


def test_jail_try_during_a_sound_is_refused_and_not_counted():
    table = table_of(3)
    table.press()
    assert table.ask("storm_dice", act="jail", player=2)["reply"] == "busy"
    table.quiet()
    assert table.ask("storm_dice", act="jail", player=2)["tries"] in ([], [[2, 1]])
    assert table.told()[-1]["player"] == 2


def test_held_check_button_starts_the_storm_fn_20():
    table = table_of(3)
    table.whole_press()
    assert table.check(900) == "done"
    table.quiet()
    assert table.stage.heard[2:] == [("wind", 1)]
    _, told = table.told()
    assert (told["outcome"], told["space"], told["left"]) == ("storm", 0, 0)


def test_storm_cards_of_custom_spaces_come_once_and_are_beeped_fn_21():
    table = table_of(3, storm_spaces=SPACES)
    table.whole_press()
    table.stage.heard.clear()
    for _ in range(4):
        table.check(900)
        table.quiet()
    told = table.told()[1:]
    assert sorted(each["space"] for each in told[:3]) == sorted(SPACES)
    assert [each["left"] for each in told] == [2, 1, 0, 0]
    assert told[3]["space"] == 0  # FN-A-07
    beeps = {7: [("die_2", 7)], 20: [("die_1", 2)], 31: [("die_1", 3), ("die_2", 1)], 0: []}
    expected = [sound for each in told for sound in [("wind", 1), *beeps[each["space"]]]]
    assert table.stage.heard == expected


def test_new_game_restores_storm_cards_and_tries():
    table = table_of(seed_of(2), storm_spaces=SPACES)
    table.hold()
    table.quiet()
    table.check(900)
    table.quiet()
    answer = table.ask("storm_dice", act="new_game")
    assert answer == {"reply": "done", "draws": 2, "storm_cards": 3, "tries": []}


def test_new_weights_apply_to_the_next_press():
    table = table_of(3)
    table.change(action_weights=[0, 0, 1, 0])
    table.whole_press()
    assert table.stage.heard[1] == ("heal", 1)


def test_new_seed_starts_its_rolls_with_the_next_press():
    table = table_of(3)
    table.stage.seed = 5
    table.game.reseed()
    for number, _ in rolls_of(5, 3):
        table.whole_press()
        assert table.told()[-1]["dice"] == [number]


def test_low_battery_warning_follows_the_action():
    table = table_of(5)
    table.press()
    table.game.battery("replace_soon", table.stage.ms)
    table.quiet()
    assert [name for name, _ in table.stage.heard][2:] == ["low_battery"]


@pytest.mark.parametrize("how", ["lever", "check"])
def test_lever_or_check_before_first_roll_starts_the_roll_off_fn_07(how):
    """Only the numbers count. Players with the same highest number roll again."""

    def act():
        table.lever() if how == "lever" else table.check(900)
        table.quiet()

    table = table_of(seed_of_numbers(4, 6, 6, 2, 5))
    act()
    for _ in range(3):
        table.whole_press()
    act()
    for _ in range(2):
        table.whole_press()
    told = [each for each in table.told() if each["outcome"] == "roll_off"]
    assert [each.get("player") for each in told] == [None, 1, 2, 3, None, 2, 3, None]
    assert told[4]["again"] == [2, 3]
    assert told[-1]["first"] == 3
    assert {each["action"] for each in table.told() if each["outcome"] == "roll"} == {"none"}
    beeps = [("die_1", number) for number in (4, 6, 6)]
    again = [("again", 1), ("die_1", 2), ("die_1", 5), ("first", 3)]
    assert table.stage.heard == [("again", 1), *beeps, *again]
    table.whole_press()
    assert table.told()[-1]["action"] != "none"


def seed_of_numbers(*numbers):
    wanted = [*numbers]
    seeds = range(100_000)
    return next(s for s in seeds if [each.number for each in rolls_of(s, len(wanted))] == wanted)


def test_host_draws_count_numbers_and_actions_but_no_rolls():
    table = table_of(3, action_weights=[0, 1, 0, 3])
    counts = table.ask("storm_dice", draws=25)["counts"]
    assert sum(map(sum, counts)) == 25
    assert [sum(column) for column in zip(*counts, strict=True)][0::2] == [0, 0]
    assert (table.game.draws, len(counts)) == (0, 6)


def test_press_of_a_jailed_player_is_a_try_without_action_fn_29():
    """The press is as the host expects, so it sounds and is reported as a try."""
    table = table_of(5)
    table.ask("storm_dice", next="jail", player=2, tries=1, last=True)
    table.whole_press()
    [told] = table.told()
    number = told["dice"][0]
    result = "free" if number == 6 else "free_next_turn"
    assert told == {
        **{"event": "outcome", "draw": 1, "outcome": "jail_try", "dice": [number]},
        **{"action": "none", "try": 2, "result": result, "player": 2},
    }
    after = [("free", 1)] if number == 6 else [("stay", 1), ("free", 1)]
    assert table.stage.heard == [("die_1", number), *after]
    table.whole_press()
    assert table.told()[-1]["action"] in ("shot", "hammer", "heal", "dance")


@pytest.mark.parametrize(
    ("tries", "last", "results"),
    [(1, False, {"stay", "free"}), (2, True, {"free", "free_next_turn"})],
)
def test_last_of_three_tries_frees_but_not_the_second_fn_a_09(tries, last, results):
    found = set()
    for seed in range(12):
        table = table_of(seed)
        table.ask("storm_dice", next="jail", player=1, tries=tries, last=last)
        table.whole_press()
        found.add(table.told()[-1]["result"])
    assert found == results


def test_drop_in_press_rolls_only_a_number_fn_07():
    table = table_of(5)
    table.ask("storm_dice", next="number")
    table.whole_press()
    told = table.told()[-1]
    assert (told["outcome"], told["action"]) == ("roll", "none")
    assert [name for name, _ in table.stage.heard] == ["die_1"]
    table.ask("storm_dice", next="number")
    table.ask("storm_dice", next="roll")  # the host has changed its mind
    table.whole_press()
    assert table.told()[-1]["action"] != "none"


@pytest.mark.parametrize(("expected", "outcome"), [("jail", "jail_try"), ("roll", "roll")])
def test_hold_of_an_expected_press_changes_nothing(expected, outcome):
    table = table_of(5)
    table.ask("storm_dice", next=expected, player=1)
    table.hold()
    table.quiet()
    assert [each["outcome"] for each in table.told()] == [outcome]
    table.hold()  # Nothing is expected now, so holding is a try.
    assert table.told()[-1]["outcome"] == "jail_try"
