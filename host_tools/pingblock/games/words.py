"""Words for the outcomes of all press games but the block. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.games import dice, fortune, storm_dice
from pingblock.games.dice import Event


def _roll(event: Event) -> tuple[str, str]:
    return (storm_dice.roll if "action" in event else dice.WORDS["roll"])(event)


def _jail_try(event: Event) -> tuple[str, str]:
    return (storm_dice.jail_try if "action" in event else dice.WORDS["jail_try"])(event)


# Outcome -> its title and what the players do now.
WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {
    **dice.WORDS,
    **storm_dice.WORDS,
    **fortune.WORDS,
    "roll": _roll,
    "jail_try": _jail_try,
}
