"""Turns: the first player, bonus rolls, when rent can be asked for, and how to leave jail."""

from dataclasses import replace

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.command import command
from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import CardDrawn, Claim, Debt


def test_highest_roll_begins_and_tied_players_roll_again():
    """SM-07, SM-A-22. After that, play goes to the left (SM-08)."""
    game = Playing("celebration", 4, roll_off=True)
    for roll in (3, 6, 6, 1):
        game.dice(roll)
    assert game.state.todo[0].seats == (1, 2)
    for roll in (2, 5):
        game.dice(roll)
    assert game.state.turn == 2
    game.set(place={2: 15})
    assert game.dice(1).turn == 3
    game.set(place={3: 15})
    assert game.dice(1).turn == 0


def test_both_rents_of_one_turn_can_be_requested():
    """SM-24, edge: the window runs to the next player's roll, not to the next move."""
    game = Playing("wasteland")
    first, second = game.own(1, "Station 1", "Light blue 2")
    game.set(place={0: 3})
    game.dice(1, 1)
    game.set(place={0: 4})
    assert game.dice(1, 3).turn == 1
    game.do("ask", 1, space=second)
    assert game.do("ask", 1, space=first).cash[0] == 1500 - 6 - 25
    assert game.refused("ask", 1, space=first).rule == "FO-12"


@pytest.mark.parametrize(
    ("name", "space", "rolls", "rule"),
    [
        ("celebration", "Brown 1", ((1,), (3,)), "SM-24"),  # SM-T16
        ("hideout", "Brown 2", ((1, 2), (4, 6)), "ST-20"),  # ST-T14
    ],
)
def test_rent_lapses_when_next_player_has_rolled(name, space, rolls, rule):
    game = Playing(name)
    (at,) = game.own(1, space)
    first, second = rolls
    assert len(game.dice(*first).claims) == 1
    cash = game.dice(*second).cash[0]
    assert game.refused("ask", 1, space=at).rule == rule
    assert game.state.cash[0] == cash


def test_player_in_jail_may_ask_for_rent():
    """SM-A-11."""
    game = Playing("celebration")
    (space,) = game.own(1, "Brown 1")
    game.set(jail={1: 0})
    game.dice(1)
    assert game.do("ask", 1, space=space).cash == (29, 31)


def test_bought_jail_card_frees_player():
    """SM-16, ST-14: bought from another player, used at the start of the turn."""
    game = Playing("hideout").set(held={0: ("radio",), 1: ("lights",)}, jail={0: 0})
    assert game.refused("use_card", 0, deck="lights").rule == "ST-14"
    game.do("offer", 0, to=1, give_cash=30, take_cards=["lights"])
    game.do("accept", 1)
    state = game.do("use_card", 0, deck="lights")
    assert (state.jail[0], state.held, state.turn) == (FREE, (("radio",), ()), 0)


def test_fee_after_last_jail_try_is_owed_before_move():
    """SM-17, SM-A-07: a debt to the Bank, raised by a mortgage."""
    game = Playing("celebration", 3)
    (space,) = game.own(0, "Utility 1")
    game.set(jail={0: 2}, place={0: 8}, cash={0: 4})
    state = game.dice(2)
    assert state.todo[0] == Debt(0, -1, 5)
    state = game.do("mortgage", 0, space=space)
    assert (state.cash[0], state.place[0]) == (0, 10)


def test_polish_jail_option_pays_fee_and_rolls_again():
    """SM-A-06, by the switch of the board file."""
    board = filled_board().replace("move_that_roll", "roll_again")
    game = Playing("celebration", board=board).set(jail={0: 2}, place={0: 8})
    assert game.dice(2).place[0] == 8
    state = game.dice(4)
    assert (state.cash[0], state.place[0]) == (25, 12)


@pytest.mark.parametrize(
    ("args", "cash", "place"),
    [
        ({"effect": "nothing"}, (1500, 1500, 1500), 7),
        ({"effect": "receive", "amount": 50}, (1550, 1500, 1500), 7),
        ({"effect": "pay", "amount": 15}, (1485, 1500, 1500), 7),
        ({"effect": "collect", "amount": 10}, (1520, 1490, 1490), 7),
        ({"effect": "share", "amount": 50}, (1400, 1550, 1550), 7),
        ({"effect": "give", "amount": 40, "player": 2}, (1460, 1500, 1540), 7),
        ({"effect": "take", "amount": 40, "player": 1}, (1540, 1460, 1500), 7),
        ({"effect": "repairs", "house": 25, "hotel": 100}, (1325, 1500, 1500), 7),
        ({"effect": "go_to", "space": 20}, (1500, 1500, 1500), 20),
        ({"effect": "go_to", "space": 0}, (1700, 1500, 1500), 0),
        ({"effect": "go_to", "space": 7}, (1700, 1500, 1500), 7),
        ({"effect": "step", "steps": -3}, (1300, 1500, 1500), 4),
        ({"effect": "jail"}, (1500, 1500, 1500), 10),
    ],
)
def test_paper_card_applies_chosen_payment_or_move(args, cash, place):
    """SM-18, SM-A-16, ST-08, FO-17."""
    game = Playing("wasteland", 3)
    brown = game.own(0, "Brown 1", "Brown 2")
    game.set(built={brown[0]: 3, brown[1]: 5})
    game.dice(3, 4)
    game.do("card", 0, **args)
    receives = args["effect"] == "receive"
    assert ("Ada receives 50 from the Bank." in game.said) == receives
    if game.state.todo:  # another card on the space to which the last card led
        game.do("card", 0, effect="nothing")
    assert (game.state.cash, game.state.place[0], game.state.turn) == (cash, place, 1)


def test_card_with_two_effects_can_end_with_kept_card():
    game = Playing("wasteland")
    game.dice(3, 4)
    game.do("card", 0, effect="pay", amount=5, more=True)
    state = game.do("card", 0, effect="keep")
    assert (state.cash[0], state.held[0], state.turn) == (1495, ("skills",), 1)
    assert game.refused("card", 0, effect="keep").rule == "FO-17"
    game.set(turn=0, place={0: 0})
    game.dice(3, 4)
    assert game.refused("card", 0, effect="jail", more=True).rule == "FO-17"
    assert game.refused("card", 0, effect="pay").rule == "FO-17"
    assert game.refused("card", 0, effect="go_to", space=40).rule == "FO-17"
    for nobody in (0, 2):  # the player, and a player who has left the game
        assert game.refused("card", 0, effect="give", amount=5, player=nobody).rule == "FO-17"


def test_deal_needs_consent_and_something_from_both_players():
    """SM-32, STX-11, FO-28, FO-30."""
    game = Playing("wasteland", 3)
    mine, theirs = game.own(0, "Brown 1"), game.own(1, "Station 1", "Radio 1")
    game.do("offer", 0, to=1, give_deeds=mine, give_cash=100, take_deeds=theirs)
    assert game.said == ["Ada offers Ben a deal: 100 and Brown 1 for Station 1 and Radio 1."]
    assert game.refused("accept", 0).rule == "FO-28"
    assert game.refused("roll", 0).rule == "FO-08"
    state = game.do("accept", 1)
    assert state.cash == (1400, 1600, 1500)
    assert [state.owner[at] for at in (1, 5, 12)] == [1, 0, 0]
    assert game.refused("offer", 0, to=1, give_deeds=theirs).rule == "FO-28"
    assert game.refused("offer", 0, to=1, give_cash=9).rule == "FO-30"
    assert game.refused("offer", 0, to=2, give_cash=9, take_deeds=[1]).rule == "FO-28"
    poor = game.refused("offer", 0, to=1, give_cash=1401, take_deeds=[1]).in_words()
    assert poor == "A player has 1400 and cannot give 1401."


def test_only_accepted_deal_changes_owners_and_cash():
    game = Playing("wasteland")
    deal = {"to": 1, "give_deeds": game.own(0, "Brown 1"), "take_cash": 100}
    before = game.state
    game.do("offer", 0, **deal)
    assert replace(game.do("refuse", 1), spent=0, refused=()) == before
    assert game.said == ["Ben refuses the deal with Ada."]
    game.do("offer", 0, **deal)
    assert game.do("accept", 1).cash == (1600, 1400)
    assert game.said[0] == "Ben accepts the deal with Ada."


def test_debtor_may_sell_deed_but_not_spend_cash():
    """Tests FO-29. The debt is paid as soon as a deal has brought enough cash."""
    game = Playing("wasteland")
    mine, theirs = game.own(0, "Brown 1"), game.own(1, "Station 1")
    game.set(cash={0: 20}, todo=(Debt(0, -1, 50),))
    for seat, deal in (
        (0, {"to": 1, "give_cash": 10, "take_deeds": theirs}),
        (1, {"to": 0, "take_cash": 10, "give_deeds": theirs}),
    ):
        assert game.refused("offer", seat, **deal).rule == "FO-29"
    game.do("offer", 0, to=1, give_deeds=mine, take_cash=40)
    state = game.do("accept", 1)
    assert (state.cash, state.todo) == ((10, 1460), ())


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("build", {"space": 1}),
        ("lift", {"space": 5}),
        ("offer", {"to": 1, "give_deeds": [12], "take_cash": 1}),
    ],
)
def test_repeatable_commands_are_limited_between_two_rolls(do, args):
    game = Playing("wasteland")
    game.own(0, "Brown 1", "Brown 2", "Station 1", "Radio 1")
    game.set(mortgaged={5: True}, spent=199)
    before = game.state
    game.do(do, 0, **args)
    game.state = replace(before, spent=game.state.spent)
    assert "since the last roll" in game.refused(do, 0, **args).in_words()
    game.set(place={0: 18})
    game.dice(1, 1)
    assert game.game.why_not(game.state, command(do, 0, **args)) is None


def test_buildings_are_sold_for_the_creditor():
    """FO-29: the raised cash is paid."""
    game = Playing("wasteland", 3)
    spaces = game.own(0, "Brown 1", "Brown 2")
    game.set(built=dict.fromkeys(spaces, 5), hotels=10, cash={0: 10}, todo=(Debt(0, 1, 2000),))
    state = game.do("bankrupt", 0)
    # 10 in cash, 10 buildings at 25, two mortgages of 30, minus 3 of interest twice
    assert state.cash[1] == 1500 + 10 + 250 + 60 - 6
    assert state.hotels == 12


def test_claims_and_debts_to_bankrupt_player_are_dropped():
    game = Playing("wasteland", 3)
    game.own(0, "Brown 1")
    claims = (Claim(1, 0, 5, 25, 0), Claim(0, 2, 1, 2, 0), Claim(1, 2, 5, 25, 0))
    game.set(cash={0: 0, 1: 0}, todo=(Debt(0, -1, 1000), Debt(1, 0, 5)), claims=claims, turn=2)
    state = game.do("bankrupt", 0)
    assert state.claims == claims[2:]
    assert game.refused("put_up", 0, space=1).in_words() == "This player is out of the game."
    game.do("put_up", 1, space=1)
    assert game.do("sold").todo == ()


def test_last_player_wins():
    """SM-06, SM-41, ST-02, FO-06."""
    game = Playing("hideout").set(cash={0: 0}, todo=(Debt(0, -1, 1),))
    result = game.do("bankrupt", 0).result
    assert (result.winners, result.rule) == ((1,), "ST-02")
    assert game.game.legal(game.state) == ()
    assert game.refused("roll", 1).rule == "ST-02"


def test_turn_limit_ends_game_with_reason():
    game = Playing("celebration", turns=2)
    for seat in (0, 1):
        game.set(place={seat: 15})
        game.dice(1)
    result = game.state.result
    assert result.winners == (0, 1)
    assert "last turn" in result.reason
    assert game.state.turns == 2  # a study reports this


def test_rent_keeps_amount_at_landing_fo_a_11():
    game = Playing("wasteland")
    brown = game.own(1, "Brown 1", "Brown 2")
    game.set(mortgaged={brown[0]: True})
    game.dice(1, 2)
    game.do("lift", 1, space=brown[0])
    assert game.do("ask", 1, space=brown[1]).cash[0] == 1500 - 4


def test_player_without_fee_after_failed_double_owes_it_fo_a_14():
    """FO-S3: the debt and the payment are separate sentences."""
    game = Playing("wasteland_speed").set(todo=(), jail={0: 0}, place={0: 10}, cash={0: 25})
    [space] = game.own(0, "Brown 1")
    assert game.game.view(game.state)["players"][0]["in_jail"]
    state = game.dice(1, 2)
    assert (state.todo[0], state.place[0]) == (Debt(0, -1, 50), 10)
    assert (game.events[-1].kind, game.events[-1].rule) == ("debt_made", "FO-S3")
    assert game.refused("bankrupt", 0).in_words().startswith("You owe 50 and can raise 55: ")
    state = game.do("mortgage", 0, space=space)
    assert [event.kind for event in game.events] == ["deed_mortgaged", "paid", "moved"]
    assert (state.cash[0], state.place[0]) == (5, 13)


def test_power_ups_can_follow_each_other_in_one_turn_qb_a_03():
    """QB-T08: a power-up can lead to another block."""
    game = Playing("celebration").set(place={0: 1})
    game.dice(1)
    for _ in range(4):
        game.do("outcome", kind="power_up")
        game.set(place={0: 9})
        assert game.dice(1).turn == 0
    assert game.do("outcome", kind="coins", coins=2).turn == 1


def test_utility_rent_roll_is_dropped_if_owner_goes_bankrupt():
    game = Playing("wasteland", 3)
    game.own(1, "Radio 1")
    [space] = game.own(2, "Dark blue 2")
    game.set(mortgaged={space: True}, cash={1: 1}, place={0: 9})
    game.dice(1, 2)
    game.do("ask", 1, space=12)
    game.do("offer", 1, to=2, give_cash=1, take_deeds=[space])
    game.do("accept", 2)
    game.set(mortgaged={12: True})
    game.do("keep", 1)
    state = game.do("bankrupt", 1)
    assert state.todo[0].spaces == (12, 39)
    assert len(state.todo) == 1


def test_unrequested_rent_lapses_with_message():
    """FO-12. Passing the start is announced as well (FO-08)."""
    game = Playing("wasteland")
    game.own(1, "Brown 2")
    game.set(place={0: 38})
    game.dice(3, 2)
    assert game.said[1:3] == [
        "Ada moves to Brown 2.",
        "Ada reaches or passes the start and receives 200.",
    ]
    game.do("roll", 1)
    assert game.said == ["Ben did not ask for the rent of Brown 2, so no rent is due."]


def test_second_jail_card_of_deck_and_zero_step_are_refused():
    playing = Playing("wasteland", 3).set(todo=(CardDrawn(0, "guide"),), held={1: ("guide",)})
    assert playing.refused("card", 0, effect="keep").rule == "FO-21"
    assert "keep" not in {step.arg("effect") for step in playing.game.legal(playing.state)}
    assert playing.refused("card", 0, effect="step", steps=0).rule == "FO-17"
    playing.set(held={1: ("special",)})
    playing.do("card", 0, effect="keep")
    assert playing.state.held[0] == ("guide",)


def test_end_of_game_names_what_was_counted():
    playing = Playing("celebration", 2).set(turns=2000, place={0: 1})
    playing.set(turns=playing.state.turns_most)
    playing.do("dice", dice=[4])
    if playing.state.todo:
        playing.do("decline", 0)
        playing.do("pass", 0)
        playing.do("pass", 1)
    assert "cash, deeds and buildings together." in playing.said[-1]
