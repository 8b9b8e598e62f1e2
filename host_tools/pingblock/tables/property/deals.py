"""Deals between players: one player offers a deal, the other accepts or refuses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pingblock.languages import N_
from pingblock.languages.later import later, listed_later
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.draft import changed
from pingblock.tables.property.deeds import SPENT_MOST, charge, tired
from pingblock.tables.property.holdings import deeds_of, figures, group_is_built
from pingblock.tables.property.jail import take_card
from pingblock.tables.property.reasons import FREE_MATTERS, refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import Auction, Debt, Offer
from pingblock.tables.verb import Arguments, bare, taking
from pingware.shared.schema import list_of, needed, text, whole

REFUSED_MOST = 40  # number of deals that bots remember
_DEAL_MATTERS = (*FREE_MATTERS, Debt)


def offer_of(step: Command) -> Offer:
    """Returns a command's offer. A part that it leaves out is empty."""
    return Offer(step.player, **dict(step.args))


def _offers(state: PropertyState, seat: int) -> Arguments:
    """Yields examples: each deed of another player for its price, in cash."""
    if state.spent >= SPENT_MOST or not _is_time(state):
        return
    for to in state.alive:
        for space in deeds_of(state, to) if to != seat else ():
            price = figures(state, space)[0]
            args: dict[str, Any] = {"to": to, "give_cash": price, "take_deeds": (space,)}
            step = command("offer", seat, **args)
            if state.cash[seat] >= price and _no_offer(state, step) is None:
                yield args


def _is_time(state: PropertyState) -> bool:
    task = state.task
    if task is None or isinstance(task, _DEAL_MATTERS):
        return True
    auction = isinstance(task, Auction) and not task.building
    return auction and state.edition.rules.auction_deals  # HR-09 allows deals during an auction


def may_offer(state: PropertyState, seat: int) -> bool:
    """Returns whether a player can offer a deal: some player has a deed or a jail card."""
    if state.result or state.rolling or len(state.alive) < 2 or state.spent >= SPENT_MOST:
        return False
    return _is_time(state) and any(
        deeds_of(state, each) or state.held[each] for each in state.alive
    )


def _no_offer(state: PropertyState, step: Command) -> Refusal | None:
    if not _is_time(state):
        return refusal(state, "deal", "First settle the open decision.")
    offer = offer_of(step)
    seat, to, give_cash, give_deeds, give_cards, take_cash, take_deeds, take_cards = offer
    if to == seat or to not in state.alive:
        return refusal(
            state, "deal", "You can make a deal with any other player still in the game."
        )
    if not (give_deeds or give_cards or take_deeds or take_cards):
        return refusal(
            state, "loan", "Cash for nothing is a loan or a gift, which the rules forbid."
        )
    if not (give_cash or give_deeds or give_cards) or not (take_cash or take_deeds or take_cards):
        return refusal(state, "deal", "Each side of a deal must get something.")
    task = state.task
    if isinstance(task, Debt):
        for debtor, extra in ((seat, take_cash - give_cash), (to, give_cash - take_cash)):
            if debtor == task.seat and extra < 0:
                return refusal(state, "debt", "A player who owes must pay the debt first.")
    if isinstance(task, Auction):  # A player must keep the cash for the highest bid.
        give_cash += task.bid * (task.bidder == seat)
        take_cash += task.bid * (task.bidder == to)
    fault = no_hand_over(state, seat, give_cash, give_deeds, give_cards)
    return fault or no_hand_over(state, to, take_cash, take_deeds, take_cards) or tired(state)


def no_hand_over(
    state: PropertyState, seat: int, cash: int, deeds: Sequence[int], cards: Sequence[str]
) -> Refusal | None:
    """Returns the reason why a player cannot give all of these things, or None."""
    if state.cash[seat] < cash:
        say = N_("A player has {cash} and cannot give {cash2}.")
        return refusal(state, "deal", say, cash=state.cash[seat], cash2=cash)
    for at, space in enumerate(deeds):
        if space >= len(state.owner) or state.owner[space] != seat or space in deeds[:at]:
            return refusal(state, "deal", "A player can give only their own deeds, each once.")
        if group_is_built(state, space):
            return refusal(
                state, "deal", "First you must sell the buildings of the set to the Bank."
            )
    if cards and Counter(cards) - Counter(state.held[seat]):
        return refusal(state, "deal", "A side of the deal does not have this jail card.")
    return None


def _offer(draft: PropertyDraft, step: Command) -> None:
    offer = offer_of(step)
    draft.spent += 1
    draft.first(offer)
    sides = (side(draft, *offer[2:5]), side(draft, *offer[5:]))
    draft.tell("deal_offered", "deal", offer.seat, offer.to, *sides)


def side(draft: PropertyState, cash: int, deeds: Sequence[int], cards: Sequence[str]) -> str:
    """Returns text that lists the cash, deeds and cards on one side of a deal."""
    names = [draft.edition.spaces[space].name for space in deeds]
    jail_cards: list[str] = [later(N_("a jail card ({deck})"), deck=deck) for deck in cards]
    return listed_later([str(cash)] * bool(cash) + names + jail_cards)


def _no_answer(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, Offer) and task.to == step.seat:
        return None
    return refusal(state, "deal", "There is no deal that this player can accept or refuse.")


def _accept(draft: PropertyDraft, step: Command) -> None:
    offer = draft.settled_as(Offer)
    draft.tell("deal_accepted", "deal", offer.to, offer.seat)
    draft.pay(offer.seat, offer.to, offer.give_cash)
    draft.pay(offer.to, offer.seat, offer.take_cash)
    _hand_over(draft, offer.seat, offer.to, offer.give_deeds, offer.give_cards)
    _hand_over(draft, offer.to, offer.seat, offer.take_deeds, offer.take_cards)


def _hand_over(
    draft: PropertyDraft, giver: int, taker: int, deeds: Sequence[int], cards: Sequence[str]
) -> None:
    for deck in cards:
        take_card(draft, giver, deck)
        draft.held = changed(draft.held, taker, (*draft.held[taker], deck))
    for space in deeds:
        draft.put(space, taker)
        draft.tell_at("deed_received", "deal", taker, space)
        if draft.mortgaged[space]:
            charge(draft, taker, space, draft.edition.rules.transfer_fee, "deal fee")


def _refuse(draft: PropertyDraft, step: Command) -> None:
    offer = draft.settled_as(Offer)
    draft.refused = (offer, *draft.refused[: REFUSED_MOST - 1])
    draft.tell("deal_refused", "deal", offer.to, offer.seat)


def _no_loan(state: PropertyState) -> Refusal:
    return refusal(state, "loan", "Loans are not allowed: a deal is paid at once.")


def _no_immunity(state: PropertyState) -> Refusal:
    say = N_("A deal cannot promise free rent. It can have deeds, money and jail cards.")
    return refusal(state, "loan", say)


# Things that people offer, but that a deal must not contain (STX-17, FO-30).
REFUSED = {"immunity": _no_immunity, "loan": _no_loan, "lend": _no_loan}

_MONEY, _SPACES, _DECKS = whole(0, 10**9), list_of(whole(0, 200), 80), list_of(text(30, 1), 80)
_SIDE = {"cash": _MONEY, "deeds": _SPACES, "cards": _DECKS}
_ARGS = {f"{side}_{kind}": rule for side in ("give", "take") for kind, rule in _SIDE.items()}
VERBS = {
    "offer": taking(
        N_("Offer a deal, with the things that you give and those that you take."),
        {"to": needed(whole(0, 7)), **_ARGS},
        {"to": 1, "give_cash": 100, "take_deeds": [1]},
        (_offers, _no_offer, _offer),
        menu=N_("Make an offer …"),
        free=True,
    ),
    "accept": bare(N_("Accept the deal."), _no_answer, _accept),
    "refuse": bare(N_("Refuse the deal."), _no_answer, _refuse),
}
