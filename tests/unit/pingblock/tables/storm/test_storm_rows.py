"""Acceptance rows FN-T01 to FN-T20 of ``storm``, and other moves by their rule."""

from fractions import Fraction
from itertools import product

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.places import same_places
from tests.unit.pingblock.tables.storm.playing import KIT, SCOPE, Storm

from pingblock.tables.storm import odds
from pingblock.tables.storm.state import ACTIONS, FREE

# Rule, differences from the start (Ann on GO, all with 15 HP), her roll, and the result.
MOVES = [
    ("FN-T02 a campfire stops at 15", {}, 4, {"hp": {0: 15}}),
    ("FN-T02 a campfire gives 1", {"hp": {0: 13}, "place": {0: 3}}, 1, {"hp": {0: 14}}),
    (
        "FN-T04 a stormed GO pays nothing and still draws",
        {"hp": {0: 12}, "place": {0: 28}, "owner": {2: 0}, "stormed": {0: True}},
        6,
        {"place": {0: 2}, "hp": {0: 12}, "go_crossed": True},
    ),
    (
        "FN-T05 landing on a stormed GO costs 2",
        {"hp": {0: 12}, "place": {0: 28}, "stormed": {0: True}},
        4,
        {"place": {0: 0}, "hp": {0: 10}, "go_crossed": True},
    ),
    (
        "FN-A-13 GO pays before the space that is reached costs",
        {"place": {0: 31}, "hp": {0: 1}, "stormed": {2: True}},
        3,
        {"hp": {0: 1}},
    ),
    (
        "FN-A-13 what GO pays is lost at 15",
        {"place": {0: 31}, "stormed": {2: True}},
        3,
        {"hp": {0: 13}},
    ),
    (
        "FN-T14 a stormed jail costs 2 and holds nobody",
        {"hp": {0: 9}, "place": {0: 20}, "stormed": {8: True}},
        4,
        {"place": {0: 8}, "hp": {0: 7}, "jail": {0: FREE}, "due": ("storm",)},
    ),
    ("FN-T17 a pair gives 2 up to 15", {"owner": {1: 0, 3: 0}, "hp": {0: 14}}, 1, {"hp": {0: 15}}),
    ("FN-35 without the pair nothing", {"owner": {1: 0, 3: 1}, "hp": {0: 9}}, 1, {"hp": {0: 9}}),
    ("FN-36 a rival pays the bank", {"owner": {1: 1}}, 1, {"hp": {0: 14, 1: 15}}),
    (
        "FN-16 a wall stops: items beyond it stay, GO behind it is not passed",
        {"place": {0: 28}, "walls": {30: True}, "dropped": {29: (KIT,), 31: (SCOPE,)}},
        6,
        {
            **{"place": {0: 30}, "go_crossed": False, "hp": {0: 14}},  # a trap
            **{"items": {0: (KIT,)}, "dropped": {29: (), 31: (SCOPE,)}},
        },
    ),
    ("FN-24 a stormed trap costs 2", {"place": {0: 8}, "stormed": {10: True}}, 2, {"hp": {0: 13}}),
    (
        "FN-27 a stormed Go to Jail jails nobody",
        {"place": {0: 20}, "stormed": {24: True}},
        4,
        {"hp": {0: 13}, "place": {0: 24}, "jail": {0: FREE}},
    ),
    (
        "FN-A-11 who is sent to jail takes what lies there",
        {"place": {0: 20}, "dropped": {8: (KIT,)}},
        4,
        {"place": {0: 8}, "items": {0: (KIT,)}, "dropped": {8: ()}},
    ),
    (
        "FN-20 who dies behind GO still turns a card over",
        {"hp": {0: 1}, "place": {0: 31}, "stormed": {0: True}},
        1,
        {"hp": {0: 0}, "due": ("storm",)},
    ),
    ("FN-33 all 16 cards are out", {"place": {0: 19}, "items": {1: (KIT,) * 16}}, 1, {"due": ()}),
]


@pytest.mark.parametrize(
    ("before", "roll", "after"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES]
)
def test_move_leads_where_its_rule_says(before, roll, after):
    assert same_places(Storm(3).set(**before).goes(roll), after) == after


def test_bandages_stop_at_15_hp_fn_t01():
    storm = Storm().set(hp={0: 14})
    storm.roll(1, "bandages")
    assert storm.do("heal", 0).hp[0] == 15
    assert storm.said == ["Ann gains 1 HP and has 15."]
    assert storm.rule("heal", 0) == "FN-12"


def test_passing_go_pays_2_and_storm_card_ends_turn_fn_26():
    # a player's own location has no effect on the owner
    storm = Storm().set(hp={0: 12}, place={0: 28}, owner={2: 0})
    state = storm.goes(6)
    assert (state.place[0], state.hp[0], state.due) == (2, 14, ())
    assert storm.do("end", 0).due == ("storm",)
    assert storm.rule("roll", 1) == "FN-08"
    assert storm.do("storm", space=5).turn == 1


def behind_a_wall() -> Storm:
    """Returns FN-19: Ann on 10 rolls 5 and a crosshair. A wall and the storm are on 13."""
    storm = Storm(3).set(place={0: 10, 1: 12}, walls={13: True}, stormed={13: True})
    storm.roll(5, "crosshair")
    return storm


def test_moving_first_stops_at_wall_and_shoots_player_fn_19():
    storm = behind_a_wall()
    state = storm.do("move", 0)
    assert (state.place[0], state.hp[0], state.walls_left) == (13, 13, 8)
    assert storm.do("shoot", 0, target=1).hp == (13, 14, 15)


def test_shooting_wall_first_clears_path_fn_t07():
    storm = behind_a_wall()
    assert storm.do("shoot", 0, wall=13).walls_left == 8
    state = storm.do("move", 0)
    assert (state.place[0], state.hp[0], state.owner[15]) == (15, 15, 0)


@pytest.mark.parametrize(("cover", "behind"), [(True, 15), (False, 14)])
def test_bomb_spares_player_behind_wall_by_option_fn_t08(cover, behind):
    """FN-A-01 is a switch."""
    storm = Storm(4, cover=cover)
    storm.set(hp={0: 10, 1: 1, 2: 5}, place={3: 9}, walls={9: True, 20: True})
    storm.roll(1, "bomb")
    state = storm.do("bomb", 0)
    assert (state.hp, state.walls_left, state.alive) == ((10, 0, 4, behind), 8, (0, 2, 3))
    assert storm.rule("bomb", 0) == "FN-15"  # once for each roll


def test_wall_can_be_built_only_on_walked_path_fn_t10():
    storm = Storm().set(place={0: 2}, walls={5: True})
    storm.roll(6, "brick")
    assert storm.rule("build", 0, space=2) == "FN-14"
    state = storm.do("move", 0)
    assert (state.place[0], state.walls_left, state.path) == (5, 8, (2, 3, 4, 5))
    sites = [dict(step.args)["space"] for step in storm.game.legal(state) if step.do == "build"]
    assert sites == [2, 3, 4, 5]
    assert storm.rule("build", 0, space=6) == "FN-14"
    assert storm.do("build", 0, space=2).walls_left == 7
    assert storm.rule("build", 0, space=3) == "FN-14"  # once for each roll


def test_players_see_their_side_and_corners_see_two_sides_fn_t11():
    board = Storm().state.board
    assert [board.sees(3, at) for at in (0, 8, 9, 31)] == [True, True, False, False]
    corners = (0, 8, 16, 24)
    for here, there in product(range(32), repeat=2):
        sides = [{(at - 1) // 8, at // 8} if at in corners else {at // 8} for at in (here, there)]
        sides = [{side % 4 for side in each} for each in sides]
        assert board.sees(here, there) == bool(sides[0] & sides[1]), (here, there)


@pytest.mark.parametrize(("card", "tries"), [(5, 0), (8, FREE)])
def test_go_to_jail_draws_storm_card_and_ends_turn_fn_t13(card, tries):
    """FN-27: the card that it draws can free at once."""
    storm = Storm().set(hp={0: 9}, place={0: 20})
    state = storm.goes(4, "bandages")
    assert (state.place[0], state.hp[0], state.jail[0], state.due) == (8, 9, 0, ("storm",))
    assert storm.rule("heal", 0) == "FN-20"
    state = storm.do("storm", space=card)
    assert (state.turn, state.stormed[card], state.due) == (1, True, ())
    assert (state.jail[0], state.hp[0]) == (tries, 9)


def test_six_within_two_tries_has_odds_of_11_in_36_fn_t16():
    assert odds.six_within(2) == Fraction(11, 36)
    for tried, left in ((0, "11/36"), (1, "1/6")):
        storm = Storm().set(jail={0: tried})
        assert storm.game.view(storm.state)["players"][0]["jail_odds"] == left


def test_action_die_has_six_faces_with_listed_counts_fn_a_03():
    sixths = {"bandages": 1, "crosshair": 2, "brick": 2, "bomb": 1}
    assert dict(zip(ACTIONS, Storm().state.rules.faces, strict=True)) == sixths


def test_new_storm_space_does_not_hurt_player_on_it_fn_t19():
    storm = Storm().set(place={0: 31, 1: 12})
    storm.goes(1)
    storm.do("end", 0)
    assert storm.do("storm", space=12).hp == (15, 15)
    assert storm.do("roll", 1).hp == (15, 15)


def test_seven_players_leave_5_tokens_fn_t20():
    storm = Storm(7)
    assert (sum(storm.state.hp), storm.game.view(storm.state)["bank"]) == (105, 5)


@pytest.mark.parametrize("row", rows("storm"))
def test_jail_tries_of_row_end_as_it_says(row):
    storm = Storm(jail_tries=row.get("most", 2)).set(place={0: 8, 1: 12}, jail={0: 0})
    for done, (number, end) in enumerate(zip(row["tries"], row["ends"], strict=True), 1):
        assert storm.rule("dice", number=number, action="bomb") == "FN-29"
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
    assert storm.rule("pay", 0) == "FN-29"
    assert storm.goes(2).place[0] == 10


def test_player_cannot_pay_last_hp_to_leave_jail_fn_a_05():
    storm = Storm().set(jail={0: 0}, hp={0: 2})
    assert storm.rule("pay", 0) == "FN-A-05"
    state = storm.set(hp={0: 3}).do("pay", 0)
    assert (state.hp[0], state.jail[0]) == (1, FREE)
