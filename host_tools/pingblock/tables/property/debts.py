"""Debts that a player cannot pay: bankruptcy to a player and to the Bank."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.draft import changed
from pingblock.tables.property.board import BANK, HOTEL, POT
from pingblock.tables.property.deeds import charge
from pingblock.tables.property.ending import COUNTED, LAST, finish
from pingblock.tables.property.holdings import could_raise, deeds_of, interest
from pingblock.tables.property.mending import mend
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import Debt, Estate
from pingblock.tables.verb import bare


def _no_bankruptcy(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if not isinstance(task, Debt) or task.seat != step.seat:
        return refusal(state, "debt", "This player has no debt now.")
    most = could_raise(state, task.seat)
    if most >= task.amount:
        say = N_("You owe {amount} and can raise {most}: sell buildings or mortgage.")
        return refusal(state, "debt", say, amount=task.amount, most=most)
    return None


def _bankrupt(draft: PropertyDraft, step: Command) -> None:
    """Takes a player out of the game (SM-39, SM-40, STX-16, FO-29).

    First all buildings are sold and all deeds mortgaged. The creditor gets the cash, the deeds and
    the jail cards.
    """
    debt = draft.settled_as(Debt)
    seat, creditor = debt.seat, BANK if debt.creditor == POT else debt.creditor
    deeds = deeds_of(draft, seat)
    draft.pay(BANK, seat, could_raise(draft, seat) - draft.cash[seat])
    draft.pay(seat, creditor, draft.cash[seat])
    for space in deeds:
        clear(draft, space)
        draft.put(space, creditor)
        draft.set_mortgaged(space, creditor != BANK)
    if creditor != BANK:
        draft.held = changed(draft.held, creditor, (*draft.held[creditor], *draft.held[seat]))
    draft.held = changed(draft.held, seat, ())
    draft.tell("bankrupted", f"bankrupt{' bank' * (creditor == BANK)}", seat, creditor)
    drop_player(draft, seat)
    rules = draft.edition.rules
    if len(draft.alive) > 1:
        draft.ending = draft.ending or rules.ends_at == "first_bankruptcy"
        if creditor == BANK and deeds and rules.auctions:
            draft.first(Estate(tuple(deeds)))
        for space in reversed(deeds) if creditor != BANK else ():
            charge(draft, creditor, space, rules.inherited_fee, "bankrupt")
    elif rules.ends_at == "last_player":
        finish(draft, LAST, "end")
    else:
        due = sum(interest(draft, space) for space in deeds) if creditor != BANK else 0
        draft.owe(draft.alive[0], BANK, min(due, draft.cash[draft.alive[0]]), "bankrupt")
        finish(draft, COUNTED, "end")


def clear(draft: PropertyDraft, space: int) -> None:
    """Returns the buildings of a location to the Bank's stock."""
    level = draft.built[space]
    if level == HOTEL:
        draft.hotels += 1
    else:
        draft.houses += level
    draft.set_built(space, 0)


def drop_player(draft: PropertyDraft, seat: int) -> None:
    """Takes a player out of the game, with the player's open decisions, claims and debts."""
    draft.alive = tuple(each for each in draft.alive if each != seat)
    mend(draft)


VERBS = {
    "bankrupt": bare(
        N_("Leave the game: the debt is more than you can raise."), _no_bankruptcy, _bankrupt
    ),
}
