"""A simple strategy for ``storm``: heals, shoots the weakest in sight, and hides behind walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, command
from pingblock.tables.storm.actions import aims
from pingblock.tables.storm.board import HP_MOST, LOCATION
from pingblock.tables.storm.state import DROP_IN, StormState
from pingblock.tables.storm.verbs import VERBS

_JAIL_HP = 8  # the plain bot pays to leave jail if it has at least this many HP


def plain_step(state: StormState, seat: int, chance: SeededChance) -> Command:
    """Returns the first legal command that the bot likes. Only its drop-in's place is random."""
    wishes = _drop_in(state, chance) if state.phase == DROP_IN else _wishes(state, seat)
    for do, args in wishes:
        step = command(do, seat, **args)
        if VERBS[do].why_not(state, step) is None:
            return step
    raise AssertionError("the game waits for a seat that cannot act")


def _drop_in(
    state: StormState, chance: SeededChance
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yields a space just before a location."""
    spaces = state.board.spaces
    good = [at for at in range(len(spaces)) if spaces[(at + 1) % len(spaces)].kind == LOCATION]
    yield "drop", {"space": good[chance.below(len(good))]}


def _wishes(state: StormState, seat: int) -> Iterator[tuple[str, Mapping[str, object]]]:
    if state.swap:
        yield ("accept" if _gains_pair(state) else "refuse"), {}
        return
    hp = state.hp[seat]
    for item in state.items[seat]:
        if item.gain and hp + item.gain <= HP_MOST:
            yield "use", {"item": item.name}
        if item.damage:
            yield from (("use", {"item": item.name, **aim}) for aim in _weakest(state, seat))
    if hp >= _JAIL_HP:
        yield "pay", {}
    if not state.number:
        yield "roll", {}
    if hp < HP_MOST or state.moved:
        yield "heal", {}
    yield "bomb", {}
    yield from (("shoot", aim) for aim in _weakest(state, seat))
    if not state.offers and not state.moved:
        yield from (("offer", args) for args in VERBS["offer"].options(state, seat))
    yield "move", {}
    if state.path:
        yield "build", {"space": state.place[seat]}
    yield "end", {}


def _weakest(state: StormState, seat: int) -> list[Mapping[str, Any]]:
    """Returns the other players as targets, the one with the fewest HP first."""
    players = [aim for aim in aims(state, seat) if "target" in aim]
    return sorted(players, key=lambda aim: state.hp[aim["target"]])


def _gains_pair(state: StormState) -> bool:
    """Returns whether the offered trade completes a pair for the player who decides about it."""
    swap = state.swap
    assert swap is not None
    partners = {state.board.partner[at] for at in swap.give_places} - set(swap.take_places)
    return any(state.owner[at] == swap.to for at in partners)
