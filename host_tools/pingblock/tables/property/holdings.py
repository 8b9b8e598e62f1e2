"""Values of deeds and buildings: rents, fees, sales, and the cash that a player can raise."""

from __future__ import annotations

from pingblock.tables.property.board import HOTEL, LOCATION, STATION, BoardSpace, Edition
from pingblock.tables.property.state import PropertyState
from pingblock.tables.property.tasks import HOUSE


def percent(view: PropertyState, amount: int, pct: int) -> int:
    """Returns a percentage of an amount, rounded as the edition does (SM-34, ST-A-07, FO-A-04)."""
    up = view.edition.rules.rounding == "up"
    return (amount * pct + (99 if up else 0)) // 100


def interest(view: PropertyState, space: int) -> int:
    """Returns the interest on a mortgage (STX-12, FO-28), or 0 if the edition has no interest."""
    return percent(view, figures(view, space)[1], view.edition.rules.interest_pct)


def lift_cost(view: PropertyState, space: int) -> int:
    """Returns the cost of lifting a mortgage (SM-36, STX-14, FO-27)."""
    printed = view.edition.spaces[space].unmortgage
    return figures(view, space)[1] + interest(view, space) if printed is None else printed


def figures(view: PropertyState, space: int) -> tuple[int, int]:
    """Returns price and mortgage of a deed, which a board needs for a game."""
    deed = view.edition.spaces[space]
    assert deed.price is not None
    assert deed.mortgage is not None
    return deed.price, deed.mortgage


def building_costs(deed: BoardSpace) -> tuple[int, int]:
    """Returns the costs of a house and of a hotel."""
    assert deed.house_cost is not None
    assert deed.hotel_cost is not None
    return deed.house_cost, deed.hotel_cost


def building_word(edition: Edition, building: str) -> str:
    """Returns the edition's word for HOUSE or HOTEL_NAME, such as "shack"."""
    return edition.house if building == HOUSE else edition.hotel


def owns_group(view: PropertyState, space: int) -> bool:
    """Returns whether the owner of a deed has all of its group."""
    owner = view.owner
    who = owner[space]
    return all(owner[each] == who for each in view.edition.groups[space])


def group_is_built(view: PropertyState, space: int) -> bool:
    """Returns whether any location of a deed's group has a building."""
    return any(map(view.built.__getitem__, view.edition.groups[space]))


def counted(view: PropertyState, space: int) -> int:
    """Returns how many stations or utilities determine the rent of one (STX-15, FO-A-05)."""
    who = view.owner[space]
    own = [each for each in view.edition.groups[space] if view.owner[each] == who]
    if view.edition.rules.mortgaged_counts:
        return len(own)
    return sum(not view.mortgaged[each] for each in own)


def rent(view: PropertyState, space: int) -> tuple[int, int]:
    """Returns a visitor's rent: an amount, or 0 and the factor for the dice on a utility.

    Source: SM-23, SM-25, SM-26, SM-37, STX-04, STX-05, ST-17, STX-15, FO-13, FO-14, FO-15.
    """
    rules = view.edition.rules
    deed = view.edition.spaces[space]
    if view.mortgaged[space]:
        return 0, 0
    if deed.kind == STATION:
        return rules.station_rent[counted(view, space) - 1], 0
    if deed.kind != LOCATION:
        return 0, rules.utility_factor[counted(view, space) - 1]
    level = view.built[space]
    if level or not owns_group(view, space):
        return deed.rent[level], 0
    group = view.edition.groups[space]
    if rules.mortgaged_partner_cancels and any(view.mortgaged[each] for each in group):
        return deed.rent[0], 0
    return deed.rent[0] * rules.set_factor if deed.set_rent is None else deed.set_rent, 0


def rank(view: PropertyState, space: int) -> int:
    """Returns how often a player has built on a location. A hotel is one more than the houses."""
    return min(view.built[space], view.edition.rules.houses_before_hotel + 1)


def proceeds(view: PropertyState, space: int, ranks: int) -> int:
    """Returns the price that the Bank pays for the top ``ranks`` buildings of a location.

    Source: SM-34, STX-13, FO-26, FO-S2: half of the cost of each.
    """
    top = rank(view, space)
    if not ranks:
        return 0
    house, hotel = building_costs(view.edition.spaces[space])
    hotels = int(top > view.edition.rules.houses_before_hotel)
    halves = percent(view, hotel, 50) * hotels
    return halves + percent(view, house, 50) * (ranks - hotels)


def deeds_of(view: PropertyState, seat: int) -> list[int]:
    """Returns the spaces whose deeds a player has."""
    owner = view.owner
    return [space for space in view.edition.deeds if owner[space] == seat]


def could_raise(view: PropertyState, seat: int) -> int:
    """Returns the cash that a player has or could get from the Bank (SM-33, FO-29)."""
    total = view.cash[seat]
    for space in deeds_of(view, seat):
        if view.built[space]:
            total += proceeds(view, space, rank(view, space))
        if not view.mortgaged[space]:
            total += figures(view, space)[1]
    return total


def worth(view: PropertyState, seat: int) -> int:
    """Returns a player's final count (FO-S4, FO-A-16)."""
    total = view.cash[seat]
    for space in deeds_of(view, seat):
        price = figures(view, space)[0]
        total += percent(view, price, 50) if view.mortgaged[space] else price
        if level := view.built[space]:
            house, hotel = building_costs(view.edition.spaces[space])
            if level == HOTEL:
                total += hotel + house * view.edition.rules.hotel_houses
            else:
                total += house * level
    return total
