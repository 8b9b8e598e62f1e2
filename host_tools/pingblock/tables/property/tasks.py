"""Open decisions of a property game: decisions and rolls that must happen before play continues.

The first item of ``PropertyState.todo`` is open now. If ``todo`` is empty, the player whose turn
it is must roll.
"""

from __future__ import annotations

from typing import NamedTuple

from pingblock.tables.command import Command

HOUSE, HOTEL_NAME = "house", "hotel"


class RollOff(NamedTuple):
    """Players roll to decide who begins. Players with equal rolls roll again."""

    seats: tuple[int, ...]
    rolled: tuple[int, ...] = ()


class HandOut(NamedTuple):
    """Deeds are dealt without payment (FO-S1)."""


class Purchase(NamedTuple):
    """A player has reached a deed that the Bank owns, and can buy it."""

    seat: int
    space: int


class Auction(NamedTuple):
    """The Bank sells a deed, or a building that several players want.

    Args:
        seats: seats that can bid.
        space: the deed, or -1 for a building.
        building: HOUSE, HOTEL_NAME, or "" for a deed.
        bid: highest bid, or 0 before the first.
        bidder: seat of the highest bid, or -1 before the first.
        passed: seats that have passed. They can bid again.
    """

    seats: tuple[int, ...]
    space: int = -1
    building: str = ""
    bid: int = 0
    bidder: int = -1
    passed: tuple[int, ...] = ()


class Shortage(NamedTuple):
    """A player wants one of the last buildings, and other players may also want it."""

    seat: int
    space: int
    building: str
    others: tuple[int, ...]  # other seats that could build it and have not passed


class Placing(NamedTuple):
    """A player has bought a building in an auction and chooses its place."""

    seat: int
    building: str


class CardDrawn(NamedTuple):
    """A player has drawn a paper card and must type what it says."""

    seat: int
    deck: str


class CardDue(NamedTuple):
    """A player must draw a card from one of the referee's decks."""

    seat: int
    deck: str


class CardActs(NamedTuple):
    """Remaining effects of a card, which are carried out in order."""

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
    """The third roll in silent play gives coins (QB-07)."""

    seat: int


class ExtraMove(NamedTuple):
    """A player rolls and moves again: after a power-up (QB-04), or after paying to leave jail."""

    seat: int


class Walk(NamedTuple):
    """A player moves after earlier decisions."""

    seat: int
    steps: int


class Arrest(NamedTuple):
    """A player goes to jail after earlier decisions (ST-A-05)."""

    seat: int


class UtilityRoll(NamedTuple):
    """A visitor rolls for the rent of a utility."""

    seat: int
    owner: int
    factor: int


class Debt(NamedTuple):
    """A player owes more than the available cash, and pays as soon as the cash is enough."""

    seat: int
    creditor: int  # seat or BANK, to whom the debt is owed
    amount: int


class MortgageFee(NamedTuple):
    """A player has received a mortgaged deed, and must lift it at once or pay the interest."""

    seat: int
    space: int


class Offer(NamedTuple):
    """A deal that ``seat`` offers to ``to``: what ``seat`` gives, and what it gets."""

    seat: int
    to: int
    give_cash: int = 0
    give_deeds: tuple[int, ...] = ()
    give_cards: tuple[str, ...] = ()
    take_cash: int = 0
    take_deeds: tuple[int, ...] = ()
    take_cards: tuple[str, ...] = ()


class Estate(NamedTuple):
    """Deeds of a bankrupt player that the Bank must auction, one by one."""

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
    """A rent that the owner can still ask for: an amount, or ``factor`` times a utility's dice."""

    owner: int
    visitor: int
    space: int
    amount: int
    factor: int
