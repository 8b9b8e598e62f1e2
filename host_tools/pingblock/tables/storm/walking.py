"""Movement in ``storm``: passing GO, items and walls, and the effect of the space."""

from __future__ import annotations

from pingblock.languages.later import listed_later
from pingblock.tables.storm import board
from pingblock.tables.storm.board import CHEST_CARDS
from pingblock.tables.storm.damage import gain, lose
from pingblock.tables.storm.state import NOBODY, StormDraft

STORM = "storm"  # a kind of card that is due, like ``board.CHEST``
OTHER_COST = 2  # HP for a space under the storm that is not a location (FN-23)
GO_GAIN = PAIR_GAIN = 2  # FN-26, FN-35
FIRE_GAIN = TRAP_COST = 1  # FN-30, FN-31


def walk(draft: StormDraft, steps: int) -> None:
    """Moves the current player and carries out the effect of the space (FN-10, FN-16, FN-26)."""
    seat = draft.state.turn
    at = draft.state.place[seat]
    path = [at]
    stopped = False
    while len(path) <= steps and not stopped:
        at = (at + 1) % len(draft.state.board.spaces)
        path.append(at)
        draft.put("place", seat, at)
        if at == 0:  # GO pays before the effect of the last space (FN-26, FN-A-13).
            draft.set(go_crossed=True)
            if not draft.state.stormed[0]:
                gain(draft, seat, GO_GAIN, "FN-26")
        _pick_up(draft, seat, at)
        stopped = draft.state.walls[at]
    draft.set(path=tuple(path))
    draft.tell("moved", "FN-10", seat, draft.name(at))
    if stopped:
        draft.tell("stopped", "FN-16", seat, draft.name(at))
    _settle(draft, seat, at)
    if stopped:
        draft.put("walls", at, False)


def _pick_up(draft: StormDraft, seat: int, at: int) -> None:
    """Picks up items on a space that the player passes or reaches (FN-38, FN-A-11)."""
    if found := draft.state.dropped[at]:
        draft.put("dropped", at, ())
        draft.put("items", seat, (*draft.state.items[seat], *found))
        names = listed_later(item.name for item in found)
        draft.tell("items_picked_up", "FN-38", seat, names, draft.name(at))


def _settle(draft: StormDraft, seat: int, at: int) -> None:
    state = draft.state
    space = state.board.spaces[at]
    if state.stormed[at]:
        location = space.kind == board.LOCATION
        rule = "FN-22" if location else "FN-23"
        lose(draft, seat, space.storm_cost if location else OTHER_COST, rule)
    elif space.kind == board.LOCATION:
        _visit(draft, seat, at)
    elif space.kind == board.CHEST:
        if state.items_out < CHEST_CARDS:
            draft.set(due=(board.CHEST, *state.due))
        else:
            draft.tell("nothing_found", "FN-33", seat)
    elif space.kind == board.CAMPFIRE:
        gain(draft, seat, FIRE_GAIN, "FN-30")
        if state.rules.rest:
            draft.put("resting", seat, True)
    elif space.kind == board.TRAP:
        lose(draft, seat, TRAP_COST, "FN-31")
    elif space.kind == board.GO_TO_JAIL:
        _to_jail(draft, seat)


def _visit(draft: StormDraft, seat: int, at: int) -> None:
    """Takes a free location, rewards a pair, or pays the Bank (FN-34, FN-35, FN-36)."""
    state = draft.state
    owner = state.owner[at]
    if owner == NOBODY:
        draft.put("owner", at, seat)
        draft.tell("place_taken", "FN-34", seat, draft.name(at))
    elif owner != seat:
        lose(draft, seat, state.board.spaces[at].cost, "FN-36")
    elif state.owner[state.board.partner[at]] == seat:
        gain(draft, seat, PAIR_GAIN, "FN-35")


def _to_jail(draft: StormDraft, seat: int) -> None:
    """Sends a player to jail, covers a space at once and ends the turn (FN-27)."""
    state = draft.state
    jail = state.board.jail
    draft.put("place", seat, jail)
    _pick_up(draft, seat, jail)
    draft.set(ending=True, due=(STORM, *state.due) if state.storm_left else state.due)
    if state.stormed[jail]:
        draft.tell("jail_stormed", "FN-27", seat)
        lose(draft, seat, OTHER_COST, "FN-27")
    else:
        draft.put("jail", seat, 0)
        draft.tell("jailed", "FN-27", seat)
