"""Losses and gains of ``storm``: HP, elimination, and the spaces that the storm takes."""

from __future__ import annotations

from pingblock.tables.game import Result
from pingblock.tables.storm.board import HP_MOST
from pingblock.tables.storm.state import FREE, NOBODY, Play

BOUND = "The bound of turns is reached: the most HP win."


def gain(play: Play, seat: int, hp: int, rule: str) -> None:
    """Gives HP, up to the ceiling (FN-06)."""
    before = play.state.hp[seat]
    after = min(HP_MOST, before + hp)
    play.put("hp", seat, after)
    if after == before:
        play.tell("is full", rule, seat, after)
    else:
        play.tell("gains", rule, seat, after - before, after)


def lose(play: Play, seat: int, hp: int, rule: str) -> None:
    """Takes HP; the last one eliminates, and a larger debt is lost (FN-38)."""
    if not hp:
        return
    after = max(0, play.state.hp[seat] - hp)
    play.put("hp", seat, after)
    play.tell("loses", rule, seat, hp, after)
    if not after:
        _eliminate(play, seat)


def _eliminate(play: Play, seat: int) -> None:
    """Leaves items where it happened, and the own locations to the storm (FN-38, FN-39)."""
    state = play.state
    at = state.place[seat]
    play.put("dropped", at, (*state.dropped[at], *state.items[seat]))
    play.put("items", seat, ())
    play.put("jail", seat, FREE)
    play.tell("is out", "FN-38", seat)
    if state.items[seat]:
        names = ", ".join(item.name for item in state.items[seat])
        play.tell("drops", "FN-38", seat, names, play.name(at))
    for space, owner in enumerate(state.owner):
        if owner == seat:
            cover(play, space, "FN-38")
    alive = play.state.alive
    if len(alive) == 1:
        finish(play, alive, "One survivor is left.", "FN-39")


def cover(play: Play, space: int, rule: str) -> None:
    """Lets the storm take a space; whoever stands there pays nothing (FN-21, FN-25, FN-28)."""
    state = play.state
    play.put("stormed", space, True)
    play.tell("is stormed", rule, None, play.name(space))
    owner = state.owner[space]
    if owner != NOBODY:
        play.put("owner", space, NOBODY)
        if state.hp[owner]:
            play.tell("loses the place", "FN-21", owner, play.name(space))
    if space == state.board.jail:
        for seat in state.alive:
            if state.jail[seat] != FREE:
                play.put("jail", seat, FREE)
                play.tell("is free", "FN-28", seat)


def finish(play: Play, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """Ends the game."""
    play.set(result=Result(winners, play.state.hp, reason, rule), due=(), swap=None, rolling=False)
    for seat in winners:
        play.tell("wins", rule, seat, play.state.hp[seat])
