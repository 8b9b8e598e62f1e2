"""Boards of the property games as data: spaces, deeds, amounts and the switches of an edition."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pingblock.tables.command import Command

GO, JAIL, PARKING, GO_TO_JAIL = "go", "jail", "parking", "go_to_jail"
LOCATION, STATION, UTILITY = "location", "station", "utility"
TAX, CARD, BLOCK = "tax", "card", "block"
DEEDS = (LOCATION, STATION, UTILITY)
HOTEL = 5  # buildings on a space: 0..4 houses, or this for a hotel
BANK = -1  # owner or creditor that is the Bank, instead of the number of a player
POT = -2  # creditor that is the money on the parking space (HR-01)


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """A space of the board. Amounts are None if the board file leaves them out.

    Args:
        kind: one of the kinds above.
        name: name on the board.
        set: colour set of a location, otherwise "".
        price: price of a deed, which is paid to the Bank.
        rent: rents of a location: without buildings, with 1 to 4 houses, with a hotel. Otherwise
            empty.
        set_rent: rent of a location without buildings whose set has one owner, if the deed prints
            it. Otherwise it is the rent times ``set_factor`` (ST-A-09).
        house_cost: cost of a house on a location.
        hotel_cost: cost of a hotel on a location, in addition to the houses that are returned.
        mortgage: amount that the Bank lends on a deed.
        unmortgage: printed cost of lifting the mortgage, if the edition does not charge interest
            (SM-A-17).
        tax: amount of a tax space.
        deck: name of the deck of a card space.
    """

    kind: str
    name: str
    set: str = ""
    price: int | None = None
    rent: tuple[int, ...] = ()
    set_rent: int | None = None
    house_cost: int | None = None
    hotel_cost: int | None = None
    mortgage: int | None = None
    unmortgage: int | None = None
    tax: int | None = None
    deck: str = ""


@dataclass(frozen=True, slots=True)
class PropertyRules:
    """Switches and amounts of an edition, see ``board_rules.RULES`` and ``CHOICES``.

    A board file can leave out fields with a default. There the specifications are ambiguous.
    """

    players: tuple[int, int]
    start_coins: tuple[tuple[int, int], ...]
    box_coins: tuple[tuple[int, int], ...]
    go_pay: int
    houses: int
    hotels: int
    dice: int
    bonus_roll: str
    jail_exit: str
    jail_tries: int
    jail_fee: int
    jail_last_try: str
    auction_from: int
    set_factor: int
    mortgaged_partner_cancels: bool
    mortgaged_counts: bool
    station_rent: tuple[int, ...]
    utility_factor: tuple[int, ...]
    interest_pct: int
    transfer_fee: str
    inherited_fee: str
    rounding: str
    houses_before_hotel: int
    free_deeds: int
    ends_at: str
    hotel_houses: int  # By default, this is the number of houses that a hotel replaces.
    decliner_bids: bool = True  # SM-A-09: a player who declines to buy can also bid
    estate_order: str = "banker"  # SM-A-19: the order of a bankrupt player's deeds
    third_bonus: str = "jail"  # ST-A-05: the third bonus roll is not moved
    shortage: str = "last"  # SM-31, STX-08, but "limited" in FO-25
    parking_pot: bool = False
    go_double: bool = False
    jail_rent: bool = True
    lap_first: bool = False
    double_ones: int = 0
    auctions: bool = True
    ask_rent: bool = True
    laps: int = 0
    auction_deals: bool = False
    leaver_deeds: str = "auction"


class BoardCard(NamedTuple):
    """A card in a deck that the referee draws from.

    Args:
        deck: name of the deck, as on the card spaces.
        text: text of the card. ``{space}`` in it becomes the name of the space that it leads to.
        acts: commands of the verb "card", which are carried out in this order.
        choose: whether the player chooses only one of these commands.
    """

    deck: str
    text: str
    acts: tuple[Command, ...]
    choose: bool = False

    @property
    def kept(self) -> bool:
        """True for a jail card, which its player keeps."""
        return any(act.arg("effect") == "keep" for act in self.acts)

    @property
    def goal(self) -> int:
        """Number of the space that the card leads to, or 0 if there is none."""
        return next((act.arg("space") for act in self.acts if act.arg("effect") == "go_to"), 0)


class MissingFigures(NamedTuple):
    """A space without figures in a board file.

    Args:
        line: line of the space in the file, from 1.
        name: name of the space.
        figures: keys of the missing figures, such as "price".
    """

    line: int
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Edition:
    """A board with its rules, after all checks.

    Args:
        name: "celebration", "hideout", "wasteland", "wasteland_speed", or the name of an owner's
            board.
        spec: beginning of its rules' ids: "SM", "ST", "FO", or "FO-S" for the speed game.
        house: word for a house.
        hotel: word for a hotel.
        unverified: sentences about figures that no source gives.
        rules: switches and amounts.
        spaces: spaces in the direction of play, from Go.
        missing: spaces without figures. If there are any, a game cannot begin on this board.
        cards: cards of all decks, or () if the board has none.
    """

    name: str
    spec: str
    house: str
    hotel: str
    unverified: tuple[str, ...]
    rules: PropertyRules
    spaces: tuple[BoardSpace, ...]
    missing: tuple[MissingFigures, ...] = ()
    cards: tuple[BoardCard, ...] = ()
    start_cash: int = field(init=False)
    jail: int = field(init=False)
    decks: tuple[str, ...] = field(init=False)
    groups: tuple[tuple[int, ...], ...] = field(init=False)  # for each space, its group
    sets: tuple[tuple[int, ...], ...] = field(init=False)  # the locations of each colour
    deeds: tuple[int, ...] = field(init=False)
    kinds: tuple[str, ...] = field(init=False)  # the kind of each space
    # kinds of deeds that a card can send a player to
    nearest: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        kinds = tuple(space.kind for space in self.spaces)
        derived = {
            "start_cash": sum(value * count for value, count in self.rules.start_coins),
            "jail": kinds.index(JAIL),
            "decks": tuple(dict.fromkeys(each.deck for each in self.spaces if each.deck)),
            "groups": tuple(map(self._group_of, self.spaces)),
            "sets": tuple(dict.fromkeys(self._group_of(each) for each in self.spaces if each.set)),
            "kinds": kinds,
            "nearest": tuple(kind for kind in (STATION, UTILITY) if kind in kinds),
            "deeds": tuple(at for at, kind in enumerate(kinds) if kind in DEEDS),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _group_of(self, space: BoardSpace) -> tuple[int, ...]:
        """Returns the spaces of a deed's group: a colour set, all stations or utilities, or ()."""
        if space.kind not in DEEDS:
            return ()
        key = (space.kind, space.set)
        return tuple(at for at, each in enumerate(self.spaces) if (each.kind, each.set) == key)
