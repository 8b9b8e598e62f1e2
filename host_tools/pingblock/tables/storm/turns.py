"""Turns of ``storm``: the drop-in, the dice, the move, jail, the Storm card and the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from pingblock.tables.command import Command, Refusal, Verb
from pingblock.tables.storm.damage import cover, lose
from pingblock.tables.storm.state import (
    ACTIONS,
    DROP_IN,
    FREE,
    NOWHERE,
    ROLL_OFF,
    TURN,
    Play,
    StormState,
    no_space,
    not_deciding,
)
from pingblock.tables.storm.walking import STORM, walk
from pingblock.tables.verb import RuledVerb, plain
from pingware.shared.rules import needed, one_of, whole

RELEASE_HP = 2  # FN-29
SPACE = needed(whole(0, 200))


def dropping(state: StormState) -> int:
    """Returns the seat that drops in next: the one who begins, then to the left (FN-07)."""
    seats = list(range(len(state.hp)))
    in_order = seats[state.turn :] + seats[: state.turn]
    return next(seat for seat in in_order if state.place[seat] == NOWHERE)


def _drops(state: StormState, seat: int) -> Iterator[dict[str, Any]]:
    if state.phase == DROP_IN:
        yield from ({"space": space} for space in range(len(state.board.spaces)))


def _no_drop(state: StormState, step: Command) -> Refusal | None:
    if state.phase != DROP_IN:
        return Refusal("Nobody drops in now.", "FN-07")
    if step.seat != dropping(state):
        return Refusal("Another player drops in first.", "FN-07")
    return no_space(state, step.arg("space"))


def _drop(play: Play, step: Command) -> None:
    assert step.seat is not None
    space = step.arg("space")
    play.put("place", step.seat, space)
    play.tell("drops in", "FN-07", step.seat, play.name(space))
    if NOWHERE not in play.state.place:
        play.set(phase=TURN)
        play.tell("is on turn", "FN-08", play.state.turn)


def _no_roll(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    return Refusal("The dice were rolled in this turn.", "FN-10") if state.number else None


def _roll(play: Play, step: Command) -> None:
    play.set(rolling=True)


def in_jail(state: StormState) -> bool:
    """Returns whether the player of the turn is in jail, where the numbered die rolls alone."""
    return state.phase == TURN and state.jail[state.turn] != FREE


def dice_due(state: StormState) -> bool:
    """Returns whether dice come now."""
    return state.phase == ROLL_OFF or state.rolling


def _shown(state: StormState, seat: int) -> Iterator[dict[str, Any]]:
    if not dice_due(state):
        return
    if state.phase == ROLL_OFF or in_jail(state):
        yield from ({"number": number} for number in range(1, 7))
        return
    actions = [name for name, n in zip(ACTIONS, state.rules.faces, strict=True) if n]
    for number, action in product(range(1, 7), actions):
        yield {"number": number, "action": action}


def _no_dice(state: StormState, step: Command) -> Refusal | None:
    alone = state.phase == ROLL_OFF or in_jail(state)
    if state.phase == DROP_IN or (state.phase == TURN and (state.number or state.due)):
        return Refusal("No dice are rolled now.", "FN-10")
    if state.swap:
        return Refusal("First the trade is answered.", "FN-37")
    if state.ending:
        return Refusal("The turn is over.", "FN-27")
    action = step.arg("action")
    if alone and action:
        rule = "FN-07" if state.phase == ROLL_OFF else "FN-29"
        return Refusal("The numbered die rolls alone.", rule)
    if not alone and not action:
        return Refusal("Both dice roll: what does the action die show?", "FN-10")
    return None


def _dice(play: Play, step: Command) -> None:
    number, action = step.arg("number"), step.arg("action") or ""
    if play.state.phase == ROLL_OFF:
        _roll_off(play, number)
        return
    play.set(rolling=False)
    seat = play.state.turn
    if in_jail(play.state):
        play.tell("tries", "FN-29", seat, number)
        _try(play, seat, number)
        return
    play.set(number=number, action=action)
    play.tell("rolls", "FN-10", seat, number, action)


def _try(play: Play, seat: int, number: int) -> None:
    """Judges a try to leave jail (FN-29)."""
    tries = play.state.jail[seat] + 1
    if number == 6:
        play.put("jail", seat, FREE)
        play.tell("is free", "FN-29", seat)
        return
    play.put("jail", seat, tries if tries < play.state.rules.jail_tries else FREE)
    play.tell("stays", "FN-29", seat, tries, play.state.jail[seat] == FREE)
    play.set(ending=True)


def _roll_off(play: Play, number: int) -> None:
    """Notes a roll for the drop-in; the highest begins, ties roll again (FN-07)."""
    state = play.state
    rolled = (*state.rolled, (state.tied[len(state.rolled)], number))
    play.tell("rolls for the start", "FN-07", rolled[-1][0], number)
    play.set(rolled=rolled)
    if len(rolled) < len(state.tied):
        return
    most = max(each for _, each in rolled)
    best = tuple(seat for seat, each in rolled if each == most)
    play.set(rolled=(), tied=best)
    if len(best) == 1:
        play.set(phase=DROP_IN, turn=best[0])
        play.tell("begins", "FN-07", best[0])


def _no_move(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    if not state.number:
        return Refusal("First roll the dice.", "FN-10")
    return Refusal("You have moved already.", "FN-10") if state.moved else None


def _move(play: Play, step: Command) -> None:
    play.set(moved=True)
    walk(play, play.state.number)


def _no_end(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    return None if state.moved else Refusal("Roll and move before the turn ends.", "FN-10")


def _end(play: Play, step: Command) -> None:
    if not play.state.acted:
        play.tell("lets go", "FN-11", step.seat, play.state.action)
    play.set(ending=True)


def _no_release(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    assert step.seat is not None
    if not in_jail(state):
        return Refusal("You are not in jail.", "FN-29")
    if state.hp[step.seat] <= RELEASE_HP:
        say = f"It costs {RELEASE_HP} HP, and you have {state.hp[step.seat]}: roll for a 6."
        return Refusal(say, "FN-A-05")
    return None


def _release(play: Play, step: Command) -> None:
    assert step.seat is not None
    lose(play, step.seat, RELEASE_HP, "FN-29")
    play.put("jail", step.seat, FREE)
    play.tell("is free", "FN-29", step.seat)


def _targets(state: StormState, seat: int) -> Iterator[dict[str, Any]]:
    if state.due[:1] == (STORM,):
        cards = list(state.board.storm_cards) or range(len(state.board.spaces))
        yield from ({"space": space} for space in dict.fromkeys(cards))


def _no_storm(state: StormState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if state.due[:1] != (STORM,):
        return Refusal("No Storm card is turned over now.", "FN-20")
    if fault := no_space(state, space):
        return fault
    known = state.board.storm_cards
    if known and state.storm_drawn.count(space) >= known.count(space):
        return Refusal("No Storm card that is left names this space.", "FN-A-02")
    return None


def _storm(play: Play, step: Command) -> None:
    """Covers the space of the card; one that is covered stays so (FN-21, FN-A-07)."""
    space = step.arg("space")
    play.set(due=play.state.due[1:], storm_drawn=(*play.state.storm_drawn, space))
    if play.state.stormed[space]:
        play.tell("was stormed", "FN-A-07", None, play.name(space))
    else:
        cover(play, space, "FN-21")


_NUMBER = {"number": needed(whole(1, 6)), "action": one_of(*ACTIONS)}
VERBS = {
    "drop": RuledVerb(
        Verb("Drop in on a space.", {"space": SPACE}, example={"space": 1}),
        _drops,
        _no_drop,
        _drop,
    ),
    "roll": RuledVerb(Verb("Take the dice."), plain, _no_roll, _roll),
    "pay": RuledVerb(Verb("Pay 2 HP and leave jail."), plain, _no_release, _release),
    "dice": RuledVerb(
        Verb(
            "The dice show this; alone, the numbered die.",
            _NUMBER,
            chance=True,
            example={"number": 4, "action": ACTIONS[0]},
        ),
        _shown,
        _no_dice,
        _dice,
    ),
    "move": RuledVerb(Verb("Move by the number and play the space."), plain, _no_move, _move),
    "storm": RuledVerb(
        Verb(
            "The Storm card names this space.", {"space": SPACE}, chance=True, example={"space": 1}
        ),
        _targets,
        _no_storm,
        _storm,
    ),
    "end": RuledVerb(Verb("End the turn."), plain, _no_end, _end),
}
