"""Score of a finished turn with its calculation (FT-08 to FT-13, FT-16)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pingblock.languages import N_
from pingblock.languages.later import NN_, later
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import (
    CAPTAIN,
    CARDS,
    CHEST,
    MONKEY,
    STORM,
    TRUCE,
    ZOMBIE,
    FortuneCard,
)
from pingblock.tables.fortune.options import FortuneRules

# Points by number of equal objects. A ninth object adds no points: FT-A-04
SETS = (0, 0, 0, 100, 200, 500, 1000, 2000, 4000, 4000)
TREASURE, STORM_TREASURE, FULL_CHEST = 100, 200, 500
OUT_AT = 3  # number of skulls that ends a turn
ISLAND_EACH, TRUCE_EACH = 100, 500
ZOMBIE_SWORDS, ZOMBIE_POINTS = 5, 1200
_MERGED = "M+P"  # monkeys and parrots as one kind (FT-C08)
_MERGED_NAMES = NN_("monkey or parrot", "monkeys and parrots")
_TRUCE_BROKEN = NN_(
    "{n} sword breaks the truce, {points} each", "{n} swords break the truce, {points} each"
)
_NO_CARD = FortuneCard("", "", "")


class Addend(NamedTuple):
    """One addend of a score."""

    say: str
    points: int
    rule: str


class TurnScore(NamedTuple):
    """The score of a turn. ``points`` is the sum of the lines."""

    points: int
    lines: tuple[Addend, ...]
    disqualified: bool = False
    each_opponent: int = 0  # points that every opponent loses, as a negative number
    shared: int = 0  # points that the opponents divide among them
    nine: bool = False  # whether nine objects were equal: FT-A-04


@lru_cache(maxsize=1 << 15)
def score(rules: FortuneRules, card: str, dice: int, on_card: int = 0) -> TurnScore:
    """Returns the score of a turn that ends with these dice, but not on the island.

    With three or more skulls, including those on the card, the player is disqualified.

    Args:
        rules: rules of the game.
        card: a name in ``CARDS``, or "none".
        dice: all eight dice.
        on_card: the dice among them that are on the Treasure Chest.
    """
    own = CARDS.get(card, _NO_CARD)
    if card == ZOMBIE:
        return _zombie(dice)
    if d.skulls(dice) + own.skulls >= OUT_AT:
        return _disqualified(rules, card, dice, on_card)
    if d.swords(dice) < own.swords:
        say = later(
            N_("{n} of {wanted} swords: the battle is lost"), n=d.swords(dice), wanted=own.swords
        )
        return _sum([Addend(say, -_bonus(rules, own), "FT-C04")])
    if card == TRUCE and d.swords(dice):
        return _sum([_truce(dice, "FT-A-12")])
    lines = _treasure_and_sets(rules, card, dice)
    if _scoring_dice(card, dice) == d.DICE:
        lines.append(Addend(later(N_("full chest")), FULL_CHEST, "FT-12"))
    if own.swords:
        lines.append(Addend(later(N_("battle won")), _bonus(rules, own), "FT-C04"))
    if card == CAPTAIN and lines:
        doubled = sum(line.points for line in lines)
        lines.append(Addend(later(N_("doubled")), doubled, "FT-C02"))
    nine = bool(own.face) and d.count(dice, own.face) == d.DICE
    return _sum(lines)._replace(nine=nine)


def island(rules: FortuneRules, card: str, dice: int) -> TurnScore:
    """Returns the score of a turn that ends on the island (FT-16, FT-C02)."""
    skulls = d.skulls(dice) + CARDS.get(card, _NO_CARD).skulls
    each = -(2 if card == CAPTAIN else 1) * ISLAND_EACH * skulls
    lines = []
    if card == TRUCE and rules.truce_on_island and d.swords(dice):
        lines.append(_truce(dice, "FT-A-14"))
    return _sum(lines)._replace(each_opponent=each)


def _zombie(dice: int) -> TurnScore:
    swords = d.swords(dice)
    if swords >= ZOMBIE_SWORDS:
        won = later(N_("{n} swords hold the zombies off"), n=swords)
        return _sum([Addend(won, ZOMBIE_POINTS, "FT-C12")])
    few = later(N_("{n} of {wanted} swords"), n=swords, wanted=ZOMBIE_SWORDS)
    lost = _sum([Addend(few, 0, "FT-C12")])
    return lost._replace(shared=ZOMBIE_POINTS)


def _disqualified(rules: FortuneRules, card: str, dice: int, on_card: int) -> TurnScore:
    own = CARDS.get(card, _NO_CARD)
    lines = []
    if own.swords:
        lines.append(Addend(later(N_("out: the battle is lost")), -_bonus(rules, own), "FT-C04"))
    if card == TRUCE and d.swords(dice):
        lines.append(_truce(dice, "FT-C11"))
    if card == CHEST:
        lines += _treasure_and_sets(rules, card, on_card)
    return _sum(lines)._replace(disqualified=True)


def _treasure_and_sets(rules: FortuneRules, card: str, dice: int) -> list[Addend]:
    """Returns points for sets, coins and diamonds, including the object on the card."""
    own = CARDS.get(card, _NO_CARD)
    each = STORM_TREASURE if card == STORM else TREASURE
    lines = []
    for kind, number in _kinds(card, dice).items():
        if kind not in "GD" and card == STORM:
            continue
        total = number + (kind == own.face)
        names = _MERGED_NAMES if kind == _MERGED else d.NAMES[kind]
        things = later(*names, n=total)
        if kind in "GD" and total:
            rule = own.rule if kind == own.face else "FT-C05" if card == STORM else "FT-11"
            say = later(N_("{n} {things}, {points} each"), n=total, things=things, points=each)
            lines.append(Addend(say, total * each, rule))
        if SETS[total] and (card != STORM or rules.storm_sets):
            rule = "FT-C08" if kind == _MERGED else "FT-10"
            say = later(N_("set of {n} {things}"), n=total, things=things)
            lines.append(Addend(say, SETS[total], rule))
    return lines


def _kinds(card: str, dice: int) -> dict[str, int]:
    """Returns how many dice there are of each kind that can form sets."""
    counts = {face: d.count(dice, face) for face in d.FACES if face != "X"}
    if card == MONKEY:
        counts[_MERGED] = counts.pop("M") + counts.pop("P")
    return counts


def _scoring_dice(card: str, dice: int) -> int:
    """Returns how many dice score points (FT-12). In a battle that was won, every sword does."""
    kinds = _kinds(card, dice)
    treasure = kinds.pop("G") + kinds.pop("D")
    if card == STORM:
        return treasure
    battle = CARDS.get(card, _NO_CARD).swords > 0
    counted = (n for kind, n in kinds.items() if SETS[n] or (battle and kind == "S"))
    return treasure + sum(counted)


def _truce(dice: int, rule: str) -> Addend:
    swords = d.swords(dice)
    say = later(*_TRUCE_BROKEN, n=swords, points=TRUCE_EACH)
    return Addend(say, -TRUCE_EACH * swords, rule)


def _bonus(rules: FortuneRules, card: FortuneCard) -> int:
    return rules.sea_bonus[card.swords - 2]


def _sum(lines: list[Addend]) -> TurnScore:
    return TurnScore(sum(line.points for line in lines), tuple(lines))
