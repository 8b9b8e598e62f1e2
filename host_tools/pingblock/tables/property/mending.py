"""Keeps, changes or drops each open decision after a correction or after a player has left."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.property.auctions import thing_of
from pingblock.tables.property.board import BANK, POT
from pingblock.tables.property.building import building_cost, could_build
from pingblock.tables.property.deals import no_hand_over
from pingblock.tables.property.state import FREE, PropertyDraft
from pingblock.tables.property.tasks import (
    Arrest,
    Auction,
    BlockPress,
    CardActs,
    CardChoice,
    CardDrawn,
    CardDue,
    Debt,
    Estate,
    ExtraMove,
    MortgageFee,
    Offer,
    Placing,
    Purchase,
    RollOff,
    Shortage,
    SilentCoins,
    Task,
    UtilityRoll,
    Walk,
)

_MOVES = (
    CardDrawn,
    CardDue,
    CardActs,
    CardChoice,
    BlockPress,
    SilentCoins,
    ExtraMove,
    Walk,
    Arrest,
)


def mend(draft: PropertyDraft) -> None:
    """Keeps the open decisions of a draft that are still valid."""
    found = (_mended(draft, task) for task in draft.todo)
    draft.todo = tuple(task for task in found if task is not None)
    alive = set(draft.alive)
    draft.claims = tuple(claim for claim in draft.claims if {claim.owner, claim.visitor} <= alive)


def tell_dropped(draft: PropertyDraft, before: Sequence[Task]) -> None:
    """Adds events about deals, auctions and bids that are no longer valid."""
    auctions = [task for task in draft.todo if isinstance(task, Auction)]
    for task in () if draft.result else before:
        if isinstance(task, Offer) and task not in draft.todo:
            draft.tell("deal_dropped", "deal", task.seat, task.to)
        elif isinstance(task, Auction) and not auctions:
            draft.tell("auction_dropped", "auction", None, thing_of(draft, task))
        elif isinstance(task, Auction) and task.bid > auctions[0].bid:
            draft.tell("bid_dropped", "auction", task.bidder, task.bid)


def _mended(draft: PropertyDraft, task: Task) -> Task | None:
    """Returns an open decision, adapted to the state, or None if it is no longer valid."""
    if isinstance(task, RollOff):
        gone = set(task.seats) - set(draft.alive)
        return RollOff(draft.alive) if gone else task
    if isinstance(task, Auction):
        return _auction(draft, task)
    if isinstance(task, Estate):
        spaces = tuple(each for each in task.spaces if draft.owner[each] == BANK)
        return Estate(spaces) if spaces else None
    if isinstance(task, Shortage):
        return _shortage(draft, task)
    if isinstance(task, Offer):
        return task if _can_be_done(draft, task) else None
    return task if _holds(draft, task) else None


def _holds(draft: PropertyDraft, task: Task) -> bool:
    seat = getattr(task, "seat", None)
    if seat is not None and seat not in draft.alive:
        return False
    if isinstance(task, Purchase):
        return draft.owner[task.space] == BANK and draft.place[task.seat] == task.space
    if isinstance(task, _MOVES):
        return draft.jail[task.seat] == FREE
    if isinstance(task, UtilityRoll):
        return task.owner in draft.alive
    if isinstance(task, Debt):
        return task.creditor in (BANK, POT) or task.creditor in draft.alive
    if isinstance(task, MortgageFee):
        return draft.owner[task.space] != task.seat or draft.mortgaged[task.space]
    return not isinstance(task, Placing) or could_build(draft, task.seat, task.building)


def _auction(draft: PropertyDraft, task: Auction) -> Auction | None:
    seats = tuple(seat for seat in task.seats if seat in draft.alive)
    if task.building:
        seats = tuple(seat for seat in seats if could_build(draft, seat, task.building))
    elif draft.owner[task.space] != BANK:
        return None
    if task.bidder in seats and draft.cash[task.bidder] >= task.bid:
        return task._replace(seats=seats)
    return task._replace(seats=seats, bid=0, bidder=-1, passed=()) if seats else None


def _shortage(draft: PropertyDraft, task: Shortage) -> Shortage | None:
    can = task.seat in draft.alive and draft.owner[task.space] == task.seat
    if not can or not could_build(draft, task.seat, task.building, task.space):
        return None
    if draft.cash[task.seat] < building_cost(draft, task.space):
        return None
    others = (seat for seat in task.others if seat in draft.alive)
    return task._replace(
        others=tuple(seat for seat in others if could_build(draft, seat, task.building))
    )


def _can_be_done(draft: PropertyDraft, offer: Offer) -> bool:
    if not {offer.seat, offer.to} <= set(draft.alive):
        return False
    sides = ((offer.seat, *offer[2:5]), (offer.to, *offer[5:]))
    return not any(no_hand_over(draft, *side) for side in sides)
