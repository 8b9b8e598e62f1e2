"""Flow of a property game: automatic steps after a command, and the next turn."""

from __future__ import annotations

from pingblock.tables.property.auctions import close_auction, may_raise, put_up
from pingblock.tables.property.building import build_at_cost
from pingblock.tables.property.cards import act
from pingblock.tables.property.deeds import ask
from pingblock.tables.property.ending import BOUND, COUNTED, LAPS, finish
from pingblock.tables.property.state import PropertyDraft, PropertyState
from pingblock.tables.property.tasks import (
    CHANCE_TASKS,
    Arrest,
    Auction,
    CardActs,
    Debt,
    Estate,
    Offer,
    Shortage,
    Walk,
)
from pingblock.tables.property.walking import arrest, walk

# Open decisions that can continue without a command.
_AUTOMATIC = {Debt, Walk, CardActs, Auction, Estate, Arrest, Shortage}


def advance(draft: PropertyDraft) -> None:
    """Continues until a player must decide or roll, or the game has ended."""
    while draft.result is None:
        if not draft.todo:
            if draft.claims and not draft.edition.rules.ask_rent:
                claim, draft.claims = draft.claims[0], draft.claims[1:]
                ask(draft, claim)  # HR-07: owners need not ask
                continue
            if draft.moving or draft.ending or draft.turn not in draft.alive:
                _turn_over(draft)
            return
        task = draft.todo[0]
        if type(task) not in _AUTOMATIC:
            return
        if isinstance(task, Debt):
            if draft.cash[task.seat] < task.amount:
                return
            draft.settled()
            draft.tell("paid", "debt", task.seat, task.amount, task.creditor)
            draft.pay(task.seat, task.creditor, task.amount)
        elif isinstance(task, Walk):
            draft.settled()
            walk(draft, task.seat, task.steps)
        elif isinstance(task, CardActs):
            act(draft)
        elif isinstance(task, Auction):
            if may_raise(draft, task):
                return
            close_auction(draft)
        elif isinstance(task, Estate) and draft.edition.rules.estate_order == "board":
            put_up(draft, task.spaces[0])
        elif isinstance(task, Arrest):
            draft.settled()
            arrest(draft, task.seat)
        elif isinstance(task, Shortage) and not task.others:
            draft.settled()
            build_at_cost(draft, task.space)
        else:
            return


def _turn_over(draft: PropertyDraft) -> None:
    """Passes the dice to the next player, unless the player rolls again."""
    if draft.ending:
        finish(draft, COUNTED, "end")
        return
    laps = draft.edition.rules.laps
    if laps and max(draft.laps[seat] for seat in draft.alive) >= laps:
        finish(draft, LAPS, "HR-08")
        return
    draft.moving = draft.rolling = False
    if draft.again and draft.turn in draft.alive:
        draft.again = False
        draft.tell("roll_repeated", "bonus", draft.turn)
        return
    if draft.turns >= draft.turns_most:
        finish(draft, BOUND, "")
        return
    for seat in draft.alive:
        if seat > draft.turn:
            draft.turn = seat
            break
    else:
        draft.turn = draft.alive[0]
    draft.again, draft.streak = False, 0
    draft.turns += 1
    draft.tell("turn_begun", "turn", draft.turn)


def waits_for(state: PropertyState) -> tuple[int, ...]:
    """Returns the seats that a game waits for, or () if it waits for chance or is over."""
    if state.result or state.rolling:
        return ()
    if not state.todo:
        if not state.claims:
            return (state.turn,)
        return tuple(dict.fromkeys(claim.owner for claim in state.claims))
    task = state.todo[0]
    if isinstance(task, Auction):
        return may_raise(state, task)
    if isinstance(task, Shortage):
        return task.others
    if isinstance(task, Offer):
        return (task.to,)
    if isinstance(task, Estate):
        return state.alive[:1]
    if isinstance(task, CHANCE_TASKS):
        return ()
    return (task.seat,)
