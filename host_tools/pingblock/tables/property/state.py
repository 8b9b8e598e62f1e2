"""State of a property game, immutable, and the draft that a command writes its changes into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from pingblock.tables.game import Result, TableEvent
from pingblock.tables.property.board import BANK, Edition
from pingblock.tables.property.tasks import Claim, Debt, Task

FREE = -1  # in ``jail``: not in jail; else the tries so far

Item = TypeVar("Item")


@dataclass(frozen=True)
class PropertyState:
    """Everything that the next command depends on. Tuples by seat or by space."""

    edition: Edition
    ids: dict[str, str]  # rule ids by subject; never changed
    cards_by_hand: bool
    turn: int  # whose turn
    turns: int  # begun so far
    turns_most: int  # the bound: then the game ends
    rolling: bool  # the player of the turn has taken the dice
    moving: bool  # has rolled, and the move is not settled
    again: bool  # rolls again after it
    streak: int  # bonus rolls in this turn
    spent: int  # commands since the last dice that could go on for ever
    ending: bool  # the game ends when all is settled (FO-S4)
    todo: tuple[Task, ...]
    claims: tuple[Claim, ...]
    alive: tuple[int, ...]  # seats in play, in order
    cash: tuple[int, ...]
    bank: int  # may fall below 0: the Bank never fails (SM-A-13, FO-04)
    place: tuple[int, ...]
    jail: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]  # jail cards by their deck
    owner: tuple[int, ...]
    built: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    houses: int  # in stock
    hotels: int
    result: Result | None


def first_state(
    edition: Edition,
    ids: dict[str, str],
    players: int,
    todo: tuple[Task, ...],
    cards_by_hand: bool,
    turns_most: int,
) -> PropertyState:
    """Returns the state before the first command (SM-04, STX-02, FO-03)."""
    spaces = len(edition.spaces)
    box = sum(value * number for value, number in edition.rules.box_coins)
    return PropertyState(
        edition=edition,
        ids=ids,
        cards_by_hand=cards_by_hand,
        turn=0,
        turns=1,
        turns_most=turns_most,
        rolling=False,
        moving=False,
        again=False,
        streak=0,
        spent=0,
        ending=False,
        todo=todo,
        claims=(),
        alive=tuple(range(players)),
        cash=(edition.start_cash,) * players,
        bank=box - edition.start_cash * players,
        place=(0,) * players,
        jail=(FREE,) * players,
        held=((),) * players,
        owner=(BANK,) * spaces,
        built=(0,) * spaces,
        mortgaged=(False,) * spaces,
        houses=edition.rules.houses,
        hotels=edition.rules.hotels,
        result=None,
    )


def changed(items: tuple[Item, ...], at: int, value: Item) -> tuple[Item, ...]:
    """Returns a tuple with another value at one place."""
    return (*items[:at], value, *items[at + 1 :])


class Draft:
    """A state that is being changed; ``done`` makes it immutable again.

    It has the attributes of ``PropertyState``; tuples are replaced, never changed.
    """

    edition: Edition
    ids: dict[str, str]
    cards_by_hand: bool
    turn: int
    turns: int
    turns_most: int
    rolling: bool
    moving: bool
    again: bool
    streak: int
    spent: int
    ending: bool
    todo: tuple[Task, ...]
    claims: tuple[Claim, ...]
    alive: tuple[int, ...]
    cash: tuple[int, ...]
    bank: int
    place: tuple[int, ...]
    jail: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]
    owner: tuple[int, ...]
    built: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    houses: int
    hotels: int
    result: Result | None

    def __init__(self, state: PropertyState) -> None:
        self.__dict__.update(state.__dict__)
        self._events: list[TableEvent] = []

    def done(self) -> tuple[PropertyState, tuple[TableEvent, ...]]:
        """Returns the new state and what happened."""
        fields = self.__dict__
        events = tuple(fields.pop("_events"))
        state = PropertyState.__new__(PropertyState)  # its __init__ sets one field after the other
        state.__dict__.update(fields)
        return state, events

    def tell(self, kind: str, subject: str, seat: int | None = None, *args: Any) -> None:
        """Notes an event, with the id of its rule."""
        self._events.append(TableEvent(kind, self.ids.get(subject, subject), seat, args))

    def tell_at(self, kind: str, subject: str, seat: int | None, space: int, *args: Any) -> None:
        """Notes an event at a space, whose name is its first value."""
        self.tell(kind, subject, seat, self.edition.spaces[space].name, *args)

    def first(self, *tasks: Task) -> None:
        """Puts open matters before all others."""
        self.todo = (*tasks, *self.todo)

    def settled(self) -> Task:
        """Takes the first open matter away and returns it."""
        task, *others = self.todo
        self.todo = tuple(others)
        return task

    def pay(self, giver: int, taker: int, amount: int) -> None:
        """Moves cash at once; each of both is a seat or BANK."""
        for who, sum_ in ((giver, -amount), (taker, amount)):
            if who == BANK:
                self.bank += sum_
            else:
                self.cash = changed(self.cash, who, self.cash[who] + sum_)

    def owe(self, seat: int, creditor: int, amount: int, subject: str) -> None:
        """Makes a player pay, at once or as a debt."""
        if amount and self.cash[seat] >= amount:
            self.tell("pays", subject, seat, amount, creditor)
            self.pay(seat, creditor, amount)
        elif amount:
            self.tell("owes", subject, seat, amount, creditor)
            self.first(Debt(seat, creditor, amount))

    def put(self, space: int, owner: int) -> None:
        """Gives a deed to a seat or to the Bank."""
        self.owner = changed(self.owner, space, owner)

    def set_mortgaged(self, space: int, mortgaged: bool) -> None:
        """Turns a deed over."""
        self.mortgaged = changed(self.mortgaged, space, mortgaged)

    def set_built(self, space: int, level: int) -> None:
        """Sets the buildings of a location, 0..4 houses or HOTEL."""
        self.built = changed(self.built, space, level)


View = PropertyState | Draft  # what only reads takes either
