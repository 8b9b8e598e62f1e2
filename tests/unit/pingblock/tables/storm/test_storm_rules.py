"""Rules of ``storm`` beyond the acceptance rows: walls, items, trades, the end."""

import pytest
from tests.unit.pingblock.tables.storm.playing import KIT, SCOPE, Storm

from pingblock.tables.chance import SeededChance
from pingblock.tables.storm.board import StormItem
from pingblock.tables.storm.state import FREE


def test_highest_roll_drops_in_first_and_ties_roll_again_fn_07():
    storm = Storm(3).set(phase="roll_off", place=(-1,) * 3, turn=0)
    assert storm.rule("drop", 0, space=1) == "FN-07"
    assert storm.rule("dice", number=1, action="bomb") == "FN-07"
    for number in (5, 2, 5):
        storm.do("dice", number=number)
    assert storm.state.tied == (0, 2)
    for number in (1, 4):
        storm.do("dice", number=number)
    assert storm.game.to_act(storm.state) == (2,)
    storm.do("drop", 2, space=24)  # FN-A-10: the space has no effect
    assert storm.rule("drop", 1, space=3) == "FN-07"
    storm.do("drop", 0, space=8)
    state = storm.do("drop", 1, space=24)
    assert (state.turn, state.place) == (2, (8, 24, 24))
    assert (state.jail, state.hp) == ((-1,) * 3, (15,) * 3)


def test_turn_passes_to_living_player_and_unused_action_is_lost_fn_08_fn_11():
    storm = Storm(3).set(hp={1: 0})
    assert storm.rule("end", 0) == "FN-10"
    storm.goes(4, "bandages")
    assert storm.rule("move", 0) == "FN-10"
    state = storm.do("end", 0)
    assert (state.turn, state.action) == (2, "")
    assert storm.said[0] == "Ann lets the action go: bandages."
    assert storm.rule("heal", 2) == "FN-12"
    assert storm.rule("roll", 0) == "FN-08"
    assert storm.rule("roll", 1) == "FN-38"


def test_targets_out_of_sight_or_behind_walls_are_refused_fn_13_fn_17():
    storm = Storm(4).set(place={0: 3, 1: 9, 2: 5}, walls={5: True, 12: True}, jail={2: 0})
    storm.set(hp={3: 0})
    storm.roll(1, "crosshair")
    assert storm.rule("shoot", 0, target=1) == "FN-13"
    assert storm.rule("shoot", 0, target=2) == "FN-17"
    assert storm.rule("shoot", 0, wall=12) == "FN-13"
    assert storm.rule("shoot", 0, wall=4) == "FN-18"
    assert storm.rule("shoot", 0, target=0) == storm.rule("shoot", 0, target=3) == "FN-13"
    assert storm.rule("shoot", 0) == "FN-13"
    assert storm.rule("shoot", 0, target=1, wall=12) == "FN-13"
    storm.set(walls={5: False})
    assert storm.do("shoot", 0, target=2).hp[2] == 14  # FN-28: in jail as well
    assert storm.rule("shoot", 0, target=2) == "FN-13"  # once for each roll


def test_second_wall_on_space_and_ninth_wall_are_refused_fn_a_06():
    storm = Storm().set(walls=dict.fromkeys(range(20, 28), True))
    storm.goes(1)
    assert storm.rule("build", 0, space=1) == "FN-A-06"
    storm.set(walls={27: False, 1: True})
    assert storm.rule("build", 0, space=1) == "FN-A-06"


def test_storm_takes_location_from_owner_and_breaks_pair_fn_21():
    storm = Storm()
    storm.set(owner={1: 1, 3: 1}, due=("storm",))
    state = storm.do("storm", space=1)
    assert (state.owner[1], state.owner[3]) == (-1, 1)
    assert storm.said == ["The storm takes location 1.", "Ben loses location 1 to the storm."]
    assert storm.goes(1).hp[0] == 13  # FN-22: the storm's side costs 2
    assert state.owner[1] == -1


def test_card_for_stormed_space_does_nothing_fn_a_07():
    storm = Storm()
    storm.set(stormed={5: True}, due=("storm",))
    assert storm.rule("storm", space=32) == "FN-A-02"
    assert storm.do("storm", space=5).storm_left == 14
    assert storm.said == ["The storm has taken location 5 already, so the card has no effect."]
    storm.set(storm_drawn=(5,) * 15, place={0: 31})
    storm.goes(1)
    assert storm.do("end", 0).turn == 1


def test_storm_on_jail_frees_player_without_payment_fn_28():
    storm = Storm()
    storm.set(jail={1: 1}, place={1: 8}, due=("storm",))
    state = storm.do("storm", space=8)
    assert (state.jail[1], state.hp[1]) == (FREE, 15)


def test_items_are_used_in_own_turn_and_return_under_deck_fn_33():
    storm = Storm().set(place={0: 19})
    storm.goes(1)
    assert storm.rule("end", 0) == "FN-33"
    storm.do("chest", name="Kit", gain=5)
    assert storm.state.items[0] == (KIT,)
    assert storm.rule("use", 1, item="Kit") == "FN-08"
    assert storm.rule("use", 0, item="Bow") == "FN-33"
    storm.set(hp={0: 7})
    state = storm.do("use", 0, item="Kit")
    assert (state.hp[0], state.items[0], state.under) == (12, (), (KIT,))
    state = storm.set(due=("chest",)).do("chest", name="Kit")
    assert (state.items[0], state.under) == ((KIT,), ())


def test_lasting_item_works_once_per_turn_with_other_items_fn_33():
    storm = Storm(3).set(items={0: (SCOPE, KIT)}, place={1: 20, 2: 21}, walls={21: True})
    assert storm.rule("use", 0, item="Scope") == "FN-33"
    assert storm.rule("use", 0, item="Scope", target=2) == "FN-17"
    assert storm.do("use", 0, item="Scope", target=1).hp[1] == 13  # beyond the line of sight
    assert storm.rule("use", 0, item="Scope", target=1) == "FN-33"
    storm.do("use", 0, item="Kit", build=5)
    assert storm.state.walls[5]
    assert storm.state.items[0] == (SCOPE,)


def test_moving_item_needs_its_steps_after_the_roll():
    storm = Storm().set(items={0: (StormItem("Boots"),)})
    assert storm.rule("use", 0, item="Boots", steps=2) == "FN-33"
    storm.goes(4)
    assert storm.do("use", 0, item="Boots", steps=3).place[0] == 7


def test_trade_needs_both_sides_and_consent_fn_37():
    storm = Storm(3).set(owner={1: 0, 3: 1, 5: 1}, items={1: (KIT,)})
    assert storm.rule("offer", 1, to=0, give_places=[3], take_places=[1]) == "FN-08"
    assert storm.rule("offer", 0, to=1, take_places=[3]) == "FN-37"
    assert storm.rule("offer", 0, to=1, give_places=[5], take_places=[3]) == "FN-37"
    assert storm.rule("offer", 0, to=0, give_places=[1], take_places=[1]) == "FN-37"
    assert storm.rule("offer", 0, to=1, give_places=[1, 1], take_places=[3]) == "FN-37"
    storm.do("offer", 0, to=1, give_places=[1], take_places=[3], take_items=["Kit"])
    assert storm.said == ["Ann offers Ben a trade: location 1 for location 3 and Kit."]
    assert storm.rule("roll", 0) == "FN-37"
    assert storm.rule("accept", 2) == "FN-37"
    assert storm.game.to_act(storm.state) == (1,)
    state = storm.do("accept", 1)
    assert (state.owner[1], state.owner[3], state.items[0], state.items[1]) == (1, 0, (KIT,), ())
    storm.do("offer", 0, to=1, give_items=["Kit"], take_places=[5])
    assert storm.do("refuse", 1).swap is None


@pytest.mark.parametrize(
    ("give", "take", "answer"),
    [(7, 3, "accept"), (1, 5, "accept"), (9, 3, "refuse"), (1, 3, "refuse")],
)
def test_plain_bot_accepts_trade_only_for_a_pair(give, take, answer):
    storm = Storm().set(owner={1: 0, 7: 0, 9: 0, 3: 1, 5: 1})
    storm.do("offer", 0, to=1, give_places=[give], take_places=[take])
    assert storm.game.bots["plain"](storm.state, 1, SeededChance(1)).do == answer


def test_dead_player_leaves_items_and_stormed_locations_fn_38():
    storm = Storm(3).set(hp={0: 1}, owner={9: 0}, items={0: (KIT, SCOPE)}, place={0: 8, 1: 9})
    state = storm.goes(2)  # a trap
    assert state.alive == (1, 2)
    assert (state.turn, state.stormed[9], state.hp[1]) == (1, True, 15)
    assert (state.dropped[10], state.items[0]) == ((KIT, SCOPE), ())
    assert storm.goes(2).items[1] == (KIT, SCOPE)  # the player passes them and picks them up


def test_last_survivor_wins_at_once_fn_39():
    storm = Storm(3).set(hp={0: 3, 1: 1, 2: 1})
    storm.roll(1, "bomb")
    state = storm.do("bomb", 0)
    assert (state.result.winners, state.result.rule) == ((0,), "FN-39")
    assert storm.rule("move", 0) == "FN-39"
    assert storm.game.legal(state) == ()


def test_campfire_costs_next_turn_by_option_fn_a_08():
    storm = Storm(rest=True)
    storm.goes(4)
    storm.do("end", 0)
    storm.goes(1)
    assert storm.do("end", 1).turn == 1
    assert "Ann rests at the campfire." in storm.said


@pytest.mark.parametrize("turns", [1, 4])
def test_game_ends_at_its_turn_limit(turns):
    storm = Storm(turns=turns)
    while storm.state.result is None:
        storm.goes(2)
        storm.do("end", storm.state.turn)
    assert "limit" in storm.state.result.reason
    assert storm.state.turns == turns


def test_campfire_at_full_hp_reports_no_gain_fn_06():
    storm = Storm()
    storm.goes(4)  # a campfire
    assert storm.said[-1] == "Ann has 15 HP already and cannot gain more."


def test_next_roll_closes_turn_and_drops_unused_action_fn_11():
    storm = Storm().set(number=3, action="bomb", moved=True)
    assert storm.rule("roll", 0) == "FN-10"
    storm.do("dice", number=2, action="brick")
    assert storm.said[0] == "Ann lets the action go: bomb."
    assert (storm.state.turn, storm.state.number) == (1, 2)
    storm.set(moved=True, jail={0: 0}, place={0: storm.state.board.jail})
    assert storm.rule("dice", number=2, action="brick") == "FN-29"
    state = storm.do("roll", 0)
    assert (state.turn, state.rolling) == (0, True)


def test_next_roll_waits_for_storm_card_of_turn_fn_20():
    storm = Storm().set(number=3, action="bomb", moved=True, go_crossed=True)
    assert storm.rule("dice", number=2, action="brick") == "FN-10"
    assert storm.rule("roll", 1) == "FN-08"
    assert storm.do("end", 0).due == ("storm",)
