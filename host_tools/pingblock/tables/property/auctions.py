"""Auctions of deeds, and of buildings that several players want."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.board import BANK
from pingblock.tables.property.holdings import building_word, could_raise
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import Auction, Estate, Placing, Shortage
from pingblock.tables.verb import Arguments, at_space, bare, taking
from pingware.shared.schema import needed, whole


def least_bid(view: PropertyState, auction: Auction) -> int:
    """Returns the lowest valid bid (SM-22, STX-06, ST-A-06, FO-23)."""
    return auction.bid + 1 if auction.bid else view.edition.rules.auction_from


def may_raise(view: PropertyState, auction: Auction) -> tuple[int, ...]:
    """Returns the seats that have not passed and can bid more, possibly after raising cash."""
    least = least_bid(view, auction)
    ready = [s for s in auction.seats if s != auction.bidder and s not in auction.passed]
    if auction.building:
        return tuple(seat for seat in ready if view.cash[seat] >= least)
    return tuple(
        seat for seat in ready if view.cash[seat] >= least or could_raise(view, seat) >= least
    )


def thing_of(view: PropertyState, auction: Auction) -> str:
    """Returns the name of the auctioned deed, or the edition's word for the building."""
    if auction.building:
        return building_word(view.edition, auction.building)
    return view.edition.spaces[auction.space].name


def close_auction(draft: PropertyDraft) -> None:
    """Sells to the highest bidder, who pays the Bank. Without a bid, the Bank sells no deed."""
    auction = draft.settled_as(Auction)
    thing = thing_of(draft, auction)
    if auction.bidder < 0:
        draft.tell("deed_unsold", "auction", None, thing)
        return
    draft.pay(auction.bidder, BANK, auction.bid)
    draft.tell("deed_sold", "auction", auction.bidder, thing, auction.bid)
    if auction.building:
        draft.first(Placing(auction.bidder, auction.building))
    else:
        draft.put(auction.space, auction.bidder)


def _bids(state: PropertyState, seat: int) -> Arguments:
    auction = state.task
    if isinstance(auction, Auction) and seat in auction.seats and seat != auction.bidder:
        least, most = least_bid(state, auction), state.cash[seat]
        for amount in sorted({least, (least + most) // 2, most}):
            if least <= amount <= most:
                yield {"amount": amount}


def _no_bid(state: PropertyState, step: Command) -> Refusal | None:
    auction = state.task
    if not isinstance(auction, Auction):
        return refusal(state, "auction", "There is no auction now.")
    if step.seat not in auction.seats:
        say = N_("This player has declined the deed.")
        if auction.building:
            say = N_("This player has no place for that building.")
        return refusal(state, "auction", say)
    least = least_bid(state, auction)
    if step.arg("amount") < least:
        return refusal(state, "auction", "A bid must be {least} or more.", least=least)
    if step.seat == auction.bidder:
        return refusal(state, "auction", "You already have the highest bid.")
    if step.arg("amount") > state.cash[step.seat]:
        return refusal(
            state, "auction", "You can bid only cash that you have. To get more, mortgage or sell."
        )
    return None


def _bid(draft: PropertyDraft, step: Command) -> None:
    auction = draft.settled_as(Auction)
    amount = step.arg("amount")
    passed = tuple(seat for seat in auction.passed if seat != step.player)
    draft.first(auction._replace(bid=amount, bidder=step.player, passed=passed))
    draft.tell("bid_made", "auction", step.player, amount)


def _no_pass(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, Auction) and step.seat in task.seats:
        if step.seat in task.passed:
            return refusal(state, "auction", "You have already passed.")
        if step.seat == task.bidder:
            return refusal(state, "auction", "The highest bid is yours.")
        return None
    if isinstance(task, Shortage) and step.seat in task.others:
        return None
    return refusal(
        state,
        "auction",
        "You can pass only in an auction, or while you can ask for one of the last buildings.",
    )


def _pass(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled()
    draft.tell("bid_passed", "auction" if isinstance(task, Auction) else "shortage", step.player)
    if isinstance(task, Auction):
        draft.first(task._replace(passed=(*task.passed, step.player)))
    else:
        assert isinstance(task, Shortage)
        others = tuple(seat for seat in task.others if seat != step.player)
        draft.first(task._replace(others=others))


def _no_hammer(state: PropertyState, step: Command) -> Refusal | None:
    if isinstance(state.task, Auction):
        return None
    return refusal(state, "auction", "There is no auction to close.")


def _estates(state: PropertyState, seat: int) -> Arguments:
    task = state.task
    if isinstance(task, Estate) and seat in state.alive:
        yield from ({"space": space} for space in task.spaces)


def _no_estate(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, Estate) and step.arg("space") in task.spaces:
        return None
    return refusal(state, "bankrupt bank", "The Bank cannot auction this deed now.")


def put_up(draft: PropertyDraft, space: int) -> None:
    """Auctions a deed of a bankrupt player."""
    task = draft.settled_as(Estate)
    if left := tuple(each for each in task.spaces if each != space):
        draft.first(Estate(left))
    draft.first(Auction(draft.alive, space))
    draft.tell_at("deed_auctioned", "bankrupt bank", None, space)


_AMOUNT = {"amount": needed(whole(1, 10**9))}
VERBS = {
    "bid": taking(
        N_("Bid in an auction."),
        _AMOUNT,
        {"amount": 35},
        (_bids, _no_bid, _bid),
        menu=N_("Bid …"),
        free=True,
    ),
    "pass": bare(N_("Do not bid, or do not ask for a building."), _no_pass, _pass),
    "sold": bare(
        N_("The Banker or the clock closes an auction."),
        _no_hammer,
        lambda draft, step: close_auction(draft),
        chance=True,
    ),
    "put_up": at_space(
        N_("Auction a deed of a bankrupt player next."),
        N_("Put up …"),
        (_estates, _no_estate, lambda draft, step: put_up(draft, step.arg("space"))),
    ),
}
