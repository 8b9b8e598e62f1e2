"""Skulls of a turn: disqualified at three, the island, and the losses of opponents."""

from fractions import Fraction
from math import comb

import pytest

from pingware.games.fortune.turns import after_roll, new_turn, penalty, with_skull

FIRST, LATER = True, False


def turn_of(card, first=0, later=0):
    """Returns a turn after ``first`` skulls of the first roll and ``later`` of other rolls."""
    turn = new_turn(card)
    for _ in range(first):
        turn = with_skull(turn, FIRST)
    turn = after_roll(turn)
    for _ in range(later):
        turn = with_skull(turn, LATER)
    return turn


@pytest.mark.parametrize(
    ("card", "first", "later", "state"),
    [
        ("gold", 0, 0, "rolling"),
        ("gold", 2, 0, "rolling"),
        ("gold", 3, 0, "out"),  # FT-08
        ("gold", 1, 2, "out"),
        ("gold", 2, 1, "out"),  # FT-T38
        ("gold", 2, 2, "out"),
        ("gold", 0, 3, "out"),  # an island needs the first roll (FT-15)
        ("gold", 4, 0, "island"),
        ("skull2", 1, 0, "out"),  # FT-T19: 2 + 1 = 3
        ("skull2", 2, 0, "island"),  # the skulls on the card count towards four
        ("skull1", 2, 0, "out"),
        ("skull1", 3, 0, "island"),
        ("sea2", 3, 0, "out"),  # FT-T17
        ("zombie", 5, 3, "rolling"),  # FT-C12: three skulls do not end the turn
        ("chest", 3, 0, "out"),
        ("truce", 1, 2, "out"),  # FT-T29
        ("storm", 4, 0, "island"),  # FT-A-11
    ],
)
def test_skulls_of_first_and_later_rolls_give_the_turn_state(card, first, later, state):
    assert turn_of(card, first, later).state == state


def test_three_skulls_wait_in_doubt_but_lose_a_sea_battle_ft_c04():
    turn, battle, states = new_turn("gold"), new_turn("sea4"), []
    for _ in range(3):
        turn, battle = with_skull(turn, FIRST), with_skull(battle, FIRST)
        states.append(battle.state)
    assert [*states, with_skull(battle, FIRST).state] == ["rolling", "rolling", "out", "out"]
    assert turn.state == "doubt"
    assert after_roll(turn).state == "out"
    assert with_skull(turn, FIRST).state == "island"


def test_each_island_skull_costs_opponents_100_and_200_with_captain_ft_t20_ft_c02():
    """Card 2, first roll 2, then 2 and 1."""
    turn = turn_of("skull2", 2, 3)
    assert turn == ("skull2", 7, "island")
    assert penalty(turn) == 700
    assert penalty(turn_of("captain", 4, 1)) == 1000
    assert [penalty(turn_of("gold", n)) for n in (0, 3)] == [0, 0], "outside of the island"


def chance(card_skulls, state):
    """Returns the chance of a state after the first roll, over all numbers of skulls."""
    card = {0: "gold", 1: "skull1", 2: "skull2"}[card_skulls]
    ways = (
        comb(8, dice) * Fraction(1, 6) ** dice * Fraction(5, 6) ** (8 - dice)
        for dice in range(9)
        if turn_of(card, dice).state == state
    )
    return float(sum(ways, Fraction(0)))


@pytest.mark.parametrize(
    ("card_skulls", "out", "island"),
    [(0, 0.10419, 0.03066), (1, 0.26048, 0.13485), (2, 0.37211, 0.39532)],
)
def test_odds_of_the_first_roll_are_those_of_the_spec(card_skulls, out, island):
    assert chance(card_skulls, "out") == pytest.approx(out, abs=5e-6)
    assert chance(card_skulls, "island") == pytest.approx(island, abs=5e-6)
