"""Corrections of a game of ``storm``, and players who join or leave."""

from __future__ import annotations

from typing import Any

from pingblock.languages import N_
from pingblock.languages.later import later, listed_later
from pingblock.tables import amend
from pingblock.tables.amend import Field, Outcome, of_seats
from pingblock.tables.command import Command, Refusal
from pingblock.tables.storm.board import (
    CHEST_CARDS,
    HP_MOST,
    LOCATION,
    WALLS,
)
from pingblock.tables.storm.damage import cover, eliminate
from pingblock.tables.storm.flow import FRESH, advance
from pingblock.tables.storm.state import (
    DROP_IN,
    FREE,
    NOBODY,
    NOWHERE,
    ROLL_OFF,
    TURN,
    StormDraft,
    StormState,
    Swap,
    no_space,
)
from pingblock.tables.storm.trades import can_be_done
from pingblock.tables.storm.turns import all_dropped
from pingblock.tables.verb import Arguments, Change
from pingware.shared.schema import list_of, switch, text, whole

PLAYERS_MOST = 7  # FN-02


def _run(state: StormState, step: Command, change: Change[StormDraft]) -> Outcome[StormState]:
    draft = StormDraft(state)
    change(draft, step)
    if draft.state.result is None:
        _mend(draft, state.swap)
    if draft.state.phase == TURN:
        advance(draft)
    return draft.done()


def _mend(draft: StormDraft, swap: Swap | None) -> None:
    """Drops an invalid trade, and ends the drop-in when all players have a place.

    Args:
        draft: the state after the change.
        swap: the trade that was offered before the change.
    """
    state = draft.state
    if swap and not (state.swap and can_be_done(state, swap)):
        draft.set(swap=None)
        draft.tell("trade_dropped", "FN-37", swap.seat, swap.to)
    if state.phase == DROP_IN and all_dropped(state):
        draft.set(phase=TURN)


def _hp(draft: StormDraft, step: Command) -> None:
    seat, hp = step.arg("player"), step.arg("hp")
    before = draft.state.hp[seat]
    draft.put("hp", seat, hp)
    draft.tell("hp_corrected", "", seat, before, hp)


def _no_place(state: StormState, step: Command) -> Refusal | None:
    return _no_site(state, step.arg("space"))


def _no_site(state: StormState, space: int) -> Refusal | None:
    """Returns the reason if no object can be put on a space now."""
    if state.phase == ROLL_OFF:
        return Refusal(
            "Everybody must drop in first. To skip that, set whose turn it is.", "FN-07"
        )
    return no_space(state, space)


def _place(draft: StormDraft, step: Command) -> None:
    seat, space = step.arg("player"), step.arg("space")
    draft.put("place", seat, space)
    draft.put("jail", seat, FREE)
    draft.tell("place_corrected", "", seat, draft.name(space))


def _no_jail(state: StormState, step: Command) -> Refusal | None:
    if step.arg("tries") == FREE:
        seat = step.arg("player")
        return amend.no_player(state, seat) or _no_site(state, state.place[seat])
    if state.stormed[state.board.jail]:
        return Refusal("The storm has taken the jail.", "FN-28")
    if step.arg("tries") >= state.rules.jail_tries:
        say = N_("A player in jail can have at most {most} failed tries.")
        return Refusal(say, "FN-29", most=state.rules.jail_tries - 1)
    return _no_site(state, state.board.jail)


def _jail(draft: StormDraft, step: Command) -> None:
    """Puts a player into jail, or makes a player in jail a visitor."""
    seat, tries = step.arg("player"), step.arg("tries")
    if tries == FREE:
        draft.put("jail", seat, FREE)
        draft.tell("jail_corrected_away", "", seat)
        return
    draft.put("place", seat, draft.state.board.jail)
    draft.put("jail", seat, tries)
    if seat == draft.state.turn:
        state = draft.state
        draft.set(**FRESH)
        draft.set(ending=state.moved, go_crossed=state.go_crossed)
    draft.tell("jail_corrected", "", seat, tries)


def _no_owner(state: StormState, step: Command) -> Refusal | None:
    space, owner = step.arg("space"), step.arg("owner")
    if fault := _no_site(state, space):
        return fault
    if state.board.spaces[space].kind != LOCATION:
        return Refusal("This space is not a location.", "FN-24")
    if owner == NOBODY:
        return None
    if state.stormed[space]:
        return Refusal("The storm has taken this space.", "FN-21")
    return amend.no_player(state, owner)


def _owner(draft: StormDraft, step: Command) -> None:
    space, owner = step.arg("space"), step.arg("owner")
    draft.put("owner", space, owner)
    if owner == NOBODY:
        draft.tell("owner_corrected_away", "", None, draft.name(space))
    else:
        draft.tell("owner_corrected", "", owner, draft.name(space))


def _storm(draft: StormDraft, step: Command) -> None:
    """Lets the storm cover a space, or uncovers it."""
    space, on = step.arg("space"), step.arg("on")
    kind = "storm_corrected" if on else "storm_corrected_away"
    draft.tell(kind, "", None, draft.name(space))
    if not on:
        draft.put("stormed", space, False)
    elif not draft.state.stormed[space]:
        cover(draft, space, "")


def _no_wall(state: StormState, step: Command) -> Refusal | None:
    if fault := _no_site(state, step.arg("space")):
        return fault
    if step.arg("on") and not state.walls[step.arg("space")] and not state.walls_left:
        return Refusal("All {walls} walls are on the board.", "FN-14", walls=WALLS)
    return None


def _wall(draft: StormDraft, step: Command) -> None:
    space, on = step.arg("space"), step.arg("on")
    draft.put("walls", space, on)
    draft.tell("wall_corrected" if on else "wall_corrected_away", "", None, draft.name(space))


def _no_items(state: StormState, step: Command) -> Refusal | None:
    seat = step.arg("player")
    if fault := amend.no_player(state, seat):
        return fault
    out = state.items_out - len(state.items[seat]) + len(step.arg("items"))
    if out > CHEST_CARDS:
        return Refusal("The chest has {n} cards in all.", "FN-01", n=CHEST_CARDS)
    return None


def _items(draft: StormDraft, step: Command) -> None:
    """Gives these items to a player. The player's earlier items go to the bottom of the deck."""
    seat, names = step.arg("player"), step.arg("items")
    draft.set(under=(*draft.state.under, *draft.state.items[seat]))
    draft.put("items", seat, tuple(map(draft.take_item, names)))
    said = listed_later(names) if names else later(N_("nothing"))
    draft.tell("items_corrected", "", seat, said)


def _turn(draft: StormDraft, step: Command) -> None:
    """Lets a player roll next, or drop in first, and drops open decisions."""
    phase = DROP_IN if draft.state.phase == ROLL_OFF else draft.state.phase
    draft.set(phase=phase, turn=step.arg("player"), rolled=(), **FRESH)
    draft.tell("turn_corrected", "", draft.state.turn)


def _full(state: StormState) -> Refusal | None:
    return amend.no_seat(len(state.hp), PLAYERS_MOST, "FN-02")


def _join(draft: StormDraft, step: Command) -> None:
    """Adds a seat with full HP. The player drops in on GO if all others have done so."""
    state = draft.state
    seat = len(state.hp)
    on_the_way = state.phase == TURN
    draft.set(
        hp=(*state.hp, HP_MOST),
        place=(*state.place, 0 if on_the_way else NOWHERE),
        jail=(*state.jail, FREE),
        resting=(*state.resting, False),
        items=(*state.items, ()),
    )
    if state.phase == ROLL_OFF and not state.rolled:
        draft.set(tied=(*state.tied, seat))
    draft.tell("player_joined", "", None, step.arg("name"), HP_MOST)


def _leave(draft: StormDraft, step: Command) -> None:
    """Takes a player out, like a player who has lost all HP (FN-38)."""
    seat = step.arg("player")
    draft.tell("player_left", "", seat)
    draft.put("hp", seat, 0)
    eliminate(draft, seat)
    state = draft.state
    if state.result is None and state.phase == ROLL_OFF and seat in state.tied:
        tied = tuple(each for each in state.tied if each != seat)
        draft.set(rolled=(), tied=tied or state.alive)
    if state.result is None and state.phase == DROP_IN and state.turn == seat:
        draft.set(turn=state.alive[0])


def _of_spaces(name: str, values: Any) -> Arguments:
    return ({"space": space, name: value} for space, value in enumerate(values))


def _owners_now(state: StormState) -> Arguments:
    kinds = (space.kind for space in state.board.spaces)
    return (
        each
        for each, kind in zip(_of_spaces("owner", state.owner), kinds, strict=True)
        if kind == LOCATION
    )


def _places_now(state: StormState) -> Arguments:
    for seat in state.alive:
        place = state.place[seat]
        yield {"player": seat, "space": None if place == NOWHERE else place}


def _turn_now(state: StormState) -> Arguments:
    yield {"player": None if state.phase == ROLL_OFF else state.turn}


def _items_now(state: StormState) -> Arguments:
    for seat in state.alive:
        yield {"player": seat, "items": tuple(each.name for each in state.items[seat])}


_FIELDS = {
    "turn": Field(("player",), _turn, _turn_now),
    "hp": Field(("player", "hp"), _hp, of_seats("hp", "hp")),
    "place": Field(("player", "space"), _place, _places_now, _no_place),
    "jail": Field(("player", "tries"), _jail, of_seats("tries", "jail"), _no_jail),
    "storm": Field(("space", "on"), _storm, lambda s: _of_spaces("on", s.stormed), _no_place),
    "wall": Field(("space", "on"), _wall, lambda s: _of_spaces("on", s.walls), _no_wall),
    "owner": Field(("space", "owner"), _owner, _owners_now, _no_owner),
    "items": Field(("player", "items"), _items, _items_now, _no_items),
}
_RULES = {
    "player": whole(0, PLAYERS_MOST - 1),
    "space": whole(0, 200),
    "owner": whole(NOBODY, PLAYERS_MOST - 1),
    "hp": whole(1, HP_MOST),
    "tries": whole(FREE, 2),
    "on": switch,
    "items": list_of(text(30, 1), CHEST_CARDS),
}
AMENDS = {
    amend.JOIN: amend.joining(_full, _join, _run),
    amend.LEAVE: amend.leaving(lambda state: len(state.hp), _leave, _run),
    amend.CORRECT: amend.correction(_FIELDS, _RULES, {"what": "hp", "player": 0, "hp": 12}, _run),
}
