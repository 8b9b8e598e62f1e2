"""Buildings: building evenly, hotels, the stock and its shortage, selling."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.languages import N_
from pingblock.languages.later import name_later
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.board import BANK, HOTEL, LOCATION
from pingblock.tables.property.deeds import SPENT_MOST, not_owner, tired
from pingblock.tables.property.holdings import (
    building_costs,
    building_word,
    deeds_of,
    owns_group,
    proceeds,
    rank,
)
from pingblock.tables.property.reasons import not_free, not_raising, refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import HOTEL_NAME, HOUSE, Auction, Placing, Shortage
from pingblock.tables.verb import Arguments, at_space, bare


def next_building(view: PropertyState, space: int) -> str:
    """Returns the building that a location would get next."""
    full = view.built[space] == view.edition.rules.houses_before_hotel
    return HOTEL_NAME if full else HOUSE


def _site_fault(state: PropertyState, space: int) -> Refusal | None:
    """Returns the reason why the owner cannot build on a location, or None if the owner can."""
    if state.edition.spaces[space].kind != LOCATION or not owns_group(state, space):
        return refusal(state, "build", "You need all locations of a set to build on it.")
    group = state.edition.groups[space]
    if any(state.mortgaged[each] for each in group):
        return refusal(state, "build mortgaged", "A location of this set is mortgaged.")
    own = state.built[space]
    if own == HOTEL:
        return refusal(
            state,
            "most",
            "This location already has the largest building ({hotel}).",
            hotel=name_later(state.edition.hotel),
        )
    if own > min([state.built[each] for each in group]):
        subject = "hotel" if own == state.edition.rules.houses_before_hotel else "even"
        return refusal(state, subject, "Build evenly: another location of the set comes first.")
    stock = state.hotels if next_building(state, space) == HOTEL_NAME else state.houses
    if not stock:
        return refusal(
            state,
            "shortage",
            "The Bank has no such building left. Wait until a player sells one back.",
        )
    return None


def _open_sets(state: PropertyState, seat: int) -> list[tuple[tuple[int, ...], int]]:
    """Returns the sets on which a player can build, each with the level of its lowest locations.

    These locations have no ``_site_fault``. A set is judged as a whole, because this is called
    very often.
    """
    owner, built, mortgaged, found = state.owner, state.built, state.mortgaged, []
    for group in state.edition.sets:
        if owner[group[0]] != seat:
            continue
        lowest = HOTEL
        for space in group:
            if owner[space] != seat or mortgaged[space]:
                break
            if built[space] < lowest:
                lowest = built[space]
        else:
            kept = state.edition.rules.houses_before_hotel
            stock = state.hotels if lowest == kept else state.houses
            if lowest <= kept and stock:
                found.append((group, lowest))
    return found


def _sites(state: PropertyState, seat: int) -> list[int]:
    """Returns the locations that a player can build on: those without a ``_site_fault``."""
    found, built = [], state.built
    for group, lowest in _open_sets(state, seat):
        found += [space for space in group if built[space] == lowest]
    return found


def could_build(state: PropertyState, seat: int, building: str, space: int = -1) -> bool:
    """Returns whether a player has a place for a building. With ``space``, only that place counts.

    Money is not checked.
    """
    kept = state.edition.rules.houses_before_hotel
    return any(
        (lowest == kept) == (building == HOTEL_NAME)
        and (space < 0 or (space in group and state.built[space] == lowest))
        for group, lowest in _open_sets(state, seat)
    )


def building_cost(state: PropertyState, space: int) -> int:
    """Returns the cost of the next building on a location."""
    house, hotel = building_costs(state.edition.spaces[space])
    return hotel if next_building(state, space) == HOTEL_NAME else house


def _buildable(state: PropertyState, seat: int) -> list[Mapping[str, object]]:
    task = state.task
    found: list[Mapping[str, object]] = []
    if isinstance(task, Placing):
        if task.seat == seat:
            for space in _sites(state, seat):
                if next_building(state, space) == task.building:
                    found.append({"space": space})
    elif not not_free(state, "build") and state.spent < SPENT_MOST:
        for space in _sites(state, seat):
            if state.cash[seat] >= building_cost(state, space):
                found.append({"space": space})
    return found


def _no_build(state: PropertyState, step: Command) -> Refusal | None:
    task, space = state.task, step.arg("space")
    if isinstance(task, Placing):
        if task.seat != step.seat:
            return refusal(state, "shortage", "First the winner of the auction must build.")
    elif fault := not_free(state, "build"):
        return fault
    if fault := not_owner(state, step, "build") or _site_fault(state, space):
        return fault
    if isinstance(task, Placing):
        if next_building(state, space) != task.building:
            say = N_("You have bought a {building}.")
            building = name_later(building_word(state.edition, task.building))
            return refusal(state, "shortage", say, building=building)
        return None
    cost, cash = building_cost(state, space), state.cash[step.player]
    if cash < cost:
        return refusal(
            state,
            "build",
            "The building costs {cost}, but you have only {cash}.",
            cost=cost,
            cash=cash,
        )
    return tired(state)


def _build(draft: PropertyDraft, step: Command) -> None:
    space = step.arg("space")
    draft.spent += 1
    if isinstance(draft.task, Placing):
        draft.settled()
        place_building(draft, space)
    elif others := _rivals(draft, step.player, space):
        draft.first(Shortage(step.player, space, next_building(draft, space), others))
        draft.tell_at("building_wanted", "shortage", step.player, space)
    else:
        build_at_cost(draft, space)


def _rivals(draft: PropertyDraft, seat: int, space: int) -> tuple[int, ...]:
    """Returns the seats that may also want one of the last buildings, if not all can get one."""
    building = next_building(draft, space)
    stock = draft.hotels if building == HOTEL_NAME else draft.houses
    limited = draft.edition.rules.shortage == "limited"
    if stock > len(draft.alive) and not limited:
        return ()
    rivals = tuple(
        other
        for other in draft.alive
        if other != seat
        and draft.cash[other] >= draft.edition.rules.auction_from
        and could_build(draft, other, building)
    )
    if limited and rivals:  # FO-25: the demand for all buildings exceeds the stock
        wanted = sum(_wanted(draft, each, building) for each in (seat, *rivals))
        return rivals if stock < wanted else ()
    return rivals if stock <= 1 + len(rivals) else ()


def _wanted(draft: PropertyDraft, seat: int, building: str) -> int:
    """Returns how many buildings of a kind a player can place and pay for, at least one."""
    kept, places = draft.edition.rules.houses_before_hotel, []
    for group, _lowest in _open_sets(draft, seat):
        for space in group:
            house, hotel = building_costs(draft.edition.spaces[space])
            if building == HOTEL_NAME:
                places += [hotel] * (draft.built[space] == kept)
            else:
                places += [house] * max(0, kept - draft.built[space])
    count, cash = 0, draft.cash[seat]
    for cost in sorted(places):
        cash -= cost
        count += cash >= 0
    return max(1, count)


def build_at_cost(draft: PropertyDraft, space: int) -> None:
    """Sells the next building of a location to its owner, at the deed's cost."""
    cost = building_cost(draft, space)
    draft.pay(draft.owner[space], BANK, cost)
    place_building(draft, space, cost)


def place_building(draft: PropertyDraft, space: int, cost: int = 0) -> None:
    """Puts the next building on a location. A hotel returns its houses to the Bank."""
    kept = draft.edition.rules.houses_before_hotel
    if next_building(draft, space) == HOTEL_NAME:
        draft.hotels -= 1
        draft.houses += kept
        draft.set_built(space, HOTEL)
        draft.tell_at("hotel_built", "hotel", draft.owner[space], space, cost)
    else:
        draft.houses -= 1
        draft.set_built(space, draft.built[space] + 1)
        draft.tell_at("house_built", "build", draft.owner[space], space, cost)


def _no_wish(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if isinstance(task, Shortage) and step.seat in task.others:
        return None
    return refusal(
        state,
        "shortage",
        "You can ask for a building only while another player is buying one of the last ones.",
    )


def _want(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(Shortage)
    draft.first(Auction((task.seat, *task.others), building=task.building))
    building = building_word(draft.edition, task.building)
    draft.tell("deed_auctioned", "shortage", None, building)


def sale_plan(view: PropertyState, space: int) -> dict[int, int]:
    """Returns the number of buildings that each location loses if the top one of ``space`` is
    sold.

    A hotel is replaced by houses from the Bank. If the Bank does not have enough houses, more
    buildings of the set are sold in the same step, evenly (SM-A-05, FO-A-09).
    """
    kept = view.edition.rules.houses_before_hotel
    group = (space, *(each for each in view.edition.groups[space] if each != space))
    before = {each: rank(view, each) for each in group}
    after = {**before, space: before[space] - 1}

    def houses(ranks: dict[int, int]) -> int:
        return sum(each for each in ranks.values() if each <= kept)

    while houses(after) > view.houses + houses(before):
        after[max(group, key=lambda each: after[each])] -= 1
    return {each: before[each] - after[each] for each in group if before[each] > after[each]}


def _saleable(state: PropertyState, seat: int) -> Arguments:
    if not_raising(state, "sell") is None:
        for space in deeds_of(state, seat):
            if state.built[space] and not _uneven(state, space):
                yield {"space": space}


def _uneven(state: PropertyState, space: int) -> bool:
    return state.built[space] < max([state.built[each] for each in state.edition.groups[space]])


def _no_sale(state: PropertyState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if fault := not_raising(state, "sell") or not_owner(state, step, "sell"):
        return fault
    if not state.built[space]:
        return refusal(state, "sell", "This location has no building to sell.")
    if _uneven(state, space):
        return refusal(state, "sell", "Sell evenly: another location of the set comes first.")
    return None


def _sell(draft: PropertyDraft, step: Command) -> None:
    kept = draft.edition.rules.houses_before_hotel
    plan = sale_plan(draft, step.arg("space"))
    total = sum(proceeds(draft, space, ranks) for space, ranks in plan.items())
    for space, ranks in plan.items():
        before = rank(draft, space)
        after = before - ranks
        draft.hotels += before > kept
        draft.houses += (before if before <= kept else 0) - after
        draft.set_built(space, after)
    draft.pay(BANK, step.player, total)
    draft.tell_at("buildings_sold", "sell", step.player, step.arg("space"), total)


VERBS = {
    "build": at_space(
        N_("Build the next house or hotel on a location."),
        N_("Build …"),
        (_buildable, _no_build, _build),
    ),
    "want": bare(
        N_("Ask for the building, too. If there are too few, they are auctioned."), _no_wish, _want
    ),
    "sell": at_space(
        N_("Sell the top building of a location for half its cost."),
        N_("Sell a building …"),
        (_saleable, _no_sale, _sell),
    ),
}
