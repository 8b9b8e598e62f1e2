"""Turns: the first player, rolling, bonus rolls, and what each roll of the dice is for."""

from __future__ import annotations

from itertools import product

from pingblock.languages import N_
from pingblock.languages.later import NN_, later
from pingblock.tables.command import Command, Refusal
from pingblock.tables.property.block import coins, silent
from pingblock.tables.property.board import BANK
from pingblock.tables.property.jail import roll_in_jail
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import FREE, PropertyDraft, PropertyState
from pingblock.tables.property.tasks import (
    DICE_TASKS,
    Arrest,
    BlockPress,
    ExtraMove,
    HandOut,
    RollOff,
    SilentCoins,
    UtilityRoll,
)
from pingblock.tables.property.walking import walk
from pingblock.tables.verb import Arguments, bare, taking
from pingware.shared.schema import list_of, needed, whole

BONUS_MOST = 3  # The third bonus roll in a turn leads to jail (STX-03, FO-09).


def _no_take(state: PropertyState, step: Command) -> Refusal | None:
    if state.todo:
        return refusal(state, "turn", "First settle the open decision.")
    if state.turn != step.seat:
        return refusal(state, "turn", "It is another player's turn.")
    return None


def _roll(draft: PropertyDraft, step: Command) -> None:
    draft.rolling = True
    if draft.claims:
        _close_claims(draft)


def _close_claims(draft: PropertyDraft) -> None:
    """Drops the rents that owners did not ask for (SM-24, ST-20, FO-12)."""
    for claim in draft.claims:
        if claim.visitor != draft.turn:
            draft.tell_at("rent_forgotten", "ask", claim.owner, claim.space)
    draft.claims = tuple(each for each in draft.claims if each.visitor == draft.turn)


def wants_dice(state: PropertyState) -> bool:
    """Returns whether dice can be rolled now."""
    return not state.todo or isinstance(state.todo[0], DICE_TASKS)


def _outcomes(state: PropertyState, seat: int) -> Arguments:
    if state.rolling or isinstance(state.task, DICE_TASKS):
        for dice in product(range(1, 7), repeat=state.edition.rules.dice):
            yield {"dice": dice}


def _no_dice(state: PropertyState, step: Command) -> Refusal | None:
    if not wants_dice(state):
        return refusal(state, "turn", "No dice are rolled now.")
    count = state.edition.rules.dice
    if len(step.arg("dice")) != count:
        dice = later(*NN_("{n} die", "{n} dice"), n=count)
        return refusal(state, "dice", "This game has {dice}.", dice=dice)
    return None


def _dice(draft: PropertyDraft, step: Command) -> None:
    dice = step.arg("dice")
    task = draft.settled() if draft.todo else None
    if task is None:
        _turn_roll(draft, dice)
    elif isinstance(task, RollOff):
        _roll_off(draft, task, sum(dice))
    elif isinstance(task, UtilityRoll):
        amount = task.factor * sum(dice)
        draft.owe(task.seat, task.owner, amount, "rent utility")
    elif isinstance(task, BlockPress):
        silent(draft, task.seat, sum(dice))
    elif isinstance(task, SilentCoins):
        coins(draft, task.seat, sum(dice))
    else:
        assert isinstance(task, ExtraMove)
        walk(draft, task.seat, sum(dice))


def _turn_roll(draft: PropertyDraft, dice: tuple[int, ...]) -> None:
    seat, rules = draft.turn, draft.edition.rules
    if draft.claims:
        _close_claims(draft)
    draft.rolling, draft.moving, draft.spent = False, True, 0
    draft.tell("rolled", "turn", seat, *dice)
    if draft.jail[seat] != FREE:
        roll_in_jail(draft, dice)
        return
    if rules.double_ones and dice == (1, 1):
        draft.pay(BANK, seat, rules.double_ones)
        draft.tell("double_ones_paid", "HR-05", seat, rules.double_ones)
    doubles = len(dice) == 2 and dice[0] == dice[1]
    eleven = rules.bonus_roll == "doubles_or_eleven" and sum(dice) == 11
    draft.again = rules.bonus_roll != "none" and (doubles or eleven)
    draft.streak += draft.again
    if draft.streak == BONUS_MOST:
        draft.tell("rolled_too_well", "bonus", seat)
        draft.again = False
        draft.first(Arrest(seat))
        if rules.third_bonus == "move_then_jail":
            walk(draft, seat, sum(dice))
    else:
        walk(draft, seat, sum(dice))


def _roll_off(draft: PropertyDraft, task: RollOff, total: int) -> None:
    """Notes a roll for the first turn. The highest roll begins (SM-07, SM-A-22, ST-06, FO-07)."""
    rolled = (*task.rolled, total)
    draft.tell("start_rolled", "first", task.seats[len(rolled) - 1], total)
    if len(rolled) < len(task.seats):
        draft.first(RollOff(task.seats, rolled))
        return
    pairs = zip(task.seats, rolled, strict=True)
    best = tuple(seat for seat, each in pairs if each == max(rolled))
    if len(best) > 1:
        draft.first(RollOff(best))
        return
    draft.turn = best[0]
    draft.tell("first_chosen", "first", draft.turn)


def _hands(state: PropertyState, seat: int) -> Arguments:
    """Yields one example of dealt deeds, in the order of the board."""
    if isinstance(state.task, HandOut):
        count = state.edition.rules.free_deeds * len(state.alive)
        yield {"spaces": state.edition.deeds[:count]}


def _no_hands(state: PropertyState, step: Command) -> Refusal | None:
    if not isinstance(state.task, HandOut):
        return refusal(state, "free deeds", "You can deal free deeds only at the beginning.")
    spaces = step.arg("spaces")
    count = state.edition.rules.free_deeds * len(state.alive)
    if len(spaces) != count or len(set(spaces) & set(state.edition.deeds)) != count:
        return refusal(state, "free deeds", "Deal {count} different deeds.", count=count)
    return None


def _hand_out(draft: PropertyDraft, step: Command) -> None:
    """Deals the deeds to each player in turn (FO-S1)."""
    draft.settled()
    for index, space in enumerate(step.arg("spaces")):
        seat = draft.alive[index % len(draft.alive)]
        draft.put(space, seat)
        draft.tell_at("deed_dealt", "free deeds", seat, space)


_DICE = list_of(whole(1, 6), 2, 1)
VERBS = {
    "roll": bare(N_("Take the dice."), _no_take, _roll),
    "dice": taking(
        N_("The dice show this."),
        {"dice": needed(_DICE)},
        {"dice": [4]},
        (_outcomes, _no_dice, _dice),
        menu=N_("They show …"),
        free=True,
        chance=True,
    ),
    "hand_out": taking(
        N_("Deal free deeds, one to each player in turn."),
        {"spaces": needed(list_of(whole(0, 200), 80))},
        {"spaces": [1, 3]},
        (_hands, _no_hands, _hand_out),
        menu=N_("The deeds are dealt …"),
        free=True,
        chance=True,
    ),
}
