"""Cards: people type a paper card's text, and the referee draws cards from its own decks.

Rules: SM-18, SM-A-16, ST-08, FO-17.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal, misfit
from pingblock.tables.draft import changed
from pingblock.tables.property.board import BANK, HOTEL, STATION, UTILITY
from pingblock.tables.property.card_effects import (
    ARGS,
    EFFECT,
    EFFECT_RULE,
    EFFECTS,
    KEEP,
    PLAYER,
    misfit_on,
)
from pingblock.tables.property.decks import card_is_out
from pingblock.tables.property.holdings import deeds_of
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import CardActs, CardChoice, CardDrawn, Debt
from pingblock.tables.property.walking import draw_card, to_jail, walk
from pingblock.tables.verb import Arguments, taking
from pingware.shared.schema import switch

_MORE = "more"
_EXAMPLE = {"house": 1, "hotel": 4, "space": 0, "steps": -3, "times": 2}
_FOLLOW = {name: effect.args for name, effect in EFFECTS.items()}


def _drawn(state: PropertyState, seat: int) -> Arguments:
    task = state.task
    found: list[Mapping[str, object]] = []
    if isinstance(task, CardChoice) and task.seat == seat:
        found = [dict(act.args) for act in task.acts]
    elif isinstance(task, CardDrawn) and task.seat == seat:
        other = next(each for each in state.alive if each != seat)
        deck = next((each for each in state.edition.decks if each != task.deck), "")
        amount = max(1, state.edition.rules.go_pay // 4)
        found = _examples(amount, other, deck, state.edition.nearest)
        if card_is_out(state, task.deck):
            found = found[:-1]  # "keep" is the last effect
    return iter(found)


@cache
def _examples(
    amount: int, player: int, deck: str, nearest: tuple[str, ...]
) -> list[Mapping[str, object]]:
    """Returns examples of each effect that suits a board, with these values."""
    values = {**_EXAMPLE, "amount": amount, PLAYER: player, "deck": deck}
    return [
        {EFFECT: name, **{each: values[each] for each in effect.args}}
        for name, effect in EFFECTS.items()
        if (name not in (STATION, UTILITY) or name in nearest) and (deck or name != "draw")
    ]


def _no_card(state: PropertyState, step: Command) -> Refusal | None:
    task = state.task
    if not isinstance(task, (CardDrawn, CardChoice)) or task.seat != step.seat:
        return refusal(state, "card", "This player has not drawn a card.")
    effect = step.arg(EFFECT)
    if fault := misfit(step, EFFECT, _FOLLOW, _MORE):
        return refusal(state, "card", fault.say, **fault.fields)
    if isinstance(task, CardChoice):
        if step.args not in [act.args for act in task.acts]:
            return refusal(state, "card", "The card does not say that: choose the card's effect.")
        return None
    if fault := misfit_on(state.edition.kinds, state.edition.decks, step):
        return refusal(state, "card", fault.say, **fault.fields)
    if effect in ("give", "take") and step.arg(PLAYER) not in set(state.alive) - {step.seat}:
        return refusal(state, "card", "You can pay any other player still in the game.")
    if effect == KEEP and card_is_out(state, task.deck):
        say = N_("The jail card of this deck ({deck}) is already in a player's hand.")
        return refusal(state, "jail card", say, deck=task.deck)
    if step.arg(_MORE) and EFFECTS[effect].ends:
        return refusal(
            state, "card", "A card ends with its move: enter its payments before the move."
        )
    return None


def _card(draft: PropertyDraft, step: Command) -> None:
    task = draft.settled()
    assert isinstance(task, (CardDrawn, CardChoice))
    if step.arg(_MORE):
        draft.first(task)
    if isinstance(task, CardDrawn):
        draft.tell("card_read", "card", task.seat, task.deck, step.arg(EFFECT))
    _do(draft, task.seat, task.deck, step)


def act(draft: PropertyDraft) -> None:
    """Carries out the next effect of the open ``CardActs``."""
    task = draft.settled_as(CardActs)
    if task.acts:
        first, *rest = task.acts
        if rest:
            draft.first(task._replace(acts=tuple(rest)))
        _do(draft, task.seat, task.deck, first)


def _do(draft: PropertyDraft, seat: int, deck: str, step: Command) -> None:
    """Carries out an effect.

    Args:
        draft: the draft of a state.
        seat: seat of the player who drew the card.
        deck: name of the card's deck.
        step: a command of the verb "card". Only its effect and values are used.
    """
    effect, amount = step.arg(EFFECT), step.arg("amount") or 0
    if effect == "receive":
        draft.pay(BANK, seat, amount)
        draft.tell("cash_received", "card", seat, amount)
    elif effect == "pay":
        draft.owe(seat, BANK, amount, "card")
    elif effect == "give":
        draft.owe(seat, step.arg(PLAYER), amount, "card")
    elif effect == "take":
        draft.owe(step.arg(PLAYER), seat, amount, "card")
    elif effect in ("collect", "share"):
        _between_all(draft, seat, amount, effect)
    elif effect == "repairs":
        levels = [draft.built[space] for space in deeds_of(draft, seat)]
        hotels = levels.count(HOTEL)
        houses = sum(levels) - HOTEL * hotels
        draft.owe(seat, BANK, step.arg("house") * houses + step.arg("hotel") * hotels, "card")
    elif effect == "draw":
        draw_card(draft, seat, step.arg("deck"))
    elif effect == KEEP:
        draft.held = changed(draft.held, seat, (*draft.held[seat], deck))
    elif effect == "jail":
        to_jail(draft, seat)
    elif EFFECTS[effect].ends:
        walk(draft, seat, _steps(draft, seat, step), step.arg("times") or 0)


def _steps(draft: PropertyDraft, seat: int, step: Command) -> int:
    """Returns the steps of a card that moves a player. A negative number means backwards."""
    effect = step.arg(EFFECT)
    if effect == "step":
        steps: int = step.arg("steps")
        return steps
    count, place = len(draft.edition.spaces), draft.place[seat]
    wanted = [step.arg("space")]
    if effect != "go_to":
        wanted = [at for at, kind in enumerate(draft.edition.kinds) if kind == effect]
    first: int = min((space - place - 1) % count + 1 for space in wanted)
    return first


def _between_all(draft: PropertyDraft, seat: int, amount: int, effect: str) -> None:
    """Makes every opponent pay this player, or makes this player pay every opponent."""
    for other in draft.alive:
        if other != seat and amount:
            giver, taker = (other, seat) if effect == "collect" else (seat, other)
            draft.tell("debt_made", "card", giver, amount, taker)
            draft.first(Debt(giver, taker, amount))


VERBS = {
    "card": taking(
        N_("Follow the card. If it has another effect, add 'more'."),
        {EFFECT: EFFECT_RULE, **ARGS, _MORE: switch},
        {EFFECT: "pay", "amount": 50},
        (_drawn, _no_card, _card),
        follow=_FOLLOW,
        menu=N_("The card says …"),
        free=True,
    ),
}
