"""A random game of ``fortune``, with illegal commands mixed in, and all states checked."""

from collections import Counter

from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import command, malformed
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.fortune.turn import new_dice
from pingblock.tables.table import settle

GAME = FortuneGame()
STEPS_MOST = 20_000
VERBS = ("stop", "roll", "place", "dice", "card", "first")


def any_command(chance, seats):
    """Returns a well-formed command, which is mostly illegal."""
    seat = chance.below(seats)
    do = VERBS[chance.below(len(VERBS))]
    if do == "stop":
        return command(do, seat)
    if do == "card":
        return command(do, card=list(CARDS)[chance.below(len(CARDS))])
    if do == "first":
        return command(do, player=seat)
    dice = "".join(d.FACES[chance.below(6)] for _ in range(1 + chance.below(4)))
    return command(do, dice=dice * 2) if do == "dice" else command(do, seat, dice=dice)


def spelled(step, state):
    """Returns a command with its dice in game notation, only the new ones instead of all eight."""

    def dice(value):
        rolled = step.do == "dice" and state.turn
        return d.text(new_dice(state.turn, d.read(value)) if rolled else d.read(value))

    args = {name: dice(value) if name == "dice" else value for name, value in step.args}
    return command(step.do, step.seat, **args)


def play_by_chance(options, players, seed):
    """Plays a game to its end. Returns the numbers of accepted and refused commands."""
    names = ["Ann", "Ben", "Cleo", "Dan"][:players]
    state = GAME.start(settle(GAME.options, options), names)
    dice, whims = SeededChance(seed), SeededChance(seed, BOTS)
    counts = Counter()
    while GAME.result(state) is None:
        legal = GAME.legal(state)
        assert legal, "no step is legal"
        other = any_command(whims, players)
        assert malformed(GAME.verbs, other, players) is None
        listed = spelled(other, state) in legal
        assert (GAME.why_not(state, other) is None) == listed
        counts["refused"] += not listed
        step = GAME.draw(state, dice.at(counts["taken"]))
        if step is None:
            step = GAME.bots["random"](state, GAME.to_act(state)[0], whims)
        assert step in legal
        assert GAME.why_not(state, step) is None
        if not state.rules.reshuffle:
            assert len(state.left) + len(state.drawn) == len(state.rules.deck), "a card is lost"
        if step.do == "card" and not whims.below(4):  # with a paper deck, any card can come
            step = command("card", card=list(CARDS)[whims.below(len(CARDS))])
        state = GAME.apply(state, step)[0]
        counts["taken"] += 1
        assert counts["taken"] < STEPS_MOST, "the game does not end"
    return counts
