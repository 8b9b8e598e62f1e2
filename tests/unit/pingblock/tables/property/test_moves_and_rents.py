"""Moves, auctions and rents of all editions: a row each, by the rows and rules of their texts."""

import pytest
from tests.rules.rows import rolls_of, rows
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import AtPageOf, Playing, changed

from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Claim


@pytest.mark.parametrize("kind", [Playing, AtPageOf])
@pytest.mark.parametrize("row", rows("property_moves"))
def test_moves_of_row_follow_their_rules(row, kind):
    options = dict(row.get("options", {}))
    if "board" in row:
        options["board"] = changed(row["rules"], row["board"])
    if "figures" in row:
        options["board"] = filled_board(row["figures"])
    kind(row["rules"], row.get("players", 2), **options).play(row["play"])


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
    at = game.dice(*(1,) if row["rules"] == "celebration" else (1, 2)).todo[0].space
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


@pytest.mark.parametrize("row", rows("rents"))
def test_rent_of_row_is_paid_and_mortgaged_deed_earns_none(row):
    name, roll, due = row["rules"], row.get("roll", ()), row["due"]
    mortgaged = row.get("mortgaged", 0)
    game = Playing(name)
    deeds = [f"{row['deeds']} {number + 1}" for number in range(row["owned"])]
    first, *others = game.own(1, *deeds)
    game.set(mortgaged=dict.fromkeys(others[len(others) - mortgaged :], True))
    dice = (1,) if name == "celebration" else (1, 2)
    before = game.set(place={0: first - sum(dice)}, built={first: row.get("built", 0)}).state
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
