"""Cards of physical decks, entered as free payments and moves (SM-A-16, ST-08, FO-17)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from pingblock.languages import N_, _
from pingblock.tables.command import Command, Refusal, misfit
from pingblock.tables.draft import changed
from pingblock.tables.property.board import BANK, HOTEL
from pingblock.tables.property.board_rules import SPACES_MOST
from pingblock.tables.property.holdings import deeds_of
from pingblock.tables.property.reasons import at_hand, refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import CardDrawn, Debt
from pingblock.tables.property.walking import to_jail, walk
from pingblock.tables.verb import taking
from pingware.shared.schema import needed, one_of, switch, whole

# Effect: the arguments that it has beside "more".
EFFECTS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "receive": ("amount",),  # from the Bank
    "pay": ("amount",),  # to the Bank
    "collect": ("amount",),  # from each other player
    "share": ("amount",),  # to each other player
    "give": ("amount", "player"),  # to one player
    "take": ("amount", "player"),  # from one player
    "repairs": ("house", "hotel"),  # so much for each
    "go_to": ("space",),  # onwards, over Go if that is on the way
    "step": ("steps",),  # so many, below 0 backwards
    "jail": (),
    "keep": (),  # a jail card
}
_EXAMPLE = {"house": 1, "hotel": 4, "space": 0, "steps": -3}


def _drawn(state: PropertyState, seat: int) -> Iterator[dict[str, Any]]:
    task = at_hand(state)
    if isinstance(task, CardDrawn) and task.seat == seat:
        other = next(each for each in state.alive if each != seat)
        found = _examples(max(1, state.edition.rules.go_pay // 4), other)
        yield from found[:-1] if card_is_out(state, task.deck) else found  # "keep" is the last


def card_is_out(state: PropertyState, deck: str) -> bool:
    """Returns whether somebody holds the jail card of a deck, of which there is one."""
    return deck in chain.from_iterable(state.held)


@cache
def _examples(amount: int, player: int) -> list[dict[str, Any]]:
    """Returns the arguments of each effect, with this amount of money and this other player."""
    values = {**_EXAMPLE, "amount": amount, "player": player}
    return [
        {"effect": effect, **{name: values[name] for name in names}}
        for effect, names in EFFECTS.items()
    ]


def _no_card(state: PropertyState, step: Command) -> Refusal | None:
    task = at_hand(state)
    if not isinstance(task, CardDrawn) or task.seat != step.seat:
        return refusal(state, "card", _("This player has not drawn a card."))
    effect = step.arg("effect")
    if fault := misfit(step, "effect", EFFECTS, "more"):
        return refusal(state, "card", fault.say)
    if effect == "go_to" and step.arg("space") >= len(state.edition.spaces):
        return refusal(state, "card", _("The board has no such space."))
    if effect in ("give", "take") and step.arg("player") not in set(state.alive) - {step.seat}:
        return refusal(state, "card", _("Pay another player who is still in the game."))
    if effect == "step" and not step.arg("steps"):
        return refusal(state, "card", _("A card moves by one space or more."))
    if effect == "keep" and card_is_out(state, task.deck):
        say = _("The jail card of this deck ({deck}) is in a hand already.")
        return refusal(state, "jail card", say.format(deck=task.deck))
    if step.arg("more") and effect in ("go_to", "step", "jail"):
        return refusal(state, "card", _("A move ends a card: enter its payments first."))
    return None


def _card(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled_as(CardDrawn)
    seat, effect = task.seat, step.arg("effect")
    if step.arg("more"):
        draft.first(task)
    draft.tell("card_read", "card", seat, task.deck, effect)
    amount = step.arg("amount") or 0
    count = len(draft.edition.spaces)
    if effect == "receive":
        draft.pay(BANK, seat, amount)
    elif effect == "pay":
        draft.owe(seat, BANK, amount, "card")
    elif effect == "give":
        draft.owe(seat, step.arg("player"), amount, "card")
    elif effect == "take":
        draft.owe(step.arg("player"), seat, amount, "card")
    elif effect in ("collect", "share"):
        _between_all(draft, seat, amount, effect)
    elif effect == "repairs":
        levels = [draft.built[space] for space in deeds_of(draft, seat)]
        hotels = levels.count(HOTEL)
        houses = sum(levels) - HOTEL * hotels
        draft.owe(seat, BANK, step.arg("house") * houses + step.arg("hotel") * hotels, "card")
    elif effect == "go_to":
        walk(draft, seat, (step.arg("space") - draft.place[seat] - 1) % count + 1)
    elif effect == "step":
        walk(draft, seat, step.arg("steps"))
    elif effect == "jail":
        to_jail(draft, seat)
    elif effect == "keep":
        draft.held = changed(draft.held, seat, (*draft.held[seat], task.deck))


def _between_all(draft: PropertyDraft, seat: int, amount: int, effect: str) -> None:
    """Makes each other player pay one, or one pay each of them."""
    for other in draft.alive:
        if other != seat and amount:
            giver, taker = (other, seat) if effect == "collect" else (seat, other)
            draft.tell("debt_made", "card", giver, amount, taker)
            draft.first(Debt(giver, taker, amount))


_MONEY = whole(0, 10**6)
VERBS = {
    "card": taking(
        N_("Do what the card says; with 'more' behind it if something else follows."),
        {
            "effect": needed(one_of(*EFFECTS)),
            "amount": _MONEY,
            "player": whole(0, 7),
            "house": _MONEY,
            "hotel": _MONEY,
            "space": whole(0, 200),
            "steps": whole(-SPACES_MOST, SPACES_MOST),
            "more": switch,
        },
        {"effect": "pay", "amount": 50},
        (_drawn, _no_card, _card),
        follow=EFFECTS,
        menu=N_("The card says …"),
        free=True,
    ),
}
