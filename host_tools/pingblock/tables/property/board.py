"""Boards of the property games as data: spaces, deeds, amounts and switches of an edition."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pingblock.tables.command import Command

GO, JAIL, PARKING, GO_TO_JAIL = "go", "jail", "parking", "go_to_jail"
LOCATION, STATION, UTILITY = "location", "station", "utility"
TAX, CARD, BLOCK = "tax", "card", "block"
DEEDS = (LOCATION, STATION, UTILITY)
HOTEL = 5  # buildings of a space: 0..4 houses, or a hotel
BANK = -1  # special value of an owner or a creditor, instead of a player's number
POT = -2  # special value of a creditor: the money on the parking (HR-01)


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """One space. Amounts are None where the board file leaves them out.

    Args:
        kind: one of the kinds above.
        name: as on the board.
        set: colour set of a location, else "".
        price: of a deed, paid to the Bank.
        rent: of a location: unbuilt, with 1 to 4 houses, with a hotel. Else empty.
        set_rent: of a location without buildings whose set has one owner, if the deed prints it.
            Else it is the rent times ``set_factor`` (ST-A-09).
        house_cost: of a location, for one house.
        hotel_cost: of a location, in addition to the houses that are handed in.
        mortgage: amount that the Bank lends on a deed.
        unmortgage: printed cost of lifting, if the edition has no interest (SM-A-17).
        tax: of a tax space.
        deck: of a card space, the name of its deck.
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
    """Switches and amounts. Their allowed values are in ``board_rules.RULES`` and ``CHOICES``."""

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
    decliner_bids: bool
    estate_order: str
    third_bonus: str
    hotel_houses: int
    shortage: str
    parking_pot: bool
    go_double: bool
    jail_rent: bool
    lap_first: bool
    double_ones: int
    auctions: bool
    ask_rent: bool
    laps: int
    auction_deals: bool
    leaver_deeds: str


class BoardCard(NamedTuple):
    """A card of a deck that the table draws from.

    Args:
        deck: its name, as card spaces have it.
        text: of the card, to read out. ``{space}`` in it is the name of the space it leads to.
        acts: commands of the verb "card", carried out in this order.
        choose: whether the player chooses one of them instead.
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
        """The number of the space that the card leads to, or 0 if it names no space."""
        return next((act.arg("space") for act in self.acts if act.arg("effect") == "go_to"), 0)


class MissingFigures(NamedTuple):
    """A space whose figures a board file leaves out.

    Args:
        line: of the space in the file, from 1.
        name: of the space.
        figures: their keys, such as "price".
    """

    line: int
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Edition:
    """A board with its rules, checked.

    Args:
        name: "celebration", "hideout", "wasteland", "wasteland_speed" or the owner's.
        spec: beginning of its rules' ids: "SM", "ST", "FO", or "FO-S" for the speed play.
        house: word for the small building.
        hotel: word for the large one.
        unverified: sentences about things that no source gives.
        rules: the switches.
        spaces: in walking order from Go.
        missing: spaces without figures. If there are any, no game can begin on the board.
        cards: of all decks, or () if the board has no cards.
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
    groups: tuple[tuple[int, ...], ...] = field(init=False)  # of each space, its group
    sets: tuple[tuple[int, ...], ...] = field(init=False)  # the locations of each colour
    deeds: tuple[int, ...] = field(init=False)
    kinds: tuple[str, ...] = field(init=False)  # of the spaces
    nearest: tuple[str, ...] = field(init=False)  # kinds of deeds that a card can send to

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
        """Returns the spaces of a deed's colour set, all stations or all utilities, else ()."""
        if space.kind not in DEEDS:
            return ()
        key = (space.kind, space.set)
        return tuple(at for at, each in enumerate(self.spaces) if (each.kind, each.set) == key)
