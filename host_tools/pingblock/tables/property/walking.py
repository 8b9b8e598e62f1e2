"""Movement: walking past Go, and the effect of the space that a player reaches."""

from __future__ import annotations

from pingblock.tables.draft import changed
from pingblock.tables.property import board
from pingblock.tables.property.holdings import rent
from pingblock.tables.property.state import FREE, HAND, NONE, PropertyDraft
from pingblock.tables.property.tasks import BlockPress, CardDrawn, CardDue, Claim, Purchase


def walk(draft: PropertyDraft, seat: int, steps: int, times: int = 0) -> None:
    """Moves a player and carries out the effect of the space (SM-08, SM-15, ST-07, FO-08).

    Args:
        steps: number of spaces clockwise. If it is negative, the player moves backwards, and Go
            pays only if it is reached, not passed.
        times: factor with which a card multiplies the rent there, or the factor for the dice on a
            utility. 0 means the usual rent.
    """
    count = len(draft.edition.spaces)
    place = draft.place[seat] + steps
    draft.place = changed(draft.place, seat, place % count)
    draft.tell_at("moved", "turn", seat, place % count)
    if place >= count or draft.place[seat] == 0:
        rules = draft.edition.rules
        for lap in range(max(1, place // count), 0, -1):
            on_it = lap == 1 and draft.place[seat] == 0
            pay = rules.go_pay * (2 if on_it and rules.go_double else 1)  # HR-02 doubles the pay
            draft.pay(board.BANK, seat, pay)
            draft.tell("start_passed", "go", seat, pay)
        draft.laps = changed(draft.laps, seat, draft.laps[seat] + max(0, place // count))
    land(draft, seat, times)


def land(draft: PropertyDraft, seat: int, times: int = 0) -> None:
    """Carries out the effect of the space under a player. ``times`` is as in ``walk``."""
    at = draft.place[seat]
    space = draft.edition.spaces[at]
    if draft.edition.groups[at]:
        _visit(draft, seat, at, times)
    elif space.kind == board.GO_TO_JAIL:
        to_jail(draft, seat)
    elif space.kind == board.TAX:
        assert space.tax is not None
        draft.owe(seat, board.BANK, space.tax, "tax")
    elif space.kind == board.CARD:
        draw_card(draft, seat, space.deck)
    elif space.kind == board.BLOCK:
        draft.first(BlockPress(seat))
        draft.tell("block_reached", "QB-01", seat)
    elif space.kind == board.PARKING and draft.pot:
        draft.tell("pot_taken", "HR-01", seat, draft.pot)
        draft.pay(board.POT, seat, draft.pot)
    elif space.kind != board.GO:
        kind = "jail_visited" if space.kind == board.JAIL else "rested"
        draft.tell(kind, space.kind, seat)


def draw_card(draft: PropertyDraft, seat: int, deck: str) -> None:
    """Lets a player draw a card of a deck, unless the game has no cards."""
    if draft.cards != NONE:
        draft.first((CardDrawn if draft.cards == HAND else CardDue)(seat, deck))


def _visit(draft: PropertyDraft, seat: int, at: int, times: int) -> None:
    """Offers a deed of the Bank, or notes the rent for which its owner can ask."""
    owner = draft.owner[at]
    rules = draft.edition.rules
    if owner == board.BANK and rules.lap_first and not draft.laps[seat]:
        draft.tell_at("lap_wanted", "HR-04", seat, at)
    elif owner == board.BANK:
        draft.first(Purchase(seat, at))
    elif owner == seat:
        draft.tell_at("own_place_visited", "own", seat, at)
    elif draft.mortgaged[at]:
        draft.tell_at("nothing_owed", "mortgaged", seat, at)
    elif not rules.jail_rent and draft.jail[owner] != FREE:
        draft.tell_at("owner_jailed", "HR-03", seat, at)
    else:
        amount, factor = rent(draft, at)
        if times:
            amount, factor = amount * times, times if factor else 0
        if amount or factor:
            draft.claims = (*draft.claims, Claim(owner, seat, at, amount, factor))
            draft.tell_at("place_visited", "ask", seat, at, owner)


def arrest(draft: PropertyDraft, seat: int) -> None:
    """Puts a player in jail, unless the player is already there or has left the game."""
    if seat in draft.alive and draft.jail[seat] == FREE:
        to_jail(draft, seat)


def to_jail(draft: PropertyDraft, seat: int) -> None:
    """Puts a player in jail without pay for Go, and ends the turn (SM-13, ST-11, FO-19)."""
    draft.place = changed(draft.place, seat, draft.edition.jail)
    draft.jail = changed(draft.jail, seat, 0)
    draft.again = False
    draft.tell("jailed", "go_to_jail", seat)
