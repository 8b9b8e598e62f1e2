"""The referee's decks are shuffled once, then used cards go to the bottom (SM-18, ST-08)."""

from __future__ import annotations

from itertools import chain

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.draft import changed
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import Pile, PropertyDraft, PropertyState
from pingblock.tables.property.tasks import CardActs, CardChoice, CardDue
from pingblock.tables.verb import Arguments, taking
from pingware.shared.schema import needed, whole


def card_is_out(state: PropertyState, deck: str) -> bool:
    """Returns whether a player holds the jail card of a deck. Each deck has one jail card."""
    return deck in chain.from_iterable(state.held)


def drawable(state: PropertyState, deck: str) -> tuple[int, ...]:
    """Returns the numbers of the cards that can come next: all unseen cards, or the top card."""
    unseen, below = _pile(state, deck)
    return unseen or below[:1]


def _pile(state: PropertyState, deck: str) -> Pile:
    """Returns a deck without a held jail card. A returned jail card is at the bottom."""
    unseen, below = state.piles[state.edition.decks.index(deck)]
    cards = state.edition.cards
    for n, card in enumerate(cards):
        if card.deck == deck and card.kept:
            if card_is_out(state, deck):
                unseen = tuple(each for each in unseen if each != n)
                below = tuple(each for each in below if each != n)
            elif n not in unseen and n not in below:
                below = (*below, n)
    return Pile(unseen, below)


def _turned(state: PropertyState, seat: int) -> Arguments:
    task = state.task
    if isinstance(task, CardDue):
        yield from ({"card": n} for n in drawable(state, task.deck))


def _no_turn(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if not isinstance(task, CardDue):
        return refusal(state, "card", "No card is drawn now.")
    if step.arg("card") not in drawable(state, task.deck):
        return refusal(state, "card", "This card is not next in the deck.")
    return None


def _turn(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(CardDue)
    number = step.arg("card")
    card = draft.edition.cards[number]
    unseen, below = _pile(draft, task.deck)
    unseen, below = (tuple(n for n in each if n != number) for each in (unseen, below))
    if not card.kept:
        below = (*below, number)
    at = draft.edition.decks.index(task.deck)
    draft.piles = changed(draft.piles, at, Pile(unseen, below))
    goal = draft.edition.spaces[card.goal].name
    draft.tell("card_turned", "card", task.seat, task.deck, card.text, goal)
    kind = CardChoice if card.choose else CardActs
    draft.first(kind(task.seat, task.deck, card.acts))


VERBS = {
    "turn_card": taking(
        N_("The card on top of the deck is this one, by its number in the board file."),
        {"card": needed(whole(0, 200))},
        {"card": 0},
        (_turned, _no_turn, _turn),
        menu=N_("The card is …"),
        chance=True,
    ),
}
