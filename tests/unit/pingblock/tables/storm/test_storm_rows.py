"""Acceptance rows FN-T01 to FN-T20 of ``storm``."""

from fractions import Fraction
from itertools import product

import pytest
from tests.unit.pingblock.tables.storm.playing import NAMES, Storm

from pingblock.tables.storm import odds
from pingblock.tables.storm.state import ACTIONS, FREE


def test_fn_t01_bandages_stop_at_15() -> None:
    storm = Storm()
    storm.each("hp", {0: 14})
    storm.roll(1, "bandages")
    assert storm.do("heal", 0).hp[0] == 15
    assert storm.rule("heal", 0) == "FN-12"


def test_fn_t02_a_campfire_stops_at_15() -> None:
    storm = Storm()
    assert storm.goes(4).hp[0] == 15  # space 4
    storm.each("hp", {0: 13})
    storm.each("place", {0: 3})
    storm.state = storm.state._replace(number=0, moved=False)
    assert storm.goes(1).hp[0] == 14


def test_fn_26_passing_go_pays_2_and_a_storm_card_ends_the_turn() -> None:
    storm = Storm()
    storm.each("hp", {0: 12})
    storm.each("place", {0: 28})
    storm.each("owner", {2: 0})  # an own location does nothing
    state = storm.goes(6)
    assert (state.place[0], state.hp[0]) == (2, 14)
    assert state.due == ()
    assert storm.do("end", 0).due == ("storm",)
    assert storm.rule("roll", 1) == "FN-08"
    assert storm.do("storm", space=5).turn == 1


def test_fn_t04_a_stormed_go_pays_nothing_and_still_draws() -> None:
    storm = Storm()
    storm.each("hp", {0: 12})
    storm.each("place", {0: 28})
    storm.each("owner", {2: 0})
    storm.each("stormed", {0: True})
    state = storm.goes(6)
    assert (state.place[0], state.hp[0]) == (2, 12)
    assert storm.do("end", 0).due == ("storm",)


def test_fn_a_13_go_pays_before_the_space_that_is_reached_costs() -> None:
    storm = Storm()
    storm.each("place", {0: 31})
    storm.each("hp", {0: 1})
    storm.each("stormed", {2: True})
    assert storm.goes(3).hp[0] == 1  # 1 + 2 - 2: alive
    storm.each("place", {0: 31})
    storm.each("hp", {0: 15})
    storm.state = storm.state._replace(number=0, moved=False)
    assert storm.goes(3).hp[0] == 13  # the 2 are lost at 15


def test_fn_t05_landing_on_a_stormed_go_costs_2() -> None:
    storm = Storm()
    storm.each("hp", {0: 12})
    storm.each("place", {0: 28})
    storm.each("stormed", {0: True})
    state = storm.goes(4)
    assert (state.place[0], state.hp[0]) == (0, 10)
    assert storm.do("end", 0).due == ("storm",)


def behind_a_wall() -> Storm:
    """Returns FN-19: Ann on 10 rolls 5 and a crosshair; a wall and the storm are on 13."""
    storm = Storm(3)
    storm.each("place", {0: 10, 1: 12})
    storm.each("walls", {13: True})
    storm.each("stormed", {13: True})
    storm.roll(5, "crosshair")
    return storm


def test_fn_19_moving_first_stops_in_the_storm_and_shoots_a_player() -> None:
    storm = behind_a_wall()
    state = storm.do("move", 0)
    assert (state.place[0], state.hp[0], state.walls_left) == (13, 13, 8)
    assert storm.do("shoot", 0, target=1).hp == (13, 14, 15)


def test_fn_t07_shooting_first_clears_the_way() -> None:
    storm = behind_a_wall()
    assert storm.do("shoot", 0, wall=13).walls_left == 8
    state = storm.do("move", 0)
    assert (state.place[0], state.hp[0], state.owner[15]) == (15, 15, 0)


def bombed(cover: bool) -> Storm:
    storm = Storm(4, cover=cover)
    storm.each("hp", {0: 10, 1: 1, 2: 5})
    storm.each("place", {3: 9})
    storm.each("walls", {9: True, 20: True})
    storm.roll(1, "bomb")
    storm.do("bomb", 0)
    return storm


def test_fn_t08_the_bomb_spares_whom_a_wall_covers() -> None:
    state = bombed(True).state
    assert state.hp == (10, 0, 4, 15)
    assert state.walls_left == 8
    assert state.alive == (0, 2, 3)
    assert bombed(False).state.hp == (10, 0, 4, 14)  # FN-A-01 as a switch


def test_fn_t10_a_wall_stands_on_the_shortened_path() -> None:
    storm = Storm()
    storm.each("place", {0: 2})
    storm.each("walls", {5: True})
    storm.roll(6, "brick")
    assert storm.rule("build", 0, space=2) == "FN-14"
    state = storm.do("move", 0)
    assert (state.place[0], state.walls_left, state.path) == (5, 8, (2, 3, 4, 5))
    sites = [dict(step.args)["space"] for step in storm.game.legal(state) if step.do == "build"]
    assert sites == [2, 3, 4, 5]
    assert storm.rule("build", 0, space=6) == "FN-14"
    assert storm.do("build", 0, space=2).walls_left == 7


def test_fn_t11_sight_is_a_side_and_a_corner_has_two() -> None:
    board = Storm().state.board
    assert [board.sees(3, at) for at in (0, 8, 9, 31)] == [True, True, False, False]
    corners = (0, 8, 16, 24)
    for here, there in product(range(32), repeat=2):
        sides = [{(at - 1) // 8, at // 8} if at in corners else {at // 8} for at in (here, there)]
        sides = [{side % 4 for side in each} for each in sides]
        assert board.sees(here, there) == bool(sides[0] & sides[1]), (here, there)


def test_fn_t13_go_to_jail_draws_at_once_and_ends_the_turn() -> None:
    storm = Storm()
    storm.each("hp", {0: 9})
    storm.each("place", {0: 20})
    state = storm.goes(4, "bandages")
    assert (state.place[0], state.hp[0], state.jail[0]) == (8, 9, 0)
    assert state.due == ("storm",)
    assert storm.rule("heal", 0) == "FN-33"
    state = storm.do("storm", space=5)
    assert (state.turn, state.stormed[5], state.due) == (1, True, ())


def test_fn_t14_a_stormed_jail_costs_2_and_holds_nobody() -> None:
    storm = Storm()
    storm.each("hp", {0: 9})
    storm.each("place", {0: 20})
    storm.each("stormed", {8: True})
    state = storm.goes(4)
    assert (state.place[0], state.hp[0], state.jail[0]) == (8, 7, FREE)
    assert state.due == ("storm",)


def test_fn_27_the_card_of_go_to_jail_may_free_at_once() -> None:
    storm = Storm()
    storm.each("place", {0: 20})
    storm.goes(4)
    state = storm.do("storm", space=8)
    assert (state.jail[0], state.hp[0], state.turn) == (FREE, 15, 1)


def test_fn_t16_a_six_within_two_tries() -> None:
    assert odds.six_within(2) == Fraction(11, 36)
    rolls = list(product(range(1, 7), repeat=2))
    assert Fraction(sum(6 in each for each in rolls), len(rolls)) == Fraction(11, 36)
    storm = Storm()
    storm.each("jail", {0: 0})
    assert storm.game.view(storm.state)["players"][0]["jail_odds"] == "11/36"
    storm.each("jail", {0: 1})
    assert storm.game.view(storm.state)["players"][0]["jail_odds"] == "1/6"


def test_fn_a_03_the_action_die_is_six_stickers() -> None:
    rules = Storm().state.rules
    assert dict(zip(ACTIONS, rules.faces, strict=True)) == {
        "bandages": 1,
        "crosshair": 2,
        "brick": 2,
        "bomb": 1,
    }


def test_fn_t17_a_pair_gives_2_up_to_15() -> None:
    storm = Storm()
    storm.each("owner", {1: 0, 3: 0})
    storm.each("hp", {0: 14})
    assert storm.goes(1).hp[0] == 15
    storm.each("owner", {3: 1})  # FN-35: without the pair nothing
    storm.each("hp", {0: 10})
    storm.each("place", {0: 0})
    storm.state = storm.state._replace(number=0, moved=False)
    assert storm.goes(1).hp[0] == 10


def test_fn_t19_the_storm_harms_nobody_where_it_comes() -> None:
    storm = Storm()
    storm.each("place", {0: 31, 1: 12})
    storm.goes(1)
    storm.do("end", 0)
    state = storm.do("storm", space=12)
    assert state.hp == (15, 15)
    storm.each("jail", {1: FREE})
    storm.do("roll", 1)
    assert storm.state.hp[1] == 15


def test_fn_t20_seven_players_leave_5_tokens() -> None:
    storm = Storm(7)
    assert sum(storm.state.hp) == 105
    assert storm.game.view(storm.state)["bank"] == 5
    assert len(NAMES) == 7


@pytest.mark.parametrize(("tries", "turn"), [(2, 2), (3, 3)])
def test_fn_29_the_last_failed_try_frees_for_the_next_turn(tries: int, turn: int) -> None:
    storm = Storm(jail_tries=tries)
    storm.each("place", {0: 8, 1: 12})
    storm.each("jail", {0: 0})
    for done in range(1, turn + 1):
        assert storm.rule("dice", number=3, action="bomb") == "FN-29"
        state = storm.do("dice", number=3)
        assert state.jail[0] == (FREE if done == tries else done)
        storm.goes(1)
        storm.do("end", 1)
    assert storm.rule("pay", 0) == "FN-29"
    assert storm.goes(2).place[0] == 10


def test_fn_29_a_six_frees_and_both_dice_are_rolled_again() -> None:
    storm = Storm()
    storm.each("place", {0: 8})
    storm.each("jail", {0: 0})
    storm.do("roll", 0)
    state = storm.do("dice", number=6)
    assert (state.jail[0], state.place[0], state.turn, state.number) == (FREE, 8, 0, 0)
    assert storm.goes(2).place[0] == 10


@pytest.mark.parametrize(("hp", "rule"), [(1, "FN-A-05"), (2, "FN-A-05"), (3, "")])
def test_fn_a_05_nobody_pays_the_last_hp_to_leave_jail(hp: int, rule: str) -> None:
    storm = Storm()
    storm.each("jail", {0: 0})
    storm.each("hp", {0: hp})
    if rule:
        assert storm.rule("pay", 0) == rule
    else:
        state = storm.do("pay", 0)
        assert (state.hp[0], state.jail[0]) == (1, FREE)
