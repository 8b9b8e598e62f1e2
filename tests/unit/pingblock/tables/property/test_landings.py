"""Landings of the wasteland without cards: each roll from each state, and fair dice.

The landing of a roll is written here from the rules: two dice, a bonus roll after a double, jail
after the third, jail left by a double or after three tries. Players roll instead of paying.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.state import FREE

JAIL, GO_TO_JAIL, SPACES = 10, 30, 40
# A state before a roll: (space, doubles in this turn, failed tries in jail or None).
IN_JAIL = [(JAIL, 0, tries) for tries in range(3)]
STATES = [(space, doubles, None) for space in range(SPACES) for doubles in range(3)] + IN_JAIL
DICE = list(product(range(1, 7), repeat=2))
ROLLS = 7200

Before = tuple[int, int, int | None]


def after(state: Before, dice: tuple[int, int]) -> Before:
    """Returns the state after a roll."""
    space, doubles, tries = state
    double = dice[0] == dice[1]
    if tries is not None and not double and tries < 2:
        return JAIL, 0, tries + 1
    if tries is None and double and doubles == 2:
        return JAIL, 0, 0
    reached = (space + dice[0] + dice[1]) % SPACES
    if reached == GO_TO_JAIL:
        return JAIL, 0, 0
    return reached, doubles + 1 if double and tries is None else 0, None


def settle(game: Playing) -> None:
    """Ends the open matters of a roll without purchases and bids."""
    if game.state.todo:
        game.do("decline", game.state.todo[0].seat)
        game.do("sold")


def state_of(game: Playing, seat: int) -> Before:
    tries = game.state.jail[seat]
    return game.state.place[seat], game.state.streak, None if tries == FREE else tries


def test_each_roll_from_each_state_follows_rules():
    """FO-T08. FO-T19 follows: 6 of 36 rolls leave jail, so 91/216 within three turns."""
    game = Playing("wasteland", cards="none")
    start = game.state
    for before in STATES:
        space, doubles, tries = before
        for dice in DICE:
            jail = FREE if tries is None else tries
            game.state = replace(
                start, place=(space, 0), streak=doubles, jail=(jail, FREE), cash=(10_000, 10_000)
            )
            game.dice(*dice)
            settle(game)
            assert state_of(game, 0) == after(before, dice), (before, dice)
            assert game.state.turn == (0 if game.state.streak else 1)


def test_both_dice_are_fair():
    """35 degrees of freedom: above 66.6 once in 1000 tries."""
    game, chance = Playing("wasteland"), SeededChance(1)
    game.do("roll", 0)
    steps = [game.game.draw(game.state, chance.at(at)) for at in range(ROLLS)]
    seen = Counter(step.arg("dice") for step in steps if step)
    assert sum((seen[dice] - ROLLS / 36) ** 2 / (ROLLS / 36) for dice in DICE) < 66.6


def test_three_bonus_rolls_have_odds_of_8_in_729_st_t08():
    """STX-03."""
    bonus = 0
    for dice in DICE:
        game = Playing("hideout").set(place={0: 20 - sum(dice)})  # to the parking space
        bonus += game.dice(*dice).turn == 0
    assert Fraction(bonus, 36) ** 3 == Fraction(8, 729)
