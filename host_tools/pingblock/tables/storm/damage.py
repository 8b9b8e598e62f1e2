"""Losing and gaining HP in ``storm``, elimination, and the spaces that the storm covers."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later, listed_later
from pingblock.tables.game import Result
from pingblock.tables.storm.board import HP_MOST
from pingblock.tables.storm.state import FREE, NOBODY, StormDraft

BOUND = later(N_("The turn limit is reached: the player with the most HP wins."))


def gain(draft: StormDraft, seat: int, hp: int, rule: str) -> None:
    """Gives HP, up to the maximum (FN-06)."""
    before = draft.state.hp[seat]
    after = min(HP_MOST, before + hp)
    draft.put("hp", seat, after)
    if after == before:
        draft.tell("nothing_gained", rule, seat, after)
    else:
        draft.tell("hp_gained", rule, seat, after - before, after)


def lose(draft: StormDraft, seat: int, hp: int, rule: str) -> None:
    """Takes HP. A player without HP is eliminated, and the rest of a debt is dropped (FN-38)."""
    if not hp:
        return
    after = max(0, draft.state.hp[seat] - hp)
    draft.put("hp", seat, after)
    draft.tell("hp_lost", rule, seat, hp, after)
    if not after:
        eliminate(draft, seat)


def eliminate(draft: StormDraft, seat: int) -> None:
    """Leaves the player's items on the space. The storm covers the locations (FN-38, FN-39)."""
    state = draft.state
    at = state.place[seat]
    draft.put("items", seat, ())
    draft.put("jail", seat, FREE)
    draft.tell("knocked_out", "FN-38", seat)
    if state.items[seat]:
        draft.put("dropped", at, (*state.dropped[at], *state.items[seat]))
        names = listed_later(item.name for item in state.items[seat])
        draft.tell("items_dropped", "FN-38", seat, names, draft.name(at))
    for space, owner in enumerate(state.owner):
        if owner == seat:
            cover(draft, space, "FN-38")
    alive = draft.state.alive
    if len(alive) == 1:
        finish(draft, alive, later(N_("One survivor is left.")), "FN-39")


def cover(draft: StormDraft, space: int, rule: str) -> None:
    """Covers a space with the storm. Players on it pay no HP (FN-21, FN-25, FN-28)."""
    state = draft.state
    draft.put("stormed", space, True)
    draft.tell("space_stormed", rule, None, draft.name(space))
    owner = state.owner[space]
    if owner != NOBODY:
        draft.put("owner", space, NOBODY)
        if state.hp[owner]:
            draft.tell("place_lost", "FN-21", owner, draft.name(space))
    if space == state.board.jail:
        for seat in state.alive:
            if state.jail[seat] != FREE:
                draft.put("jail", seat, FREE)
                draft.tell("jail_left", "FN-28", seat)


def finish(draft: StormDraft, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """Ends the game."""
    draft.set(
        result=Result(winners, draft.state.hp, reason, rule), due=(), swap=None, rolling=False
    )
    for seat in winners:
        draft.tell("won", rule, seat, draft.state.hp[seat])
