"""Storm dice on a stage: sounds match reports, with jail tries and the storm."""

import pytest
from tests.rules.device_moves import play
from tests.rules.rows import rows
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


def seed_of(*numbers):
    """Returns the smallest seed whose first rolls show these numbers."""
    seeds, wanted = range(100_000), [*numbers]
    return next(s for s in seeds if [each.number for each in rolls_of(s, len(wanted))] == wanted)


@pytest.mark.parametrize("row", rows("storm_device"))
def test_presses_of_row_are_played_and_reported(row):
    seed = row["seed"] if "seed" in row else seed_of(*row["numbers"])
    play(table_of(seed, **row.get("settings", {})), row["play"])


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


def test_check_button_repeats_number_and_action():
    table = table_of(5)
    table.whole_press()
    table.check()
    table.quiet()
    assert table.stage.heard[:2] == table.stage.heard[2:]
    assert len(table.told("replay")) == 1
    assert [each.number for each in rolls_of(5, 2)][1] == table.game.armed.number


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


def test_new_seed_starts_its_rolls_with_the_next_press():
    table = table_of(3)
    table.stage.seed = 5
    table.game.reseed()
    for number, _ in rolls_of(5, 3):
        table.whole_press()
        assert table.told()[-1]["dice"] == [number]


def test_host_draws_count_numbers_and_actions_but_no_rolls():
    table = table_of(3, action_weights=[0, 1, 0, 3])
    counts = table.ask("storm_dice", draws=25)["counts"]
    assert sum(map(sum, counts)) == 25
    assert [sum(column) for column in zip(*counts, strict=True)][0::2] == [0, 0]
    assert (table.game.draws, len(counts)) == (0, 6)


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
