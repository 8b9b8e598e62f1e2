"""Deeds: buying, asking for rent, mortgages and their fees."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.board import BANK
from pingblock.tables.property.holdings import (
    deeds_of,
    figures,
    group_is_built,
    interest,
    lift_cost,
)
from pingblock.tables.property.reasons import not_free, not_raising, refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import Auction, Claim, MortgageFee, Purchase, UtilityRoll
from pingblock.tables.verb import Arguments, at_space, bare

SPENT_MOST = 200  # our limit for builds, lifts and offers between two rolls


def _no_decline(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, Purchase) and task.seat == step.seat:
        return None
    return refusal(state, "buy location", "This player is not on a space that the Bank sells now.")


def _no_purchase(state: PropertyState, step: Command) -> Refusal | None:
    if fault := _no_decline(state, step):
        return fault
    task = state.task
    assert isinstance(task, Purchase)
    price, cash = figures(state, task.space)[0], state.cash[task.seat]
    if cash < price:
        subject = f"buy {state.edition.spaces[task.space].kind}"
        say = N_("The price is {price}, but you have only {cash}.")
        return refusal(state, subject, say, price=price, cash=cash)
    return None


def _buy(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(Purchase)
    price = figures(draft, task.space)[0]
    draft.pay(task.seat, BANK, price)
    draft.put(task.space, task.seat)
    subject = f"buy {draft.edition.spaces[task.space].kind}"
    draft.tell_at("deed_bought", subject, task.seat, task.space, price)


def _decline(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(Purchase)
    if not draft.edition.rules.auctions:
        draft.tell_at("deed_left", "HR-06", None, task.space)
        return
    decliner = () if draft.edition.rules.decliner_bids else (task.seat,)
    draft.first(Auction(tuple(s for s in draft.alive if s not in decliner), task.space))
    draft.tell_at("deed_auctioned", "auction", None, task.space)


def _claim(state: PropertyState, seat: int | None, space: int) -> Claim | None:
    for claim in state.claims:
        if claim.owner == seat and claim.space == space:
            return claim
    return None


def _claims(state: PropertyState, seat: int) -> Arguments:
    if not state.todo:
        for space in dict.fromkeys(each.space for each in state.claims if each.owner == seat):
            yield {"space": space}


def _no_rent(state: PropertyState, step: Command) -> Refusal | None:
    if state.todo:
        return refusal(state, "ask", "First settle the open decision.")
    if not _claim(state, step.seat, step.arg("space")):
        return refusal(
            state,
            "ask",
            "No rent is due to you there. You can ask for it after a visit, and before the next "
            "roll.",
        )
    return None


def _taken(draft: PropertyDraft, step: Command) -> Claim:
    """Removes the claim that a command means, and returns it."""
    claim = _claim(draft, step.seat, step.arg("space"))
    assert claim is not None
    at = draft.claims.index(claim)
    draft.claims = (*draft.claims[:at], *draft.claims[at + 1 :])
    return claim


def _waive(draft: PropertyDraft, step: Command) -> None:
    claim = _taken(draft, step)
    draft.tell_at("rent_forgotten", "ask", claim.owner, claim.space)


def ask(draft: PropertyDraft, claim: Claim) -> None:
    """Makes the visitor pay a rent. For a utility, the visitor rolls first."""
    draft.tell_at("rent_asked", "ask", claim.owner, claim.space, claim.visitor)
    if claim.factor:
        draft.first(UtilityRoll(claim.visitor, claim.owner, claim.factor))
    else:
        kind = draft.edition.spaces[claim.space].kind
        draft.owe(claim.visitor, claim.owner, claim.amount, f"rent {kind}")


def _free_deeds(state: PropertyState, seat: int) -> Arguments:
    if not_raising(state, "mortgage") is None:
        for space in deeds_of(state, seat):
            if not state.mortgaged[space] and not group_is_built(state, space):
                yield {"space": space}


def not_owner(state: PropertyState, step: Command, subject: str) -> Refusal | None:
    """Returns the reason if the player does not own the deed of a space, or None."""
    space = step.arg("space")
    if space >= len(state.owner) or state.owner[space] != step.seat:
        return refusal(state, subject, "You do not have that deed.")
    return None


def _no_mortgage(state: PropertyState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if fault := not_raising(state, "mortgage") or not_owner(state, step, "mortgage"):
        return fault
    if state.mortgaged[space]:
        return refusal(state, "mortgage", "This deed is already mortgaged.")
    if group_is_built(state, space):
        return refusal(state, "mortgage", "First sell the buildings of its set.")
    return None


def _mortgage(draft: PropertyDraft, step: Command) -> None:
    space = step.arg("space")
    value = figures(draft, space)[1]
    draft.set_mortgaged(space, True)
    draft.pay(BANK, step.player, value)
    draft.tell_at("deed_mortgaged", "mortgage", step.player, space, value)


def _liftable(state: PropertyState, seat: int) -> Arguments:
    task = state.task
    if isinstance(task, MortgageFee):
        spaces = [task.space] if task.seat == seat else []
    elif not_free(state, "lift") or state.spent >= SPENT_MOST:
        return
    else:
        spaces = deeds_of(state, seat)
    for space in spaces:
        own = state.mortgaged[space] and state.owner[space] == seat
        if own and state.cash[seat] >= lift_cost(state, space):
            yield {"space": space}


def _no_lift(state: PropertyState, step: Command) -> Refusal | None:
    task, space = state.task, step.arg("space")
    if isinstance(task, MortgageFee):
        if (task.seat, task.space) != (step.seat, space):
            return refusal(state, "deal fee", "First settle the mortgage that changed hands.")
    elif fault := not_free(state, "lift") or tired(state):
        return fault
    # The deed can change hands before its fee is paid.
    if fault := not_owner(state, step, "lift"):
        return fault
    if not state.mortgaged[space]:
        return refusal(state, "lift", "This deed is not mortgaged.")
    cost, cash = lift_cost(state, space), state.cash[state.owner[space]]
    if cash < cost:
        say = N_("Lifting the mortgage costs {cost}, but you have only {cash}.")
        return refusal(state, "lift", say, cost=cost, cash=cash)
    return None


def tired(state: PropertyState) -> Refusal | None:
    """Returns a reason after too many steps without a roll, which could continue forever."""
    if state.spent >= SPENT_MOST:
        say = N_(
            "You have made {spent_most} builds, lifts and offers since the last roll, so you "
            "must roll first."
        )
        return Refusal(say, spent_most=SPENT_MOST)
    return None


def _lift(draft: PropertyDraft, step: Command) -> None:
    space = step.arg("space")
    if isinstance(draft.task, MortgageFee):
        draft.settled()
    draft.spent += 1
    cost = lift_cost(draft, space)
    draft.pay(step.player, BANK, cost)
    draft.set_mortgaged(space, False)
    draft.tell_at("mortgage_lifted", "lift", step.player, space, cost)


def _no_keep(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, MortgageFee) and task.seat == step.seat:
        return None
    return refusal(state, "deal fee", "This player has received no mortgaged deed.")


def _keep(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(MortgageFee)
    draft.owe(task.seat, BANK, interest(draft, task.space), "deal fee")


def transfer_fee(state: PropertyState, space: int) -> int:
    """Returns the fee for the new owner of a mortgaged deed, if the rules leave no choice."""
    if not state.mortgaged[space]:
        return 0
    way = state.edition.rules.transfer_fee
    return {"interest": interest, "lift": lift_cost}.get(way, lambda state, space: 0)(state, space)


def charge(draft: PropertyDraft, seat: int, space: int, way: str, subject: str) -> None:
    """Charges the fee for a mortgaged deed that changed hands (SM-38, STX-12, FO-28, FO-29).

    Args:
        way: "none", "interest", "lift" (lift at once), or "interest_or_lift", which leaves a
            choice.
    """
    if way == "interest":
        draft.owe(seat, BANK, interest(draft, space), subject)
    elif way == "lift":
        cost = lift_cost(draft, space)
        draft.set_mortgaged(space, False)
        draft.tell_at("mortgage_lifted", "lift", seat, space, cost)
        draft.owe(seat, BANK, cost, subject)
    elif way == "interest_or_lift":
        draft.first(MortgageFee(seat, space))


VERBS = {
    "buy": bare(N_("Buy the deed of the space at its price."), _no_purchase, _buy),
    "decline": bare(N_("Do not buy: the deed is auctioned."), _no_decline, _decline),
    "ask": at_space(
        N_("Ask for the rent of a space."),
        N_("Ask for the rent …"),
        (_claims, _no_rent, lambda draft, step: ask(draft, _taken(draft, step))),
    ),
    "waive": at_space(
        N_("Do not ask for a rent."), N_("Waive the rent …"), (_claims, _no_rent, _waive)
    ),
    "mortgage": at_space(
        N_("Mortgage a deed."), N_("Mortgage …"), (_free_deeds, _no_mortgage, _mortgage)
    ),
    "lift": at_space(N_("Lift a mortgage."), N_("Pay off …"), (_liftable, _no_lift, _lift)),
    "keep": bare(N_("Keep a received deed mortgaged, and pay the interest."), _no_keep, _keep),
}
