"""Bots: random decisions for every game, and whole games that only bots play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple

from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import Command
from pingblock.tables.game import Result, State, TableEvent, TableGame

RANDOM, PLAIN = "random", "plain"
MOST_COMMANDS = 100_000
Watch = Callable[[State, State, Sequence[TableEvent]], None]


class Played(NamedTuple, Generic[State]):
    """A game that bots played."""

    state: State
    result: Result | None  # None if the game was stopped after too many commands
    commands: int


def random_command(legal: Sequence[Command], chance: SeededChance) -> Command:
    """Chooses a verb at random, then one of its commands, so that rare verbs also occur."""
    verbs = sorted({step.do for step in legal})
    verb = verbs[chance.below(len(verbs))]
    steps = [step for step in legal if step.do == verb]
    return steps[chance.below(len(steps))]


def decide(
    game: TableGame[State], bot: str, state: State, seat: int, chance: SeededChance
) -> Command:
    """Returns the command of a bot.

    Args:
        game: the game.
        bot: a name of ``game.bots``, or ``RANDOM``.
        state: a state in which ``seat`` can decide.
        seat: seat of the bot.
        chance: random source of the bots.
    """
    if bot in game.bots:
        return game.bots[bot](state, seat, chance)
    return _by_chance(game, state, seat, chance)


def _by_chance(game: TableGame[State], state: State, seat: int, chance: SeededChance) -> Command:
    own = [step for step in game.legal(state) if step.seat == seat]
    return random_command(own, chance)


def play_out(
    game: TableGame[State],
    options: Mapping[str, object],
    bots: Sequence[str],
    seed: int,
    watch: Watch[State] | None = None,
) -> Played[State]:
    """Plays a game to its end, without a log. The same seed gives the same game.

    Args:
        game: the game. It is stopped after ``MOST_COMMANDS``.
        options: a value for every option.
        bots: the bot of each seat.
        seed: seed of the dice and of the decisions, which have separate streams.
        watch: called with the states before and after each command, and its events.

    Raises:
        Refusal: a bot chose an illegal command, which is a fault of the bot.
    """
    state = game.start(options, [f"{bot} {seat + 1}" for seat, bot in enumerate(bots)])
    dice, whims = SeededChance(seed, DICE), SeededChance(seed, BOTS)
    commands = drawn = 0
    choose = [game.bots.get(bot) or partial(_by_chance, game) for bot in bots]
    while commands < MOST_COMMANDS:
        if ready := game.to_act(state):
            seat = ready[0] if len(ready) == 1 else ready[whims.below(len(ready))]
            step = choose[seat](state, seat, whims)
            if refusal := game.why_not(state, step):
                raise refusal
        elif drawing := game.draw(state, dice.at(drawn)):
            step, drawn = drawing, drawn + 1
        else:
            assert game.result(state) is not None, "a dead end"
            break
        commands += 1
        after, events = game.apply(state, step)
        if watch:
            watch(state, after, events)
        state = after
    return Played(state, game.result(state), commands)
