"""A turn of ``fortune``: the legal decisions about the dice, and the end of the turn."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pingblock.languages import N_
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS, CHEST, SORCERESS, STORM, TRUCE, ZOMBIE
from pingblock.tables.fortune.options import FortuneRules
from pingblock.tables.fortune.score import OUT_AT, TurnScore, island, score

ROLL, STOP, PLACE = "roll", "stop", "place"
DICE = "dice"  # the outcome of a roll
ISLAND_AT = 4  # number of skulls after the first roll that leads to the island
ROLLED_LEAST = 2  # fewest dice that can be rolled again
STORM_ROLLS = 2
_SKULL = d.of(X=1)


class Turn(NamedTuple):
    """A turn whose card is known. The player decides when no dice must be rolled."""

    card: str
    dice: int = 0  # all dice on the table, including those on the Treasure Chest
    chest: int = 0  # the dice on the Treasure Chest
    hand: int = d.DICE  # number of dice that must be rolled
    # number of rolls, counted up to 2 in a Storm, otherwise up to 1, because more does not matter
    rolls: int = 0
    island: bool = False
    spell: bool = False  # whether the Sorceress can still help
    placed: bool = False  # whether dice were put on the chest after the last roll


@cache
def outcomes(number: int) -> tuple[Command, ...]:
    """Returns all outcomes of ``number`` dice (int, 1..8)."""
    return tuple(command(DICE, dice=d.text(shown)) for shown in d.rolls(number)[0])


def draw(number: int, chance: SeededChance) -> Command:
    """Draws an outcome of ``number`` dice."""
    return outcomes(number)[d.drawn(number, chance.below(6**number))]


def begin(card: str) -> Turn:
    """Returns the turn that begins with a card."""
    return Turn(card, spell=card == SORCERESS)


def new_dice(turn: Turn, written: int) -> int:
    """Returns the newly rolled dice. People can type them with or without the kept dice."""
    lay = turn.dice if d.size(written) == d.DICE else 0
    return written - lay if d.holds(written, lay) else written


def skulls(turn: Turn) -> int:
    """Returns the number of skulls on dice and card."""
    return d.skulls(turn.dice) + CARDS[turn.card].skulls


def after_roll(rules: FortuneRules, turn: Turn, shown: int) -> tuple[Turn, TurnScore | None]:
    """Returns the turn after a roll, and its score if the roll ended it."""
    card, before, chest, _, rolls, on_island, spell, _ = turn
    dice = before + shown
    starts = rolls == 0
    rolls = min(rolls + 1, STORM_ROLLS if card == STORM else 1)
    total = d.skulls(dice) + CARDS[card].skulls
    # FT-C04 and FT-A-11 forbid the island.
    lands = starts and total >= ISLAND_AT and card != ZOMBIE and not CARDS[card].swords
    turn = Turn(card, dice, chest, 0, rolls, on_island or lands, spell)
    if turn.island:
        stranded = d.size(d.without_skulls(dice)) < ROLLED_LEAST or not _may_roll(turn)
        nothing_new = on_island and not d.skulls(shown)
        return turn, island(rules, card, dice) if stranded or nothing_new else None
    if card == ZOMBIE:
        return turn, None if _open_to_zombies(dice) else score(rules, card, dice)
    if total < OUT_AT or (spell and total == OUT_AT):
        return turn, None
    return turn, score(rules, card, dice, chest)


def score_at_stop(rules: FortuneRules, turn: Turn) -> TurnScore:
    """Returns the score of a player who stops."""
    if turn.island:
        return island(rules, turn.card, turn.dice)
    return score(rules, turn.card, turn.dice, turn.chest)


def after_decision(turn: Turn, verb: str, some: int) -> Turn:
    """Returns the turn after a legal decision to roll or place some dice."""
    if verb == PLACE:
        return turn._replace(chest=some, placed=True)
    spell = turn.spell and not d.skulls(some)
    card, dice, chest, _, rolls, on_island, _, _ = turn
    return Turn(card, dice - some, chest, d.size(some), rolls, on_island, spell)


def why_not(rules: FortuneRules, turn: Turn, step: Command) -> Refusal | None:
    """Returns the reason against a decision if no dice must be rolled, or None if it is legal."""
    some = 0 if step.do == STOP else d.read(step.arg("dice"))
    return judge(rules, turn, step.do, some)


def judge(rules: FortuneRules, turn: Turn, verb: str, some: int | None) -> Refusal | None:
    """Returns the reason against a verb with some dice, or None if it is legal.

    Args:
        some: the dice, or None if the typed text names no dice.
    """
    if verb == STOP:
        return _why_not_stop(turn)
    if some is None or not d.holds(turn.dice, some):
        say = N_("These are not among the dice, which show {text}.")
        return Refusal(say, "FT-06", text=d.text(turn.dice))
    return _why_not_roll(rules, turn, some) if verb == ROLL else _why_not_place(turn, some)


def may_stop(turn: Turn) -> bool:
    """Returns whether the player can end the turn."""
    return _why_not_stop(turn) is None


def rollable(rules: FortuneRules, turn: Turn) -> tuple[int, ...]:
    """Returns every selection of dice that the player can roll."""
    if not _may_roll(turn):
        return ()
    if turn.island:
        return (d.without_skulls(turn.dice),)
    if turn.card == ZOMBIE:
        return d.selections(_open_to_zombies(turn.dice), 1)
    loose = d.without_skulls(turn.dice) - turn.chest
    if not turn.spell or not d.skulls(turn.dice):
        return d.selections(loose, ROLLED_LEAST)
    others = 0 if rules.skull_alone else ROLLED_LEAST - 1
    with_skull = tuple(_SKULL + some for some in d.selections(loose, others))
    if d.skulls(turn.dice) >= OUT_AT:
        return with_skull
    return d.selections(loose, ROLLED_LEAST) + with_skull


def may_place(turn: Turn) -> bool:
    """Returns whether the player can put dice on the Treasure Chest."""
    return turn.card == CHEST and not (turn.placed or turn.island)


def placeable(turn: Turn) -> tuple[int, ...]:
    """Returns every selection of dice that can be put on the Treasure Chest."""
    return d.selections(d.without_skulls(turn.dice), 0) if may_place(turn) else ()


def choices(rules: FortuneRules, turn: Turn) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Returns every legal decision: verbs, each with its selections of dice."""
    found = (
        (STOP, (0,) if may_stop(turn) else ()),
        (ROLL, rollable(rules, turn)),
        (PLACE, placeable(turn)),
    )
    return tuple(each for each in found if each[1])


@cache
def decision(verb: str, seat: int, some: int = 0) -> Command:
    """Returns the command for a decision about the dice ``some``."""
    return command(verb, seat) if verb == STOP else command(verb, seat, dice=d.text(some))


def legal(rules: FortuneRules, turn: Turn, seat: int) -> tuple[Command, ...]:
    """Returns every legal decision as a command."""
    return tuple(
        decision(verb, seat, some)
        for verb, selections in choices(rules, turn)
        for some in selections
    )


def _why_not_stop(turn: Turn) -> Refusal | None:
    if turn.card == ZOMBIE:
        return Refusal("The zombies come: roll until all dice show skulls or swords.", "FT-C12")
    if turn.card == TRUCE and not turn.island and d.swords(turn.dice):
        return Refusal("You can end a truce only without swords: roll them again.", "FT-C11")
    return None


def _why_not_roll(rules: FortuneRules, turn: Turn, some: int) -> Refusal | None:
    if not _may_roll(turn):
        return Refusal("In a Storm you can roll only twice.", "FT-C05")
    if turn.island:
        if some != d.without_skulls(turn.dice):
            return Refusal("On the island you must roll all dice except the skulls.", "FT-A-22")
        return None
    if turn.card == ZOMBIE:
        locked = d.skulls(some) or d.swords(some)
        return (
            Refusal("In this battle, skulls and swords cannot roll again.", "FT-C12")
            if locked or not some
            else None
        )
    if not d.holds(turn.dice - turn.chest, some):
        return Refusal("Take dice off the chest before you roll them.", "FT-C01")
    if refusal := _why_not_skulls(turn, some):
        return refusal
    alone = rules.skull_alone and some == _SKULL
    if d.size(some) < ROLLED_LEAST and not alone:
        say = N_("You must roll at least {rolled_least} dice at once.")
        return Refusal(say, "FT-06", rolled_least=ROLLED_LEAST)
    return None


def _why_not_skulls(turn: Turn, some: int) -> Refusal | None:
    rolled = d.skulls(some)
    if rolled and turn.card != SORCERESS:
        return Refusal("You cannot roll a skull again.", "FT-07")
    if rolled and not turn.spell:
        return Refusal("You have already used the Sorceress in this turn.", "FT-C03")
    if rolled > 1:
        return Refusal("With the Sorceress you can roll only one skull again.", "FT-C03")
    if not rolled and skulls(turn) >= OUT_AT:
        return Refusal(
            "You have three skulls: roll one of them again, or end your turn.", "FT-C03"
        )
    return None


def _why_not_place(turn: Turn, some: int) -> Refusal | None:
    if turn.card != CHEST:
        return Refusal("You can put dice aside only with the card Treasure Chest.", "FT-C01")
    if turn.island:
        return Refusal("On the island only skulls count, so no dice go on the chest.", "FT-16")
    if turn.placed:
        return Refusal("You can put dice on the chest only once after each roll.", "FT-C01")
    if d.skulls(some):
        return Refusal("A skull cannot be put on the chest.", "FT-A-09")
    return None


def _may_roll(turn: Turn) -> bool:
    return turn.card != STORM or turn.rolls < STORM_ROLLS


def _open_to_zombies(dice: int) -> int:
    """Returns the dice that show neither a skull nor a sword."""
    return d.without_skulls(dice) - d.of(S=d.swords(dice))
