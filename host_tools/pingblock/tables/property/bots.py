"""Bots for the property games: one decides at random, the other by a simple strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, command
from pingblock.tables.property.auctions import least_bid
from pingblock.tables.property.board import BANK
from pingblock.tables.property.deals import offer_of
from pingblock.tables.property.holdings import deeds_of, figures, lift_cost, owns_group
from pingblock.tables.property.state import PropertyState
from pingblock.tables.property.tasks import (
    Auction,
    CardChoice,
    CardDrawn,
    Debt,
    Estate,
    MortgageFee,
    Offer,
    Placing,
    Purchase,
    Shortage,
)
from pingblock.tables.property.verbs import VERBS

# Kind of open decision -> verbs among which the random bot chooses. If the chosen command is
# illegal, the bot uses the first legal one in ``ELSE``.
TRIED: dict[type, tuple[str, ...]] = {
    type(None): (
        *("ask",) * 8,
        *("roll",) * 8,
        *("build",) * 16,
        *("offer",) * 4,
        *("lift", "waive", "pay_fee", "use_card"),
    ),
    Purchase: (*("buy",) * 12, "decline", "sell", "mortgage", "offer"),
    Auction: ("bid", "pass"),
    Shortage: ("want", "pass"),
    Placing: ("build",),
    CardDrawn: ("card",),
    CardChoice: ("card",),
    Debt: ("sell", "mortgage", "mortgage", "offer"),
    MortgageFee: ("keep", "lift"),
    Offer: ("accept", "refuse"),
    Estate: ("put_up",),
}
ELSE: dict[type, tuple[str, ...]] = {
    type(None): ("ask", "roll"),
    Purchase: ("buy", "decline"),
    Auction: ("pass",),
    Shortage: ("pass",),
    Debt: ("bankrupt", "sell", "mortgage"),
    MortgageFee: ("keep",),
}


# Kind of open decision -> the orders in which a bot tries verbs. The bot chooses one of the orders
# at random.
_ORDERS = {
    kind: [[(do, VERBS[do].options) for do in (first, *ELSE.get(kind, ()))] for first in tried]
    for kind, tried in TRIED.items()
}
# The same orders without asking for rent, which must come before the roll.
_NO_CLAIMS = [
    [each for each in order if each[0] not in ("ask", "waive")] for order in _ORDERS[type(None)]
]
# cached, because this is the most frequent command
_ROLLS = tuple(Command("roll", seat, ()) for seat in range(8))


def random_step(state: PropertyState, seat: int, chance: SeededChance) -> Command:
    """Chooses a legal command at random. If no decision is open, it mostly rolls.

    Args:
        state: a state that waits for ``seat``.
        seat: seat of the bot.
        chance: random source of the bots.
    """
    no_claims = not state.todo and not state.claims
    orders = _NO_CLAIMS if no_claims else _ORDERS[type(state.task)]
    for do, options in orders[chance.below(len(orders))]:
        if do == "roll" and no_claims:
            return _ROLLS[seat]
        if do == "offer":
            if offer := _random_offer(state, seat, chance):
                return offer
        elif steps := list(options(state, seat)):
            args = steps[chance.below(len(steps))]
            if do == "bid":
                most, least = state.cash[seat], args["amount"]
                args = {"amount": least + chance.below(most - least + 1)}
            return Command(do, seat, tuple(sorted(args.items())))
    raise AssertionError("the game waits for a seat that cannot act")


def _random_offer(state: PropertyState, seat: int, chance: SeededChance) -> Command | None:
    """Returns a legal offer for one deed of another player, for cash or for a deed, or None.

    If possible, the deed is from a group in which the bot already has a deed.
    """
    others = [each for each in state.alive if each != seat]
    to = others[chance.below(len(others))]
    theirs, own = deeds_of(state, to), deeds_of(state, seat)
    if not theirs:
        return None
    groups = state.edition.groups
    begun_by = {groups[space][0] for space in own}
    begun = [space for space in theirs if groups[space][0] in begun_by]
    wanted = (begun or theirs)[chance.below(len(begun or theirs))]
    args: dict[str, object] = {"to": to, "take_deeds": (wanted,)}
    if own and chance.below(2):
        args["give_deeds"] = (own[chance.below(len(own))],)
    else:
        cash = 1 + chance.below(2 * figures(state, wanted)[0])
        if cash > state.cash[seat]:
            return None
        args["give_cash"] = cash
    offer = Command("offer", seat, tuple(sorted(args.items())))
    known = state.refused and offer_of(offer) in state.refused
    if known or VERBS["offer"].why_not(state, offer):
        return None
    return offer


def plain_step(state: PropertyState, seat: int, chance: SeededChance) -> Command:
    """Buys, builds and lifts mortgages while some cash remains, and bids up to the price.

    The bot offers more than twice the price for the last missing deed of a set, and accepts such
    offers.
    """
    for do, args in _plain(state, seat):
        if VERBS[do].why_not(state, found := command(do, seat, **args)) is None:
            return found
    return random_step(state, seat, chance)


def _plain(state: PropertyState, seat: int) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yields commands, the best first. The bot uses the first legal command."""
    task = state.task
    reserve = 2 * state.edition.rules.jail_fee
    spare = state.cash[seat] - reserve
    if task is None:
        yield from (("ask", args) for args in VERBS["ask"].options(state, seat))
        yield from _improvements(state, seat, spare)
        if not state.spent:
            yield from _wanted(state, seat, spare)
        yield "use_card", {"deck": state.held[seat][0] if state.held[seat] else ""}
        yield "roll", {}
    elif isinstance(task, Purchase):
        if spare >= figures(state, task.space)[0]:
            yield "buy", {}
        yield "decline", {}
    elif isinstance(task, Auction):
        limit = reserve if task.building else figures(state, task.space)[0]
        least, most = least_bid(state, task), min(limit, spare)
        if least <= most:
            yield "bid", {"amount": min(most, least + limit // 4)}
        yield "pass", {}
    elif isinstance(task, Debt):
        yield from _payment(state, seat)
    elif isinstance(task, CardDrawn):
        yield "card", {"effect": "nothing"}
    elif isinstance(task, CardChoice):
        cheap = [act for act in task.acts if (act.arg("amount") or 0) <= spare]
        yield from (("card", dict(act.args)) for act in cheap)
    elif isinstance(task, MortgageFee):
        yield "keep", {}
    elif isinstance(task, Offer):
        loss, gain = _prices(state, task.take_deeds), _prices(state, task.give_deeds)
        keeps = not any(owns_group(state, space) for space in task.take_deeds)
        if keeps and task.give_cash + gain > 2 * (task.take_cash + loss):
            yield "accept", {}
        yield "refuse", {}


def _payment(state: PropertyState, seat: int) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yields ways to pay a debt: first the cheapest mortgage, then buildings."""
    cheapest = list(VERBS["mortgage"].options(state, seat))
    cheapest.sort(key=lambda args: figures(state, args["space"])[1])
    yield from (("mortgage", args) for args in cheapest)
    yield from (("sell", args) for args in VERBS["sell"].options(state, seat))
    yield "bankrupt", {}


def _improvements(
    state: PropertyState, seat: int, spare: int
) -> Iterator[tuple[str, Mapping[str, object]]]:
    for args in VERBS["build"].options(state, seat):
        if spare >= (state.edition.spaces[args["space"]].house_cost or 0):
            yield "build", args
    for args in VERBS["lift"].options(state, seat):
        if spare >= 2 * lift_cost(state, args["space"]):
            yield "lift", args


def _wanted(
    state: PropertyState, seat: int, spare: int
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yields offers for the one missing deed of a group: more than twice its price."""
    for group in dict.fromkeys(state.edition.groups):
        missing = [space for space in group if state.owner[space] != seat]
        if len(missing) == 1 and len(group) > 1 and state.owner[missing[0]] != BANK:
            cash = 2 * figures(state, missing[0])[0] + 1
            if cash <= spare:
                args: dict[str, object] = {"to": state.owner[missing[0]], "give_cash": cash}
                args["take_deeds"] = (missing[0],)
                if offer_of(command("offer", seat, **args)) not in state.refused:
                    yield "offer", args


def _prices(state: PropertyState, spaces: Sequence[int]) -> int:
    return sum(figures(state, space)[0] for space in spaces)
