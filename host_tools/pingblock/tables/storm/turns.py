"""Turns of ``storm``: the drop-in, the dice, the move, jail, the Storm card and the end."""

from __future__ import annotations

from itertools import product

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal
from pingblock.tables.storm.damage import cover, lose
from pingblock.tables.storm.flow import advance
from pingblock.tables.storm.state import (
    ACTIONS,
    DROP_IN,
    FREE,
    NOWHERE,
    ROLL_OFF,
    TURN,
    StormDraft,
    StormState,
    no_space,
    not_deciding,
)
from pingblock.tables.storm.walking import STORM, walk
from pingblock.tables.verb import Arguments, at_space, bare, taking
from pingware.shared.schema import needed, one_of, whole

RELEASE_HP = 2  # FN-29


def dropping(state: StormState) -> int:
    """Returns the seat that drops in next: first player, then clockwise (FN-07)."""
    seats = list(range(len(state.hp)))
    in_order = seats[state.turn :] + seats[: state.turn]
    return next(seat for seat in in_order if state.place[seat] == NOWHERE and state.hp[seat])


def all_dropped(state: StormState) -> bool:
    """Returns whether all players in the game have dropped in."""
    return all(state.place[seat] != NOWHERE for seat in state.alive)


def _drops(state: StormState, seat: int) -> Arguments:
    if state.phase == DROP_IN:
        yield from ({"space": space} for space in range(len(state.board.spaces)))


def _no_drop(state: StormState, step: Command) -> Refusal | None:
    if state.phase != DROP_IN:
        return Refusal("You can drop in only before the first turn.", "FN-07")
    if step.seat != dropping(state):
        return Refusal("Another player must drop in first.", "FN-07")
    return no_space(state, step.arg("space"))


def _drop(draft: StormDraft, step: Command) -> None:
    space = step.arg("space")
    draft.put("place", step.player, space)
    draft.tell("dropped_in", "FN-07", step.player, draft.name(space))
    if all_dropped(draft.state):
        draft.set(phase=TURN)
        draft.tell("turn_begun", "FN-08", draft.state.turn)


def closed(state: StormState) -> StormState:
    """Returns the state for judging the next roll, which closes a turn that can end (FN-11)."""
    if _no_end(state, Command("end", state.turn, ())):
        return state
    return ended(StormDraft(state)).state


def ended(draft: StormDraft) -> StormDraft:
    """Ends the turn of a draft."""
    _end(draft, Command("end", draft.state.turn, ()))
    advance(draft)
    return draft


def _no_roll(state: StormState, step: Command) -> Refusal | None:
    if step.seat != state.turn:
        state = closed(state)
    if fault := not_deciding(state, step.seat):
        return fault
    return (
        Refusal("You have already rolled the dice in this turn.", "FN-10")
        if state.number
        else None
    )


def _roll(draft: StormDraft, step: Command) -> None:
    if step.seat != draft.state.turn:
        ended(draft)
    draft.set(rolling=True)


def in_jail(state: StormState) -> bool:
    """Returns whether the current player is in jail, where only the numbered die counts."""
    return state.phase == TURN and state.jail[state.turn] != FREE


def dice_due(state: StormState) -> bool:
    """Returns whether a roll of the dice is due."""
    return state.phase == ROLL_OFF or state.rolling


def _shown(state: StormState, seat: int) -> Arguments:
    if not dice_due(state):
        return
    if state.phase == ROLL_OFF or in_jail(state):
        yield from ({"number": number} for number in range(1, 7))
        return
    actions = [name for name, n in zip(ACTIONS, state.rules.faces, strict=True) if n]
    for number, action in product(range(1, 7), actions):
        yield {"number": number, "action": action}


def _no_dice(state: StormState, step: Command) -> Refusal | None:
    state = closed(state)
    alone = state.phase == ROLL_OFF or in_jail(state)
    if state.phase == DROP_IN or (state.phase == TURN and (state.number or state.due)):
        return Refusal("No dice are rolled now.", "FN-10")
    if state.swap:
        return Refusal("First the other player must answer the trade.", "FN-37")
    if state.ending:
        return Refusal("The turn is over.", "FN-27")
    action = step.arg("action")
    if alone and action:
        rule = "FN-07" if state.phase == ROLL_OFF else "FN-29"
        return Refusal("Only the numbered die is rolled now.", rule)
    if not alone and not action:
        return Refusal("Both dice are rolled, so name the face of the action die, too.", "FN-10")
    return None


def _dice(draft: StormDraft, step: Command) -> None:
    number, action = step.arg("number"), step.arg("action") or ""
    if closed(draft.state) is not draft.state:
        ended(draft)
    if draft.state.phase == ROLL_OFF:
        _roll_off(draft, number)
        return
    draft.set(rolling=False)
    seat = draft.state.turn
    if in_jail(draft.state):
        draft.tell("jail_rolled", "FN-29", seat, number)
        _try(draft, seat, number)
        return
    draft.set(number=number, action=action)
    draft.tell("rolled", "FN-10", seat, number, action)


def _try(draft: StormDraft, seat: int, number: int) -> None:
    """Judges a try to leave jail (FN-29)."""
    tries = draft.state.jail[seat] + 1
    if number == 6:
        draft.put("jail", seat, FREE)
        draft.tell("jail_left", "FN-29", seat)
        return
    draft.put("jail", seat, tries if tries < draft.state.rules.jail_tries else FREE)
    draft.tell("jail_stayed", "FN-29", seat, tries, draft.state.jail[seat] == FREE)
    draft.set(ending=True)


def _roll_off(draft: StormDraft, number: int) -> None:
    """Notes a roll for the drop-in. The highest roll begins. Equal rolls are repeated (FN-07)."""
    state = draft.state
    rolled = (*state.rolled, (state.tied[len(state.rolled)], number))
    draft.tell("start_rolled", "FN-07", rolled[-1][0], number)
    draft.set(rolled=rolled)
    if len(rolled) < len(state.tied):
        return
    most = max(each for _, each in rolled)
    best = tuple(seat for seat, each in rolled if each == most)
    draft.set(rolled=(), tied=best)
    if len(best) == 1:
        draft.set(phase=DROP_IN, turn=best[0])
        draft.tell("first_chosen", "FN-07", best[0])


def _no_move(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    if not state.number:
        return Refusal("First roll the dice.", "FN-10")
    return Refusal("You have already moved.", "FN-10") if state.moved else None


def _move(draft: StormDraft, step: Command) -> None:
    draft.set(moved=True)
    walk(draft, draft.state.number)


def _no_end(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    return None if state.moved else Refusal("Roll and move before the turn ends.", "FN-10")


def _end(draft: StormDraft, step: Command) -> None:
    if not draft.state.acted:
        draft.tell("action_let_go", "FN-11", step.seat, draft.state.action)
    draft.set(ending=True)


def _no_release(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    if not in_jail(state):
        return Refusal("You are not in jail.", "FN-29")
    if state.hp[step.player] <= RELEASE_HP:
        few = N_("Leaving jail costs {cost} HP, but you have only {hp}: roll for a 6.")
        return Refusal(few, "FN-A-05", cost=RELEASE_HP, hp=state.hp[step.player])
    return None


def _release(draft: StormDraft, step: Command) -> None:
    lose(draft, step.player, RELEASE_HP, "FN-29")
    draft.put("jail", step.player, FREE)
    draft.tell("jail_left", "FN-29", step.player)


def _targets(state: StormState, seat: int) -> Arguments:
    if state.due[:1] == (STORM,):
        cards = list(state.board.storm_cards) or range(len(state.board.spaces))
        yield from ({"space": space} for space in dict.fromkeys(cards))


def _no_storm(state: StormState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if state.due[:1] != (STORM,):
        return Refusal("You can turn over a Storm card only when the storm comes.", "FN-20")
    if fault := no_space(state, space):
        return fault
    known = state.board.storm_cards
    if known and state.storm_drawn.count(space) >= known.count(space):
        return Refusal("No Storm card for this space is left.", "FN-A-02")
    return None


def _storm(draft: StormDraft, step: Command) -> None:
    """Covers the space on the Storm card. A covered space stays covered (FN-21, FN-A-07)."""
    space = step.arg("space")
    draft.set(due=draft.state.due[1:], storm_drawn=(*draft.state.storm_drawn, space))
    if draft.state.stormed[space]:
        draft.tell("storm_repeated", "FN-A-07", None, draft.name(space))
    else:
        cover(draft, space, "FN-21")


_NUMBER = {"number": needed(whole(1, 6)), "action": one_of(*ACTIONS)}
VERBS = {
    "drop": at_space(N_("Drop in on a space."), N_("Drop in …"), (_drops, _no_drop, _drop)),
    "roll": bare(N_("Take the dice."), _no_roll, _roll),
    "pay": bare(N_("Pay 2 HP and leave jail."), _no_release, _release),
    "dice": taking(
        N_("The dice show this. One number is the numbered die."),
        _NUMBER,
        {"number": 4, "action": ACTIONS[0]},
        (_shown, _no_dice, _dice),
        menu=N_("They show …"),
        free=True,
        chance=True,
    ),
    "move": bare(N_("Move by the number and play the space."), _no_move, _move),
    "storm": at_space(
        N_("The Storm card names this space."),
        N_("The storm takes …"),
        (_targets, _no_storm, _storm),
        chance=True,
    ),
    "end": bare(N_("End the turn."), _no_end, _end),
}
