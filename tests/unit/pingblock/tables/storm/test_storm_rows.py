"""Acceptance rows FN-T01 to FN-T20 of ``storm``, and other moves by their rule."""

from fractions import Fraction
from itertools import product

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.storm.playing import Storm, StormAtPage

from pingblock.tables.chance import SeededChance
from pingblock.tables.storm.state import ACTIONS, FREE, six_within


@pytest.mark.parametrize("kind", [Storm, StormAtPage])
@pytest.mark.parametrize("row", rows("storm_moves"))
def test_moves_of_row_follow_their_rules(row, kind):
    kind(row.get("players", 2), **row.get("options", {})).play(row["play"])


def test_players_see_their_side_and_corners_see_two_sides_fn_t11():
    board = Storm().state.board
    assert [board.sees(3, at) for at in (0, 8, 9, 31)] == [True, True, False, False]
    corners = (0, 8, 16, 24)
    for here, there in product(range(32), repeat=2):
        sides = [{(at - 1) // 8, at // 8} if at in corners else {at // 8} for at in (here, there)]
        sides = [{side % 4 for side in each} for each in sides]
        assert board.sees(here, there) == bool(sides[0] & sides[1]), (here, there)


def test_six_within_two_tries_has_odds_of_11_in_36_fn_t16():
    assert six_within(2) == Fraction(11, 36)
    for tried, left in ((0, "11/36"), (1, "1/6")):
        storm = Storm().set(jail={0: tried})
        assert storm.game.view(storm.state)["players"][0]["jail_odds"] == left


def test_action_die_has_six_faces_with_listed_counts_fn_a_03():
    sixths = {"bandages": 1, "crosshair": 2, "brick": 2, "bomb": 1}
    assert dict(zip(ACTIONS, Storm().state.rules.faces, strict=True)) == sixths


def test_seven_players_leave_5_tokens_fn_t20():
    storm = Storm(7)
    assert (sum(storm.state.hp), storm.game.view(storm.state)["bank"]) == (105, 5)


@pytest.mark.parametrize("row", rows("storm"))
def test_jail_tries_of_row_end_as_it_says(row):
    storm = Storm(jail_tries=row.get("most", 2)).set(place={0: 8, 1: 12}, jail={0: 0})
    for done, (number, end) in enumerate(zip(row["tries"], row["ends"], strict=True), 1):
        assert storm.refused("dice", number=number, action="bomb").rule == "FN-29"
        storm.do("roll", 0)
        state = storm.do("dice", number=number)
        assert state.jail[0] == (done if end == "stay" else FREE)
        if end == "free":
            assert (state.place[0], state.turn, state.number) == (8, 0, 0)
            break
        until = " until the next turn" * (end == "free_next_turn")
        assert f"Ann stays in jail{until}: try {done} has failed." in storm.said
        storm.goes(1)
        storm.do("end", 1)
    assert storm.refused("pay", 0).rule == "FN-29"
    assert storm.goes(2).place[0] == 10


@pytest.mark.parametrize(
    ("give", "take", "answer"),
    [(7, 3, "accept"), (1, 5, "accept"), (9, 3, "refuse"), (1, 3, "refuse")],
)
def test_plain_bot_accepts_trade_only_for_a_pair(give, take, answer):
    storm = Storm().set(owner={1: 0, 7: 0, 9: 0, 3: 1, 5: 1})
    storm.do("offer", 0, to=1, give_places=[give], take_places=[take])
    assert storm.game.bots["plain"](storm.state, 1, SeededChance(1)).do == answer


@pytest.mark.parametrize("turns", [1, 4])
def test_game_ends_at_its_turn_limit(turns):
    storm = Storm(turns=turns)
    while storm.state.result is None:
        storm.goes(2)
        storm.do("end", storm.state.turn)
    assert "limit" in storm.state.result.reason
    assert storm.state.turns == turns
