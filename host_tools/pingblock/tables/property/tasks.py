"""Open matters of a property game: what must be decided or rolled before play goes on.

The first of ``PropertyState.todo`` is at hand. Without any, the player of the turn is to roll.
"""

from __future__ import annotations

from typing import NamedTuple

from pingblock.languages.later import NC_
from pingblock.tables.command import Command

HOUSE, HOTEL_NAME = NC_("name", "house"), NC_("name", "hotel")


class RollOff(NamedTuple):
    """Dice decide who begins; a tie is rolled again by those who tied."""

    seats: tuple[int, ...]
    rolled: tuple[int, ...] = ()


class HandOut(NamedTuple):
    """Deeds are dealt for nothing (FO-S1)."""


class Purchase(NamedTuple):
    """A player stands on a deed of the Bank."""

    seat: int
    space: int


class Auction(NamedTuple):
    """The Bank sells a deed, or a building that several want.

    Args:
        seats: may bid.
        space: the deed; -1 for a building.
        building: HOUSE, HOTEL_NAME, or "" for a deed.
        bid: the highest, 0 before the first.
        bidder: whose it is, -1 before the first.
        passed: seats that said they would not go higher; they may think again.
    """

    seats: tuple[int, ...]
    space: int = -1
    building: str = ""
    bid: int = 0
    bidder: int = -1
    passed: tuple[int, ...] = ()


class Shortage(NamedTuple):
    """A player wants one of the last buildings; others may want it too."""

    seat: int
    space: int
    building: str
    others: tuple[int, ...]  # could build it as well and have not passed


class Placing(NamedTuple):
    """A player has bought a building in an auction and chooses its place."""

    seat: int
    building: str


class CardDrawn(NamedTuple):
    """A player has drawn a card of a physical deck, and enters what it says."""

    seat: int
    deck: str


class CardDue(NamedTuple):
    """A player is to draw a card of a deck that the table has."""

    seat: int
    deck: str


class CardActs(NamedTuple):
    """Effects of a card that are left: each is done when what stands before it is settled."""

    seat: int
    deck: str
    acts: tuple[Command, ...]


class CardChoice(NamedTuple):
    """A player chooses one of a card's effects."""

    seat: int
    deck: str
    acts: tuple[Command, ...]


class BlockPress(NamedTuple):
    """A player presses the block, or rolls instead (QB-01, QB-07)."""

    seat: int


class SilentCoins(NamedTuple):
    """The third roll of silent play: so many coins (QB-07)."""

    seat: int


class ExtraMove(NamedTuple):
    """A player rolls and moves once more: power-up (QB-04), or a paid way out of jail."""

    seat: int


class Walk(NamedTuple):
    """A player moves as soon as what stands before it is settled."""

    seat: int
    steps: int


class Arrest(NamedTuple):
    """A player goes to jail as soon as what stands before it is settled (ST-A-05)."""

    seat: int


class UtilityRoll(NamedTuple):
    """A visitor rolls for the rent of a utility."""

    seat: int
    owner: int
    factor: int


class Debt(NamedTuple):
    """A player owes more than the cash at hand; it is paid as soon as there is enough."""

    seat: int
    creditor: int  # BANK or a seat
    amount: int


class MortgageFee(NamedTuple):
    """A player has received a mortgaged deed: lift it at once, or pay the interest."""

    seat: int
    space: int


class Offer(NamedTuple):
    """A deal that ``seat`` proposes to ``to``; what is given and what is taken in return."""

    seat: int
    to: int
    give_cash: int
    give_deeds: tuple[int, ...]
    give_cards: tuple[str, ...]
    take_cash: int
    take_deeds: tuple[int, ...]
    take_cards: tuple[str, ...]


class Estate(NamedTuple):
    """Deeds of a bankrupt player which the Bank must auction, one by one."""

    spaces: tuple[int, ...]


Task = (
    RollOff
    | HandOut
    | Purchase
    | Auction
    | Shortage
    | Placing
    | CardDrawn
    | CardDue
    | CardActs
    | CardChoice
    | BlockPress
    | SilentCoins
    | ExtraMove
    | Walk
    | Arrest
    | UtilityRoll
    | Debt
    | MortgageFee
    | Offer
    | Estate
)
DICE_TASKS = (RollOff, BlockPress, SilentCoins, ExtraMove, UtilityRoll)
CHANCE_TASKS = (*DICE_TASKS, HandOut, CardDue)


class Claim(NamedTuple):
    """A rent that its owner may still ask for; ``factor`` times the dice on a utility."""

    owner: int
    visitor: int
    space: int
    amount: int
    factor: int
