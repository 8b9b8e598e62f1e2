"""Questions in the forms of ``worms``: holes with a worm, and possible colours."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages.later import name as named
from pingblock.tables.command import Command, command
from pingblock.tables.forms import Ask, Asks
from pingblock.tables.worms.moves import PULL, known_worm, why_not
from pingblock.tables.worms.state import HOLES, WormsState


def asks(state: WormsState, step: Command) -> Asks:
    """Returns the questions about a command that differ from the rules of its verb."""
    empty = {*state.emptied, *(each.hole for each in state.held if each)}
    seen = [state.colours[each.colour] for each in state.seen]
    known = state.colours
    if step.do == PULL:
        unseen = zip(state.colours, state.unseen, strict=True)
        known = tuple(name for name, n in unseen if n or name in seen)
    return {
        "player": Ask(state.alive),
        "hole": Ask([hole for hole in range(1, HOLES + 1) if hole not in empty]),
        "seen": Ask(tuple(dict.fromkeys(seen)), words=named),
        "colour": Ask(known, words=named),
    }


def quick(state: WormsState, legal: Sequence[Command]) -> list[Command]:
    """Returns the pulls that one tap can give: an unseen worm, one whose colour is known, and seen
    worms.

    The colour of a seen worm is known, so the same tap also keeps it or puts it back.
    """
    pulls = [step for step in legal if step.do == PULL]
    seats = dict.fromkeys(step.player for step in pulls)
    came = [command(PULL, seat, colour=name) for seat in seats for name in state.colours]
    unseen = [step for step in pulls if not step.args]
    seen = []
    for step in pulls:
        if worm := known_worm(state, step):
            name = state.colours[worm.colour]
            seen.append(command(PULL, step.seat, **dict(step.args), colour=name))
    return [*unseen, *(step for step in came if why_not(state, step) is None), *seen]
