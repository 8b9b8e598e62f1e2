"""Immutable state of a property game, and the working copy that a command changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from pingblock.tables.draft import changed
from pingblock.tables.game import Result, TableEvent
from pingblock.tables.property.board import BANK, POT, Edition
from pingblock.tables.property.tasks import Claim, Debt, Offer, RollOff, Task

Kind = TypeVar("Kind")  # kind of an open decision
# subjects of payments that go to the parking space under HR-01
_INTO_THE_POT = ("tax", "card", "jail fee", "jail last")
# The source of cards: people type drawn paper cards, the referee draws, or there are no cards.
HAND, DECK, NONE = "hand", "deck", "none"
FREE = -1  # value in ``jail`` of a free player. In jail it is the number of failed tries.
# Makes an event in 60 % of the usual time, which matters because each command makes two.
_event: Callable[[tuple[object, ...]], TableEvent] = partial(tuple.__new__, TableEvent)


class Pile(NamedTuple):
    """Order of a deck: first the unseen cards in random order, then the used cards in their order.

    A jail card that a player holds is in neither part. A returned card goes to the bottom.
    """

    unseen: tuple[int, ...]  # numbers of ``Edition.cards``
    below: tuple[int, ...] = ()


class DraftEvents:
    """Fields for a draft's events, which are empty in a state."""

    __slots__ = ("events",)
    events: list[TableEvent]


@dataclass(frozen=True, slots=True)
class PropertyState(DraftEvents):
    """All values that the next command depends on. Tuples are by seat or by space."""

    edition: Edition
    ids: dict[str, str]  # subject -> id of its rule. It does not change
    cards: str  # source of the cards: HAND, DECK or NONE
    turns_most: int  # The game ends after this number of turns.
    todo: tuple[Task, ...]
    alive: tuple[int, ...]  # seats that are still in the game, in order
    cash: tuple[int, ...]
    bank: int  # The Bank's money can be negative, because the Bank cannot fail (SM-A-13, FO-04).
    place: tuple[int, ...]
    jail: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]  # for each seat, the decks of its jail cards
    owner: tuple[int, ...]
    built: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    houses: int  # houses in the Bank's stock
    hotels: int
    turn: int = 0  # seat whose turn it is
    turns: int = 1  # number of turns that have begun
    rolling: bool = False  # whether the current player has taken the dice
    moving: bool = False  # whether the player has rolled and is still moving
    again: bool = False  # whether the player rolls again after the move
    streak: int = 0  # bonus rolls in this turn
    spent: int = 0  # number of repeatable commands since the last roll
    ending: bool = False  # whether the game ends after all open decisions (FO-S4)
    claims: tuple[Claim, ...] = ()
    laps: tuple[int, ...] = ()  # for each seat, how often it has reached or passed Go
    pot: int = 0  # money on the parking space (HR-01)
    piles: tuple[Pile, ...] = ()  # a pile for each deck, if the table draws the cards
    # refused deals that bots remember, since a deed last changed hands
    refused: tuple[Offer, ...] = ()
    result: Result | None = None

    @property
    def task(self) -> Task | None:
        """The first open decision, or None if the current player must roll."""
        return self.todo[0] if self.todo else None

    @property
    def roller(self) -> int | None:
        """The seat that rolls next for the start, or None if the start is decided."""
        task = self.task
        return task.seats[len(task.rolled)] if isinstance(task, RollOff) else None


def first_state(
    edition: Edition,
    ids: dict[str, str],
    players: int,
    todo: tuple[Task, ...],
    cards: str,
    turns_most: int,
) -> PropertyState:
    """Returns the state before the first command (SM-04, STX-02, FO-03)."""

    def shuffled(deck: str) -> Pile:
        return Pile(tuple(n for n, card in enumerate(edition.cards) if card.deck == deck))

    spaces = len(edition.spaces)
    box = sum(value * number for value, number in edition.rules.box_coins)
    return PropertyState(
        edition=edition,
        ids=ids,
        cards=cards,
        piles=tuple(map(shuffled, edition.decks)) if cards == DECK else (),
        turns_most=turns_most,
        todo=todo,
        alive=tuple(range(players)),
        cash=(edition.start_cash,) * players,
        bank=box - edition.start_cash * players,
        place=(0,) * players,
        jail=(FREE,) * players,
        held=((),) * players,
        laps=(0,) * players,
        owner=(BANK,) * spaces,
        built=(0,) * spaces,
        mortgaged=(False,) * spaces,
        houses=edition.rules.houses,
        hotels=edition.rules.hotels,
    )


class PropertyDraft(PropertyState):
    """A working copy of a state. Its tuples are replaced, not changed."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    def __init__(self, state: PropertyState) -> None:
        self.edition: Edition = state.edition
        self.ids: dict[str, str] = state.ids
        self.cards: str = state.cards
        self.piles: tuple[Pile, ...] = state.piles
        self.turn: int = state.turn
        self.turns: int = state.turns
        self.turns_most: int = state.turns_most
        self.rolling: bool = state.rolling
        self.moving: bool = state.moving
        self.again: bool = state.again
        self.streak: int = state.streak
        self.spent: int = state.spent
        self.ending: bool = state.ending
        self.todo: tuple[Task, ...] = state.todo
        self.claims: tuple[Claim, ...] = state.claims
        self.alive: tuple[int, ...] = state.alive
        self.cash: tuple[int, ...] = state.cash
        self.bank: int = state.bank
        self.place: tuple[int, ...] = state.place
        self.jail: tuple[int, ...] = state.jail
        self.held: tuple[tuple[str, ...], ...] = state.held
        self.owner: tuple[int, ...] = state.owner
        self.built: tuple[int, ...] = state.built
        self.mortgaged: tuple[bool, ...] = state.mortgaged
        self.houses: int = state.houses
        self.hotels: int = state.hotels
        self.laps: tuple[int, ...] = state.laps
        self.pot: int = state.pot
        self.refused: tuple[Offer, ...] = state.refused
        self.result: Result | None = state.result
        self.events = []

    def done(self) -> tuple[PropertyState, tuple[TableEvent, ...]]:
        """Returns the immutable state, and its events."""
        events = tuple(self.events)
        del self.events
        self.__class__ = PropertyState  # type: ignore[assignment]  # a copy would take as long again
        return self, events

    def tell(self, kind: str, subject: str, seat: int | None = None, *args: object) -> None:
        """Adds an event with the id of its rule."""
        self.events.append(_event((kind, self.ids.get(subject, subject), seat, args)))

    def tell_at(
        self, kind: str, subject: str, seat: int | None, space: int, *args: object
    ) -> None:
        """Adds an event at a space, whose name is the event's first value."""
        named = (self.edition.spaces[space].name, *args)
        self.events.append(_event((kind, self.ids.get(subject, subject), seat, named)))

    def first(self, *tasks: Task) -> None:
        """Puts open decisions before all others."""
        self.todo = (*tasks, *self.todo)

    def settled(self) -> Task:
        """Removes the first open decision and returns it."""
        task, self.todo = self.todo[0], self.todo[1:]
        return task

    def settled_as(self, kind: type[Kind]) -> Kind:
        """Removes the first open decision, which must be of this kind, and returns it."""
        task = self.settled()
        assert isinstance(task, kind)
        return task

    def pay(self, giver: int, taker: int, amount: int) -> None:
        """Moves cash at once. Giver and taker are a seat, BANK or POT."""
        cash = list(self.cash)
        if giver == BANK:
            self.bank -= amount
        elif giver == POT:
            self.pot -= amount
        else:
            cash[giver] -= amount
        if taker == BANK:
            self.bank += amount
        elif taker == POT:
            self.pot += amount
        else:
            cash[taker] += amount
        self.cash = tuple(cash)

    def owe(self, seat: int, creditor: int, amount: int, subject: str) -> None:
        """Makes a player pay, at once or as a debt."""
        if creditor == BANK and self.edition.rules.parking_pot and subject in _INTO_THE_POT:
            creditor = POT
        if amount and self.cash[seat] >= amount:
            self.tell("paid", subject, seat, amount, creditor)
            self.pay(seat, creditor, amount)
        elif amount:
            self.tell("debt_made", subject, seat, amount, creditor)
            self.first(Debt(seat, creditor, amount))

    def put(self, space: int, owner: int) -> None:
        """Gives a deed to a seat or to the Bank."""
        self.owner = changed(self.owner, space, owner)
        self.refused = ()

    def set_mortgaged(self, space: int, mortgaged: bool) -> None:
        """Sets whether a deed is mortgaged."""
        self.mortgaged = changed(self.mortgaged, space, mortgaged)

    def set_built(self, space: int, level: int) -> None:
        """Sets the buildings on a location: 0..4 houses, or HOTEL."""
        self.built = changed(self.built, space, level)
