"""Landing frequencies of the wasteland without cards, against the exact Markov chain.

The chain is written here from the rules: two dice, a bonus roll after a double, jail after the
third, jail left by a double or after three tries, everybody rolls instead of paying.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.state import FREE

JAIL, GO_TO_JAIL, SPACES = 10, 30, 40
# A state before a roll: (space, doubles so far in this turn, failed tries in jail or None).
IN_JAIL = [(JAIL, 0, tries) for tries in range(3)]
STATES = [(space, doubles, None) for space in range(SPACES) for doubles in range(3)] + IN_JAIL
DICE = list(product(range(1, 7), repeat=2))
ROLLS = 12_000

Before = tuple[int, int, int | None]


def after(state: Before, dice: tuple[int, int]) -> Before:
    """Returns the state that a roll leads to."""
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


def stationary() -> dict[Before, float]:
    """Returns how often each state follows a roll in the long run."""
    number = {state: at for at, state in enumerate(STATES)}
    matrix = np.zeros((len(STATES), len(STATES)))
    for state in STATES:
        for dice in DICE:
            matrix[number[state], number[after(state, dice)]] += 1 / 36
    equations = np.vstack([matrix.T - np.eye(len(STATES)), np.ones(len(STATES))])
    right = np.append(np.zeros(len(STATES)), 1.0)
    found = np.linalg.lstsq(equations, right, rcond=None)[0]
    return {state: float(found[at]) for state, at in number.items()}


def settle(game: Playing) -> None:
    """Leaves what a roll brought: nobody buys, nobody bids."""
    if game.state.todo:
        game.do("decline", game.state.todo[0].seat)  # type: ignore[union-attr]
        game.do("sold")


def state_of(game: Playing, seat: int) -> Before:
    tries = game.state.jail[seat]
    doubles = game.state.streak if game.state.turn == seat else 0
    return game.state.place[seat], doubles, None if tries == FREE else tries


def test_each_roll_leads_where_the_chain_says() -> None:
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


def test_the_landing_frequencies_of_played_games_are_those_of_the_chain() -> None:
    game = Playing("wasteland", cards="none", turns=10**6)
    chance, seen = SeededChance(1), Counter[Before]()
    for _ in range(ROLLS):
        seat = game.state.turn
        game.do("roll", seat)
        step = game.game.draw(game.state, chance)
        assert step is not None
        game.dice(*step.arg("dice"))
        settle(game)
        seen[state_of(game, seat)] += 1
    expected = stationary()
    for space, jailed in [*product(range(SPACES), [False]), (JAIL, True)]:
        same = [each for each in STATES if (each[0], each[2] is not None) == (space, jailed)]
        share = sum(expected[each] for each in same)
        got = sum(seen[each] for each in same) / ROLLS
        assert abs(got - share) <= 5 * (share / ROLLS) ** 0.5, (space, jailed)


def test_the_chain_is_exact() -> None:
    expected = stationary()
    assert abs(sum(expected.values()) - 1) < 1e-9
    assert min(expected.values()) > -1e-12
    assert max(abs(expected[GO_TO_JAIL, doubles, None]) for doubles in range(3)) < 1e-12
