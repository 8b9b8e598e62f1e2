"""Fortune deck on a stage: cards, skulls of a turn, undo, island and finish."""

import pytest
from tests.rules.device_moves import play
from tests.rules.rows import rows
from tests.unit.firmware.games.timed_table import TimedTable

from pingware.games.fortune import GAME
from pingware.games.fortune.rules import cards_of, shuffle
from pingware.shared.random32 import from_int

ROLL_MS = 3100  # By then, a roll of the dice is complete.


def table_of(seed=1, **settings):
    return TimedTable(GAME, seed, **settings)


def order_of(seed, deck="fortune35_guess"):
    pile = cards_of(deck)
    shuffle(pile, from_int(seed))
    return pile


def turn_of(card):
    """Returns a table whose turn has begun with a card."""
    table = table_of(fortune_deck={card: 1}, fortune_press="turn")
    table.whole_press()
    table.heard()
    return table


def states(table):
    return [(each["skulls"], each["state"]) for each in table.told() if each["outcome"] == "skull"]


@pytest.mark.parametrize("row", rows("fortune_device"))
def test_presses_of_row_are_played_and_reported(row):
    settings = row.get("settings", {})
    play(
        turn_of(row["card"]) if "card" in row else table_of(row.get("seed", 1), **settings),
        row["play"],
    )


@pytest.mark.parametrize("seed", [1, 7])
def test_each_press_draws_the_next_of_35_cards_ft_04(seed):
    table = table_of(seed)
    for nth, card in enumerate(order_of(seed)):
        table.whole_press()
        assert table.stage.heard[-1] == (card, 1)
        told = {"event": "outcome", "outcome": "card", "card": card, "draw": nth + 1}
        assert table.told()[-1] == {**told, "left": 34 - nth}


@pytest.mark.parametrize("chosen", [{}, {"fortune_reshuffle": True}], ids=["as sold", "again"])
def test_second_pass_repeats_the_order_unless_reshuffle_is_set_ft_a_19(chosen):
    table = table_of(3, **chosen)
    for _ in range(70):
        table.whole_press()
    cards = [each["card"] for each in table.told()]
    assert cards[:35] == order_of(3)
    assert sorted(cards[:35]) == sorted(cards[35:])
    assert (cards[:35] == cards[35:]) is (not chosen)


def test_changed_deck_is_shuffled_and_started_old_card_is_reported():
    table = table_of(3)
    outcome, program = table.stage.armed
    table.change(fortune_deck={"zombie": 2})
    table.stage.start(program)
    table.game.follow_press(table.stage.ms, outcome)
    assert table.game.status()["left"] == 2, "none of the new deck is taken"
    table.quiet()
    assert table.told()[-1]["card"] == order_of(3)[0]
    assert table.ask("fortune", act="shuffle")["left"] == 2
    table.whole_press()
    assert table.told()[-1]["card"] == "zombie"


@pytest.mark.parametrize("row", rows("fortune", "skulls"))
def test_skulls_of_each_rules_row_lead_to_its_state(row):
    table = turn_of(row["card"])
    for shown in (roll.split()[-1] for roll in row["rolls"]):
        table.count(*[100] * int(shown.partition("X")[2][:1] or 0))
        table.wait(ROLL_MS)
    assert states(table)[-1][1] == row["skulls"]
    if row["skulls"] == "island":
        assert table.told()[-1]["penalty"] == -row["others"]


def test_new_seed_shuffles_the_deck_again():
    table = table_of(3)
    table.whole_press()
    table.stage.seed = 7
    table.game.reseed()
    for _ in range(35):
        table.whole_press()
    assert [each["card"] for each in table.told()][1:] == order_of(7)


def test_host_draws_use_fresh_decks_and_take_no_card():
    table = table_of(3, fortune_deck={"gold": 2, "zombie": 1})
    counts = table.ask("fortune", draws=5)["counts"]
    assert sum(counts.values()) == 5
    assert set(counts) <= {"gold", "zombie"}
    assert (table.game.draws, table.game.status()["left"]) == (0, 3)
