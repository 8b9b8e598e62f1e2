"""Jail: the fee, the card, and the roll that frees a player."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.draft import changed
from pingblock.tables.property.board import BANK
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import FREE, PropertyDraft, PropertyState
from pingblock.tables.property.tasks import ExtraMove, Walk
from pingblock.tables.property.walking import walk
from pingblock.tables.verb import Arguments, bare, taking
from pingware.shared.schema import needed, text


def _no_leave(state: PropertyState, step: Command) -> Refusal | None:
    """Returns a reason unless a jailed player can begin a turn now (SM-A-08, ST-A-11)."""
    if state.todo or state.turn != step.seat:
        return refusal(state, "jail fee", "Leave jail in your turn, before you roll.")
    if state.jail[state.turn] == FREE:
        return refusal(state, "jail fee", "You are not in jail.")
    return None


def _no_fee(state: PropertyState, step: Command) -> Refusal | None:
    if fault := _no_leave(state, step):
        return fault
    fee, cash = state.edition.rules.jail_fee, state.cash[state.turn]
    if cash < fee:
        say = N_("The fee is {fee}, but you have only {cash}.")
        return refusal(state, "jail fee", say, fee=fee, cash=cash)
    return None


def _pay_fee(draft: PropertyDraft, step: Command) -> None:
    seat = draft.turn
    draft.jail = changed(draft.jail, seat, FREE)
    draft.owe(seat, BANK, draft.edition.rules.jail_fee, "jail fee")


def _cards(state: PropertyState, seat: int) -> Arguments:
    if state.held[seat] and _no_leave(state, Command("use_card", seat, ())) is None:
        yield from ({"deck": deck} for deck in sorted(set(state.held[seat])))


def _no_card(state: PropertyState, step: Command) -> Refusal | None:
    if fault := _no_leave(state, step):
        return fault
    if step.arg("deck") not in state.held[state.turn]:
        return refusal(state, "jail card", "You have no jail card of that deck.")
    return None


def _use_card(draft: PropertyDraft, step: Command) -> None:
    """Frees the player, and puts the card under its deck (SM-16, ST-14, ST-A-10, FO-21)."""
    take_card(draft, draft.turn, step.arg("deck"))
    draft.jail = changed(draft.jail, draft.turn, FREE)
    draft.tell("jail_card_used", "jail card", draft.turn, step.arg("deck"))


def take_card(draft: PropertyDraft, seat: int, deck: str) -> None:
    """Takes a jail card of a deck from a player."""
    held = list(draft.held[seat])
    held.remove(deck)
    draft.held = changed(draft.held, seat, tuple(held))


def leaves_by(state: PropertyDraft, dice: tuple[int, ...]) -> bool:
    """Returns whether a roll frees the player from jail (SM-16, ST-15, FO-21)."""
    way = state.edition.rules.jail_exit
    if way == "six":
        return dice == (6,)
    return dice[0] == dice[1] or (way == "doubles_or_eleven" and sum(dice) == 11)


def roll_in_jail(draft: PropertyDraft, dice: tuple[int, ...]) -> None:
    """Tries to leave jail. After the last failed try, the player pays the fee and moves by the
    roll.

    No bonus roll follows (SM-A-15, ST-A-04, FO-A-06).
    """
    seat, rules = draft.turn, draft.edition.rules
    if leaves_by(draft, dice):
        draft.jail = changed(draft.jail, seat, FREE)
        draft.tell("jail_left", "jail roll", seat)
        walk(draft, seat, sum(dice))
    elif draft.jail[seat] + 1 < rules.jail_tries:
        draft.jail = changed(draft.jail, seat, draft.jail[seat] + 1)
        draft.tell("jail_stayed", "jail roll", seat, draft.jail[seat])
    else:
        draft.jail = changed(draft.jail, seat, FREE)
        again = rules.jail_last_try == "roll_again"
        draft.first(ExtraMove(seat) if again else Walk(seat, sum(dice)))
        draft.owe(seat, BANK, rules.jail_fee, "jail last")


VERBS = {
    "pay_fee": bare(N_("Pay the fee and leave jail."), _no_fee, _pay_fee),
    "use_card": taking(
        N_("Hand in a jail card and leave jail."),
        {"deck": needed(text(30, 1))},
        {"deck": "chance"},
        (_cards, _no_card, _use_card),
        menu=N_("Hand in a jail card …"),
    ),
}
