"""The same rules in all editions, by id: parts, spaces, buildings."""

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.property.state import FREE

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
    """Then it is the next player's turn (SM-08, FO-10), unless the block waits for its press."""
    kind, gain, rule = row["kind"], row["gain"], row["id"].split()[0]
    game = Playing(row["rules"]).set(place={0: row["place"]})
    before = game.state
    state = game.dice(*row["dice"])
    assert (kind, rule) in {(event.kind, event.rule) for event in game.events}
    assert state.cash[0] - before.cash[0] == gain
    assert before.bank - state.bank == gain
    assert state.turn == (0 if kind == "block_reached" else 1)
    assert (state.jail[0] == FREE) == (kind != "jailed")


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
