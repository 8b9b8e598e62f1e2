"""A random game of ``worms``, with illegal commands mixed in, and its worms counted."""

from collections import Counter

from pingblock.tables.bots import random_command
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import command
from pingblock.tables.table import settle
from pingblock.tables.worms.referee import WormsGame

GAME = WormsGame()
NAMES = ["Ann", "Ben", "Cleo", "Dan"]
TRIED = ("run", "pull", "keep", "back", "time")
STEPS_MOST = 50_000


def play_by_chance(seed: int) -> Counter[str]:
    """Plays a game to its end. Returns how often each verb was refused.

    The seed chooses two to four players, one colour or mixed hands, and whether all grab together.
    """
    players = 2 + seed // 4 % 3
    options = {"mixed": bool(seed & 1), "together": bool(seed & 2)}
    state = GAME.start(settle(GAME.options, options), NAMES[:players])
    dice, whims = SeededChance(seed), SeededChance(seed, BOTS)
    refused: Counter[str] = Counter()
    steps = 0
    while GAME.result(state) is None:
        held = [each.colour for each in state.held if each]
        there = sum(state.unseen) + len(state.seen) + len(held) + sum(state.covered)
        assert there == 20
        legal = GAME.legal(state)
        assert legal, "no step is legal"
        for verb in TRIED:
            other = command(verb, whims.below(players))
            assert (GAME.why_not(state, other) is None) == (other in legal)
            refused[verb] += other not in legal
        drawn = GAME.draw(state, dice.at(steps))
        assert drawn is None or drawn in legal
        state = GAME.apply(state, drawn or random_command(legal, whims))[0]
        steps += 1
        assert steps < STEPS_MOST, "the game does not end"
    result = GAME.result(state)
    assert result is not None
    assert result.winners
    return refused
