"""Bots for ``fortune``: one decides at random, the other by a simple strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.tables.bots import RANDOM
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import odds, turn
from pingblock.tables.fortune.cards import CARDS, CHEST, MONKEY, STORM, TRUCE, ZOMBIE
from pingblock.tables.fortune.options import FortuneRules
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import PLACE, ROLL, STOP, Turn

_GAIN_EACH = 70  # average gain in points for each die that is rolled again (rough)


# Decisions among which a bot chooses at random: pairs of a verb and selections of dice.
Plan = tuple[tuple[str, tuple[int, ...]], ...]


def plain(rules: FortuneRules, now: Turn) -> Plan:
    """Keeps treasure and its most frequent kind, and rolls other dice while the risk pays off."""
    selections = turn.rollable(rules, now)
    kept = _worth_keeping(now)
    if turn.may_place(now) and kept:
        return ((PLACE, (kept,)),)
    if not selections:
        return ((STOP, (0,)),)
    # Prefers the selection with the fewest dice that are worth keeping, then the one with the most
    # dice.
    some = min(selections, key=lambda dice: (_common(dice, kept), -d.size(dice)))
    if turn.may_stop(now) and not _pays(rules, now, some):
        return ((STOP, (0,)),)
    return ((ROLL, (some,)),)


def choose(plan: Plan, chance: SeededChance) -> tuple[str, int]:
    """Returns a verb of a plan and its dice. If there is a choice, it is random."""
    verb, selections = plan[chance.below(len(plan))] if len(plan) > 1 else plan[0]
    if len(selections) == 1:
        return verb, selections[0]
    return verb, selections[chance.below(len(selections))]


def _worth_keeping(now: Turn) -> int:
    """Returns the dice that the bot should not roll again."""
    loose = d.without_skulls(now.dice)
    counts = {face: d.count(loose, face) for face in "GDSMP"}
    if now.card == ZOMBIE:
        return d.of(S=counts["S"])
    kept = {"G": counts["G"], "D": counts["D"]}
    if now.card == STORM:
        return d.of(**kept)
    kinds = {TRUCE: ("M", "P"), MONKEY: ("MP", "S")}.get(now.card, ("S", "M", "P"))
    numbers = {kind: sum(counts[face] for face in kind) for kind in kinds}
    most = "S" if CARDS[now.card].swords else max(kinds, key=lambda kind: numbers[kind])
    faces = set(most).union(*(kind for kind in kinds if numbers[kind] >= 3))
    return d.of(**kept, **{face: counts[face] for face in faces})


def _common(dice: int, kept: int) -> int:
    return sum(min(d.count(dice, face), d.count(kept, face)) for face in d.FACES)


def _pays(rules: FortuneRules, now: Turn, some: int) -> bool:
    """Returns whether to roll: on the island always, otherwise if the gain exceeds the risk."""
    if now.island:
        return True
    stop = turn.score_at_stop(rules, now)
    if stop.disqualified:
        return True
    if _common(some, _worth_keeping(now)) and stop.points > 0:
        return False
    risk = odds.risk(rules, now, some)
    at_stake = stop.points
    if now.card == CHEST:
        at_stake -= turn.score_at_stop(rules, now._replace(dice=now.chest + d.of(X=3))).points
    return risk * at_stake < (1 - risk) * _GAIN_EACH * d.size(some)


PLANS: Mapping[str, Callable[[FortuneRules, Turn], Plan]] = {
    RANDOM: turn.choices,  # like ``random_command``, but without a list of all commands
    "plain": plain,
}


def _bot(name: str) -> Callable[[FortuneState, int, SeededChance], Command]:
    def decide(state: FortuneState, seat: int, chance: SeededChance) -> Command:
        assert state.turn is not None
        verb, some = choose(PLANS[name](state.rules, state.turn), chance)
        return turn.decision(verb, seat, some)

    return decide


BOTS = {name: _bot(name) for name in PLANS}
