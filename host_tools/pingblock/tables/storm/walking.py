"""Movement of ``storm``: the way over GO, items and walls, and what the space reached does."""

from __future__ import annotations

from pingblock.tables.storm import board
from pingblock.tables.storm.board import CHEST_CARDS
from pingblock.tables.storm.damage import gain, lose
from pingblock.tables.storm.state import NOBODY, Play

STORM = "storm"  # a card that is due, beside ``board.CHEST``
OTHER_COST = 2  # HP for a stormed space that is no location (FN-23)
GO_GAIN = PAIR_GAIN = 2  # FN-26, FN-35
FIRE_GAIN = TRAP_COST = 1  # FN-30, FN-31


def walk(play: Play, steps: int) -> None:
    """Moves the player of the turn and settles the space (FN-10, FN-16, FN-26)."""
    seat = play.state.turn
    at = play.state.place[seat]
    path = [at]
    stopped = False
    while len(path) <= steps and not stopped:
        at = (at + 1) % len(play.state.board.spaces)
        path.append(at)
        play.put("place", seat, at)
        if at == 0:
            _cross(play, seat)
        _pick_up(play, seat, at)
        stopped = play.state.walls[at]
    play.set(path=tuple(path))
    play.tell("moves", "FN-10", seat, play.name(at))
    if stopped:
        play.tell("is stopped", "FN-16", seat, play.name(at))
    _settle(play, seat, at)
    if stopped:
        play.put("walls", at, False)


def _pick_up(play: Play, seat: int, at: int) -> None:
    """Takes what was dropped on a space that is passed or arrived at (FN-38, FN-A-11)."""
    if found := play.state.dropped[at]:
        play.put("dropped", at, ())
        play.put("items", seat, (*play.state.items[seat], *found))
        names = ", ".join(item.name for item in found)
        play.tell("picks up", "FN-38", seat, names, play.name(at))


def _cross(play: Play, seat: int) -> None:
    """Pays GO at the moment it is reached, before the landing space (FN-26, FN-A-13)."""
    play.set(go_crossed=True)
    if not play.state.stormed[0]:
        gain(play, seat, GO_GAIN, "FN-26")


def _settle(play: Play, seat: int, at: int) -> None:
    state = play.state
    space = state.board.spaces[at]
    if state.stormed[at]:
        location = space.kind == board.LOCATION
        rule = "FN-22" if location else "FN-23"
        lose(play, seat, space.storm_cost if location else OTHER_COST, rule)
    elif space.kind == board.LOCATION:
        _visit(play, seat, at)
    elif space.kind == board.CHEST:
        if state.items_out < CHEST_CARDS:
            play.set(due=(board.CHEST, *state.due))
        else:
            play.tell("finds nothing", "FN-33", seat)
    elif space.kind == board.CAMPFIRE:
        gain(play, seat, FIRE_GAIN, "FN-30")
        if state.rules.rest:
            play.put("resting", seat, True)
    elif space.kind == board.TRAP:
        lose(play, seat, TRAP_COST, "FN-31")
    elif space.kind == board.GO_TO_JAIL:
        _to_jail(play, seat)


def _visit(play: Play, seat: int, at: int) -> None:
    """Takes a free location, rewards a pair, or pays the Bank (FN-34, FN-35, FN-36)."""
    state = play.state
    owner = state.owner[at]
    if owner == NOBODY:
        play.put("owner", at, seat)
        play.tell("takes", "FN-34", seat, play.name(at))
    elif owner != seat:
        lose(play, seat, state.board.spaces[at].cost, "FN-36")
    elif state.owner[state.board.partner[at]] == seat:
        gain(play, seat, PAIR_GAIN, "FN-35")


def _to_jail(play: Play, seat: int) -> None:
    """Sends a player to jail, covers a space at once and ends the turn (FN-27)."""
    state = play.state
    jail = state.board.jail
    play.put("place", seat, jail)
    _pick_up(play, seat, jail)
    play.set(ending=True, due=(STORM, *state.due) if state.storm_left else state.due)
    if state.stormed[jail]:
        play.tell("finds the jail stormed", "FN-27", seat)
        lose(play, seat, OTHER_COST, "FN-27")
    else:
        play.put("jail", seat, 0)
        play.tell("goes to jail", "FN-27", seat)
