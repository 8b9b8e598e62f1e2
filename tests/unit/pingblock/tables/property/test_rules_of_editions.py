"""The same rules in all editions, by id: parts, spaces, purchases, mortgages, bankruptcies."""

from typing import Any

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Debt, MortgageFee

SM, ST, FO = "celebration", "hideout", "wasteland"


@pytest.mark.parametrize(
    ("name", "players", "deeds", "decks", "dice", "cash"),
    [
        (SM, (2, 6), 18, 1, 1, 30),  # SM-01, SM-02, SM-04, SM-05, SM-09
        (ST, (2, 8), 28, 2, 2, 1500),  # STX-01, STX-02, ST-05, ST-A-02, ST-T01
        (FO, (2, 6), 28, 2, 2, 1500),  # FO-01, FO-02, FO-03, FO-A-01, FO-T01
        ("wasteland_speed", (2, 6), 28, 2, 2, 1500),
    ],
)
def test_edition_has_its_players_deeds_dice_and_cash(name, players, deeds, decks, dice, cash):
    state = Playing(name, players[1]).state
    edition = state.edition
    assert edition.rules.players == players
    assert (len(edition.deeds), len(edition.decks)) == (deeds, decks)
    assert (edition.rules.dice, state.houses, state.hotels) == (dice, 32, 12)
    assert state.cash == (cash,) * players[1]
    assert set(state.place) == {0}
    if name == SM:
        assert sum(state.cash) + state.bank == 250
        assert {len(group) for group in edition.sets} == {2}  # SM-A-14


@pytest.mark.parametrize("row", rows("landings"))
def test_space_of_row_does_what_its_rule_says(row):
    """The next player is on turn then (SM-08, FO-10), unless the block waits for its press."""
    kind, gain, rule = row["kind"], row["gain"], row["id"].split()[0]
    game = Playing(row["rules"]).set(place={0: row["place"]})
    before = game.state
    state = game.dice(*row["dice"])
    assert (kind, rule) in {(event.kind, event.rule) for event in game.events}
    assert state.cash[0] - before.cash[0] == gain
    assert before.bank - state.bank == gain
    assert state.turn == (0 if kind == "block_reached" else 1)
    assert (state.jail[0] == FREE) == (kind != "jailed")


@pytest.mark.parametrize(("steps", "gain"), [(-2, 200), (-3, 0), (-42, 200), (38, 200), (37, 0)])
def test_start_pays_player_who_reaches_it_from_either_side(steps, gain):
    """FO-08: for reaching or passing Go. Walking back past Go does not count."""
    game = Playing(FO)
    game.dice(1, 1)  # a card
    move = {"effect": "step", "steps": steps}
    if steps > 0:
        move = {"effect": "go_to", "space": 2 + steps if steps < 38 else 0}
    game.do("card", 0, **move)
    assert game.state.cash[0] - 1500 == gain


@pytest.mark.parametrize(
    ("name", "space", "rule"),
    [
        (SM, "Brown 1", "SM-21"),
        (SM, "Utility 1", "SM-21"),  # SM-20
        (ST, "Brown 2", "STX-04"),
        (ST, "Utility 1", "ST-16"),
        (ST, "Vehicle 1", "ST-18"),
        (FO, "Brown 2", "FO-11"),
        (FO, "Station 1", "FO-11"),
    ],
)
def test_deed_is_bought_at_its_price_or_stays_with_bank(name, space, rule):
    """Without a bid, there is no payment (SM-22, STX-06, FO-A-07)."""
    game = Playing(name)
    at, dice = game.at(space), (1,) if name == SM else (1, 2)
    price, cash = game.state.edition.spaces[at].price or 0, game.state.cash[0]
    game.set(place={0: at - sum(dice)})
    game.dice(*dice)
    landed = game.state
    game.set(cash={0: price - 1})
    say = f"The price is {price}, but you have only {price - 1}. ({rule})"
    assert str(game.refused("buy", 0)) == say
    game.state = landed
    state = game.do("buy", 0)
    assert (state.owner[at], state.cash[0], state.turn) == (0, cash - price, 1)
    assert game.events[0].rule == rule
    game.state = landed
    game.do("decline", 0)
    game.do("pass", 0)
    state = game.do("pass", 1)
    assert (state.owner[at], state.cash, state.turn) == (-1, landed.cash, 1)


@pytest.mark.parametrize(("name", "rule"), [(SM, "SM-25"), (ST, "STX-04"), (FO, "FO-16")])
def test_landing_on_own_deed_costs_nothing(name, rule):
    game = Playing(name)
    [at] = game.own(0, "Light blue 2")
    game.set(place={0: at - 3})
    state = game.dice(3) if name == SM else game.dice(1, 2)
    assert (state.claims, state.cash[0], state.turn) == ((), game.state.cash[0], 1)
    assert game.events[-2].rule == rule


@pytest.mark.parametrize("name", [ST, FO])
def test_highest_total_of_two_dice_begins(name):
    """ST-06, FO-07."""
    game = Playing(name, 3, roll_off=True)
    for dice in ((6, 1), (4, 5), (4, 4)):
        game.dice(*dice)
    assert game.state.turn == 1


@pytest.mark.parametrize(
    ("name", "colour", "spaces", "rule"),
    [(SM, "Brown", 2, "SM-29"), (ST, "Brown", 2, "STX-07"), (FO, "Orange", 3, "FO-24")],
)
def test_owner_builds_four_houses_then_hotel_during_another_turn(name, colour, spaces, rule):
    """In jail, too: SM-14, SM-27, SM-28, ST-12, ST-21, ST-23, FO-22, FO-T20."""
    game = Playing(name).set(cash={1: 5000}, jail={1: 1})
    group = game.own(1, *[f"{colour} {number + 1}" for number in range(spaces)])
    deed = game.state.edition.spaces[group[0]]
    for level in (1, 2, 3, 4):
        for space in group:
            assert game.do("build", 1, space=space).built[space] == level
    assert game.state.houses == 32 - 4 * spaces
    state = game.do("build", 1, space=group[0])
    assert (state.built[group[0]], state.houses, state.hotels) == (5, 36 - 4 * spaces, 11)
    costs = 4 * spaces * (deed.house_cost or 0) + (deed.hotel_cost or 0)
    assert state.cash[1] == 5000 - costs
    assert game.refused("build", 1, space=group[0]).rule == rule


MORTGAGES = [
    # edition, deed, mortgage, cost of lifting, fee for keeping (None: no choice), rules for
    # lifting and deals
    (SM, "Brown 1", 1, 2, 0, "SM-36"),  # SM-A-17, SM-38
    (ST, "Dark blue 1", 175, 193, 18, "STX-14"),  # 17.5 of interest, ST-A-07
    (ST, "Green 1", 150, 165, 15, "STX-14"),  # ST-T13, STX-12
    (FO, "Orange 3", 100, 110, 10, "FO-27"),  # FO-T11
    (FO, "Radio 1", 75, 83, 8, "FO-27"),  # FO-28, FO-A-04
]


@pytest.mark.parametrize(("name", "deed", "value", "cost", "fee", "rule"), MORTGAGES)
def test_mortgaged_deed_keeps_its_costs_after_deal(name, deed, value, cost, fee, rule):
    game = Playing(name)
    [at] = game.own(0, deed)
    start = game.state.cash[0]
    state = game.do("mortgage", 0, space=at)
    assert (state.cash[0], state.mortgaged[at]) == (start + value, True)
    mortgaged = state
    state = game.do("lift", 0, space=at)
    assert (state.cash[0], state.mortgaged[at]) == (start + value - cost, False)
    assert game.events[0].rule == rule
    game.state = mortgaged
    game.do("offer", 0, to=1, give_deeds=[at], take_cash=5)
    dealt = game.do("accept", 1)
    if not fee:
        assert (dealt.todo, dealt.cash[1]) == ((), start - 5)
        return
    assert dealt.todo == (MortgageFee(1, at),)
    assert game.do("keep", 1).cash[1] == start - 5 - fee
    assert game.state.mortgaged[at]
    # later: the interest again
    assert game.do("lift", 1, space=at).cash[1] == start - 5 - fee - cost
    game.state = dealt  # or lifted at once without another fee
    assert game.do("lift", 1, space=at).cash[1] == start - 5 - cost
    assert game.state.todo == ()


@pytest.mark.parametrize(
    ("name", "left", "asked"),
    [(SM, 3, False), (ST, 3, True), (FO, 3 - 9 - 3, False)],  # SM-39, SM-A-18, STX-16, FO-29
)
def test_creditor_of_bankrupt_player_pays_interest_of_edition(name, left, asked):
    game = Playing(name, 3)
    # of 90 in the classic board, with an interest of 9, and 1 more deed
    [at] = game.own(0, "Orange 2")
    [other] = game.own(0, "Brown 1")
    game.set(
        mortgaged={at: True, other: True},
        cash={0: 3},
        held={0: (game.state.edition.decks[0],)},
        todo=(Debt(0, 1, 5000),),
    )
    before = game.state.cash[1]
    state = game.do("bankrupt", 0)
    assert {state.owner[at], state.owner[other]} == {1}
    assert state.held[1] == (state.edition.decks[0],)
    assert state.todo == ((MortgageFee(1, other), MortgageFee(1, at)) if asked else ())
    assert state.cash[1] - before == left
    assert (state.cash[0], state.alive, state.turn) == (0, (1, 2), not asked)


@pytest.mark.parametrize("name", [SM, ST, FO])
def test_deeds_of_player_bankrupt_to_bank_are_auctioned_unmortgaged(name):
    """SM-40, SM-A-19, STX-16, FO-29, FO-A-10: jail cards go under their decks."""
    game = Playing(name, 3)
    spaces = game.own(0, "Brown 1", "Utility 1" if name != FO else "Radio 1")
    game.set(
        mortgaged={spaces[0]: True},
        held={0: (game.state.edition.decks[0],)},
        todo=(Debt(0, -1, 5000),),
    )
    state = game.do("bankrupt", 0)
    assert state.held == ((), (), ())
    for space in reversed(spaces):
        game.do("put_up", 2, space=space)
        least = state.edition.rules.auction_from
        game.do("bid", 1, amount=least)
        state = game.do("pass", 2)
        assert (state.owner[space], state.mortgaged[space]) == (1, False)
    assert state.turn == 1


@pytest.mark.parametrize(
    ("name", "fee", "rule"), [(SM, 5, "SM-16"), (ST, 50, "ST-13"), (FO, 50, "FO-21")]
)
def test_fee_or_card_frees_player_on_third_jail_turn(name, fee, rule):
    """SM-A-08, ST-14, ST-A-11, FO-21. The card goes back to its deck (ST-A-10)."""
    game = Playing(name)
    deck = game.state.edition.decks[-1]
    assert game.refused("pay_fee", 0).rule == rule
    game.set(jail={0: 2}, held={0: (deck,)})
    jailed = game.state
    poor = game.set(cash={0: fee - 1}).refused("pay_fee", 0)
    assert str(poor) == f"The fee is {fee}, but you have only {fee - 1}. ({rule})"
    game.state = jailed
    assert game.do("pay_fee", 0).cash[0] == jailed.cash[0] - fee
    game.state = jailed
    state = game.do("use_card", 0, deck=deck)
    assert (state.jail[0], state.held[0], state.cash) == (FREE, (), jailed.cash)


OPEN_MATTERS: list[tuple[str, dict[str, Any]]] = [
    ("build", {"space": 1}),
    ("mortgage", {"space": 12}),
    ("lift", {"space": 20}),
    ("offer", {"to": 0, "give_deeds": [12], "take_cash": 1}),
]


@pytest.mark.parametrize(("do", "args"), OPEN_MATTERS, ids=[do for do, _ in OPEN_MATTERS])
def test_players_may_build_and_deal_before_due_block_press(do, args):
    """SM-14, SM-27, SM-32: at any time, also in jail. The press still counts afterwards."""
    game = Playing(SM)
    game.own(1, "Brown 1", "Brown 2", "Utility 1", "Utility 2")
    game.set(mortgaged={20: True}, jail={1: 0}, place={0: 1})
    game.dice(1)
    game.do(do, 1, **args)
    if do == "offer":
        game.do("accept", 0)
    before = game.state.cash[0]
    assert game.do("outcome", kind="coins", coins=3).cash[0] == before + 3
    assert game.refused("outcome", kind="laugh").rule == "QB-01"  # QB-A-05
