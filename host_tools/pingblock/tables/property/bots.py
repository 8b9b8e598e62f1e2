"""Bots of the property games: any legal command by chance, and one plain strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pingblock.tables.chance import Chance
from pingblock.tables.command import Command, command
from pingblock.tables.property.auctions import least_bid
from pingblock.tables.property.holdings import deeds_of, figures, lift_cost
from pingblock.tables.property.state import PropertyState
from pingblock.tables.property.tasks import (
    Auction,
    CardDrawn,
    Debt,
    Estate,
    MortgageFee,
    Offer,
    Placing,
    Purchase,
    Shortage,
)
from pingblock.tables.property.verb import at_hand
from pingblock.tables.property.verbs import VERBS

_RAISE = ("sell", "mortgage")
# What fits what is at hand. Nobody may be left without a legal verb.
FITTING: dict[type, tuple[str, ...]] = {
    type(None): ("ask", "waive", "build", "lift", "offer", *_RAISE, "pay_fee", "use_card"),
    Purchase: ("buy", "decline", "build", "lift", "offer", *_RAISE),
    Auction: ("bid", "pass"),
    Shortage: ("want", "pass"),
    Placing: ("build",),
    CardDrawn: ("card",),
    Debt: ("bankrupt", "offer", *_RAISE),
    MortgageFee: ("keep", "lift"),
    Offer: ("accept", "refuse"),
    Estate: ("put_up",),
}
ROLLS_OF = 4  # the random bot rolls, or asks for rent, unless a number below this is 0


def random_step(state: PropertyState, seat: int, chance: Chance) -> Command:
    """Chooses a verb by chance, then one of its commands; without a matter at hand mostly rolls.

    Bids are any amount that counts. Errors as of ``decide``: a seat without a legal command.
    """
    task = at_hand(state)
    if task is None and chance.below(ROLLS_OF):
        if not state.claims:
            return Command("roll", seat, ())
        if claims := list(VERBS["ask"].options(state, seat)):
            return command("ask", seat, **claims[0])
    verbs = list(FITTING[type(task)])
    while verbs:
        do = verbs.pop(chance.below(len(verbs)))
        if do == "offer":
            if offer := _random_offer(state, seat, chance):
                return offer
        elif steps := list(VERBS[do].options(state, seat)):
            step = steps[chance.below(len(steps))]
            if isinstance(task, Auction) and do == "bid":
                least = least_bid(state, task)
                step = {"amount": least + chance.below(state.cash[seat] - least + 1)}
            return command(do, seat, **step)
    return Command("roll", seat, ())


def _random_offer(state: PropertyState, seat: int, chance: Chance) -> Command | None:
    """Returns a deal about one deed of another player, for cash or a deed; None if not legal."""
    others = [each for each in state.alive if each != seat]
    to = others[chance.below(len(others))]
    theirs, own = deeds_of(state, to), deeds_of(state, seat)
    if not theirs:
        return None
    wanted = theirs[chance.below(len(theirs))]
    args: dict[str, Any] = {"to": to, "take_deeds": (wanted,)}
    if own and chance.below(2):
        args["give_deeds"] = (own[chance.below(len(own))],)
    else:
        args["give_cash"] = 1 + chance.below(2 * figures(state, wanted)[0])
    offer = command("offer", seat, **args)
    return None if VERBS["offer"].why_not(state, offer) else offer


def plain_step(state: PropertyState, seat: int, chance: Chance) -> Command:
    """Plays plainly: buys and builds while a reserve is left, and bids up to the price."""
    for do, args in _plain(state, seat):
        if VERBS[do].why_not(state, found := command(do, seat, **args)) is None:
            return found
    return random_step(state, seat, chance)


def _plain(state: PropertyState, seat: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields wishes, the best first; the first that is legal is done."""
    task = at_hand(state)
    reserve = 2 * state.edition.rules.jail_fee
    spare = state.cash[seat] - reserve
    if task is None:
        yield from (("ask", args) for args in VERBS["ask"].options(state, seat))
        yield from _improvements(state, seat, spare)
        yield "use_card", {"deck": state.held[seat][0] if state.held[seat] else ""}
        yield "roll", {}
    elif isinstance(task, Purchase):
        if spare >= figures(state, task.space)[0]:
            yield "buy", {}
        yield "decline", {}
    elif isinstance(task, Auction):
        limit = reserve if task.building else figures(state, task.space)[0]
        if least_bid(state, task) <= min(limit, spare):
            yield "bid", {"amount": least_bid(state, task)}
        yield "pass", {}
    elif isinstance(task, Debt):
        cheapest = list(VERBS["mortgage"].options(state, seat))
        cheapest.sort(key=lambda args: figures(state, args["space"])[1])
        yield from (("mortgage", args) for args in cheapest)
        yield from (("sell", args) for args in VERBS["sell"].options(state, seat))
        yield "bankrupt", {}
    elif isinstance(task, CardDrawn):
        yield "card", {"effect": "nothing"}
    elif isinstance(task, MortgageFee):
        yield "keep", {}
    elif isinstance(task, Offer):
        prices = _prices(state, task.take_deeds), _prices(state, task.give_deeds)
        if task.give_cash + prices[1] > 2 * (task.take_cash + prices[0]):
            yield "accept", {}
        yield "refuse", {}


def _improvements(
    state: PropertyState, seat: int, spare: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    for args in VERBS["build"].options(state, seat):
        if spare >= (state.edition.spaces[args["space"]].house_cost or 0):
            yield "build", args
    for args in VERBS["lift"].options(state, seat):
        if spare >= 2 * lift_cost(state, args["space"]):
            yield "lift", args


def _prices(state: PropertyState, spaces: Sequence[int]) -> int:
    return sum(figures(state, space)[0] for space in spaces)
