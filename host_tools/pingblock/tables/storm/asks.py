"""Questions in the forms of ``storm``, limited to the values that are possible now."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages.later import name as named
from pingblock.tables.command import Command
from pingblock.tables.forms import Ask, Asks
from pingblock.tables.storm.board import ANY_ITEM
from pingblock.tables.storm.state import ACTIONS, FREE, NOBODY, ROLL_OFF, StormState
from pingblock.tables.storm.trades import places_of
from pingblock.tables.storm.turns import closed, in_jail


def asks(state: StormState, step: Command) -> Asks:
    """Returns the questions about a command that differ from the rules of its verb."""
    if step.do == "offer":
        return _offer(state, step)
    if step.do == "use":
        return _use(state, step)
    if step.do == "dice":
        now = closed(state)
        alone = now.phase == ROLL_OFF or in_jail(now)
        faces = [name for name, n in zip(ACTIONS, state.rules.faces, strict=True) if n]
        return {"action": Ask(() if alone else faces, needed=True)}
    if step.do == "chest":
        return {"name": Ask(_items(state) or [ANY_ITEM.name], words=named, typed=True)}
    names = _items(state)
    return {
        "player": Ask(state.alive),
        "tries": Ask(range(FREE, state.rules.jail_tries)),
        "owner": Ask((NOBODY, *state.alive)),
        **({"items": Ask(names, words=named)} if names else {}),
    }


def _items(state: StormState) -> list[str]:
    """Returns the names of all chest cards that the referee knows."""
    known = [*state.deck, *state.under, *(item for own in state.items for item in own)]
    return list(dict.fromkeys(each.name for each in known))


def _offer(state: StormState, step: Command) -> Asks:
    seat, to = step.player, step.arg("to")
    found = {"to": Ask([each for each in state.alive if each != seat])}
    for side, giver in (("give", seat), ("take", to)):
        if giver is not None:
            items = [each.name for each in state.items[giver]]
            found[f"{side}_places"] = Ask(places_of(state, giver))
            found[f"{side}_items"] = Ask(items, words=named)
    return found


def _use(state: StormState, step: Command) -> Asks:
    own = list(dict.fromkeys(each.name for each in state.items[step.player]))
    walls = [space for space, wall in enumerate(state.walls) if wall]
    free = [space for space, wall in enumerate(state.walls) if not wall]
    return {
        "item": Ask(own, words=named),
        "target": Ask([each for each in state.alive if each != step.seat]),
        "wall": Ask(walls),
        "build": Ask(free if state.walls_left else ()),
        "steps": Ask(range(1, 13) if state.moved else ()),
    }


def quick(state: StormState, legal: Sequence[Command]) -> list[Command]:
    """Returns the uses of items whose cards are known."""
    return [step for step in legal if step.do == "use"]
