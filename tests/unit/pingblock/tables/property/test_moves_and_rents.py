"""Moves, auctions and rents of all editions: a row each, by the rows and rules of their texts."""

import pytest
from tests.rules.rows import rolls_of, rows
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Claim

SM, ST, FO, FO_S = "celebration", "hideout", "wasteland", "wasteland_speed"


@pytest.mark.parametrize("row", rows("property_moves"))
def test_moves_of_row_follow_their_rules(row):
    options = dict(row.get("options", {}))
    if "figures" in row:
        options["board"] = filled_board(row["figures"])
    Playing(row["rules"], row.get("players", 2), **options).play(row["play"])


@pytest.mark.parametrize("row", rows("dice"))
def test_each_roll_of_row_follows_its_verdict(row):
    game = Playing(row["rules"], cards="none")
    board = game.state.edition
    parking = [each.kind for each in board.spaces].index("parking")
    for nth, dice, verdict in rolls_of(row):
        at = board.jail if nth else parking - sum(dice)
        game.set(turn=0, todo=(), place={0: at}, jail={0: nth - 1 if nth else FREE})
        before, state = game.state, game.dice(*dice)
        to = board.jail if verdict in ("stay", "jail") else at + sum(dice)
        tries = {"stay": nth, "jail": 0}.get(verdict, FREE)
        assert (state.place[0], state.jail[0]) == (to, tries)
        told = {"stay": "jail_stayed", "free": "jail_left"}.get(verdict)
        assert told in (None, *(event.kind for event in game.events))
        assert before.cash[0] - state.cash[0] == (row["fee"] if verdict == "pay" else 0)
        assert (state.turn == 0 and (state.again or not state.todo)) == (verdict == "bonus")


@pytest.mark.parametrize("row", rows("auction"))
def test_highest_bid_of_row_buys_the_deed(row):
    game = Playing(row["rules"], 3)
    at = game.dice(*(1,) if row["rules"] == SM else (1, 2)).todo[0].space
    game.do("decline", 0)
    winner, paid = -1, 0  # -1 is the Bank
    for seat, amount, *rule in row["bids"]:
        if rule:
            assert game.refused("bid", seat, amount=amount).rule == rule[0]
        else:
            winner, paid = seat, amount
            game.do("bid", seat, amount=amount)
    before, state = game.state, game.do("sold")
    assert (state.owner[at], sum(before.cash) - sum(state.cash)) == (winner, paid)
    assert before.cash[winner] - state.cash[winner] == paid


# Rule, edition, deeds of the owner, how many of them are mortgaged (the last ones), buildings on
# the first, roll for a utility, and the rent of the first.
RENTS = [
    ("SM-T04 SM-26", SM, ("Utility", 1), 0, 0, (5,), 5),
    ("SM-T04 SM-26", SM, ("Utility", 2), 0, 0, (5,), 10),
    ("SM-T05 SM-37 a mortgaged one counts", SM, ("Utility", 2), 1, 0, (3,), 6),
    ("SM-T07 SM-23", SM, ("Pink", 2), 0, 0, (), 4),
    ("SM-T07 SM-37 a mortgaged partner lowers nothing", SM, ("Pink", 2), 1, 0, (), 4),
    ("ST-T02 ST-17", ST, ("Utility", 1), 0, 0, (3, 5), 32),
    ("ST-T02 ST-17", ST, ("Utility", 2), 0, 0, (3, 5), 80),
    ("STX-05 ST-19", ST, ("Vehicle", 1), 0, 0, (), 25),
    ("STX-05 ST-19", ST, ("Vehicle", 2), 0, 0, (), 50),
    ("STX-05 ST-19", ST, ("Vehicle", 3), 0, 0, (), 100),
    ("STX-05 ST-19", ST, ("Vehicle", 4), 0, 0, (), 200),
    ("STX-15 a mortgaged partner lowers nothing", ST, ("Brown", 2), 1, 0, (), 4),
    ("FO-T02", FO, ("Orange", 3), 0, 0, (), 28),
    ("FO-13 a mortgaged partner cancels the rise", FO, ("Orange", 3), 1, 0, (), 14),
    ("FO-T04", FO, ("Orange", 3), 0, 3, (), 550),
    ("FO-T04", FO, ("Orange", 3), 0, 5, (), 950),
    ("FO-T05 FO-14", FO, ("Station", 1), 0, 0, (), 25),
    ("FO-T05 FO-14", FO, ("Station", 2), 0, 0, (), 50),
    ("FO-T05 FO-14", FO, ("Station", 3), 0, 0, (), 100),
    ("FO-T05 FO-14", FO, ("Station", 4), 0, 0, (), 200),
    ("FO-A-05 a mortgaged one counts", FO, ("Station", 2), 1, 0, (), 50),
    ("FO-15", FO, ("Radio", 1), 0, 0, (3, 4), 28),
    ("FO-15", FO, ("Radio", 2), 0, 0, (3, 4), 70),
]


@pytest.mark.parametrize(
    ("name", "deeds", "mortgaged", "built", "roll", "due"),
    [row[1:] for row in RENTS],
    ids=[f"{row[0]}, {row[2][1]}" for row in RENTS],
)
def test_rent_follows_its_rule_and_mortgaged_deed_earns_none(
    name, deeds, mortgaged, built, roll, due
):
    """A mortgaged deed itself earns no rent."""
    game = Playing(name)
    first, *others = game.own(1, *[f"{deeds[0]} {number + 1}" for number in range(deeds[1])])
    game.set(mortgaged=dict.fromkeys(others[len(others) - mortgaged :], True))
    dice = (1,) if name == SM else (1, 2)
    before = game.set(place={0: first - sum(dice)}, built={first: built}).state
    owed = (0, due // sum(roll)) if roll else (due, 0)  # an amount, or a factor for the roll
    assert game.dice(*dice).claims == (Claim(1, 0, first, *owed),)
    state = game.do("ask", 1, space=first)
    if roll:
        state = game.dice(*roll)
    paid = [before.cash[0] - due, before.cash[1] + due]
    assert (state.claims, [*state.cash[:2]]) == ((), paid)
    if mortgaged:
        game.state = before
        state = game.set(place={0: others[-1] - sum(dice)}).dice(*dice)
        assert (state.claims, state.todo, state.turn) == ((), (), 1)
        assert game.refused("ask", 1, space=others[-1]).rule in ("SM-24", "ST-20", "FO-12")
