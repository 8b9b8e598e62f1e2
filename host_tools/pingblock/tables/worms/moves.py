"""Moves of ``worms``: what may follow, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.game import Result, TableEvent
from pingblock.tables.worms.state import Seen, WormsState

RUN, PULL, KEEP, BACK, TIME = "run", "pull", "keep", "back", "time"
DEAL, FIRST, WORM = "deal", "first", "worm"
PULLS_MOST = 200  # in a run, which no run of 60 s has
_T = TypeVar("_T")
Moved = tuple[WormsState, tuple[TableEvent, ...]]


def to_act(state: WormsState) -> tuple[int, ...]:
    """Returns the seats that may decide now."""
    if state.result or due(state) or state.seat is None:
        return ()
    holding = tuple(seat for seat, held in enumerate(state.held) if held)
    if not state.running:
        return holding or (state.seat,)
    return tuple(range(len(state.wanted))) if state.together else (state.seat,)


def due(state: WormsState) -> str:
    """Returns the outcome of chance that is due, or ""."""
    if state.dealing is not None:
        return DEAL
    if state.seat is None:
        return FIRST
    return WORM if state.pulling else ""


def outcomes(state: WormsState, what: str) -> Iterator[Command]:
    """Yields every outcome of chance."""
    if what == FIRST:
        yield from (command(FIRST, player=seat) for seat in range(len(state.wanted)))
        return
    pool = state.cards if what == DEAL else state.unseen
    for colour, number in enumerate(pool):
        if number:
            yield command(what, colour=state.colours[colour])


def draw(state: WormsState, chance: SeededChance) -> Command | None:
    """Draws the outcome that is due; each card or worm is as likely as another."""
    what = "" if state.result else due(state)
    if what == FIRST:
        return command(FIRST, player=chance.below(len(state.wanted)))
    if not what:
        return None
    pool = state.cards if what == DEAL else state.unseen
    number, colour = chance.below(sum(pool)), 0
    while number >= pool[colour]:
        number, colour = number - pool[colour], colour + 1
    return command(what, colour=state.colours[colour])


def pull_of(state: WormsState, seat: int, worm: Seen) -> Command:
    """Returns the pull of a worm that was seen."""
    if worm.hole is None:
        return command(PULL, seat, seen=state.colours[worm.colour])
    return command(PULL, seat, hole=worm.hole)


def why_not(state: WormsState, step: Command) -> Refusal | None:
    """Returns the reason against a well-formed command; None if it is legal."""
    if state.result:
        return Refusal("The game is over.", "WW-16")
    what = due(state)
    if step.do != what and (what or step.seat is None):
        return _out_of_order(step.do, what)
    if what == FIRST:
        known = step.arg("player") < len(state.wanted)
        return None if known else Refusal("There is no such player.", "WW-02")
    if what:
        pool = state.cards if what == DEAL else state.unseen
        return _why_not_colour(state, pool, step.arg("colour"))
    assert step.seat is not None
    held = state.held[step.seat]
    if step.do in (KEEP, BACK):
        return _why_not_put(state, step, held)
    if not state.together and step.seat not in to_act(state):
        return Refusal("It is another player's turn.", "WW-A-12")
    if step.do == TIME:
        return None if state.running else Refusal("The worms stand still already.", "WW-14")
    if held is not None or (not state.running and any(state.held)):
        return Refusal("A worm is in the hand: keep it or put it back.", "WW-11")
    if step.do == PULL:
        return _why_not_pull(state, step)
    if state.running:
        return Refusal("The worms move already.", "WW-09")
    return None if step.seat == state.seat else Refusal("Somebody else has the lever.", "WW-18")


def apply(state: WormsState, step: Command) -> Moved:
    """Returns the state after a legal command, and what it brought about."""
    seat = step.seat
    if seat is None:
        return _by_chance(state, step)
    if step.do == RUN:
        return state._replace(running=True, pulls=0), (TableEvent(RUN, "WW-09", seat),)
    if step.do == TIME:
        event = TableEvent(TIME, "WW-14", seat)
        return _hand_over(state._replace(running=False), (event,))
    if step.do == PULL:
        return _pull(state, seat, step)
    return _put(state, seat, step.do)


def _by_chance(state: WormsState, step: Command) -> Moved:
    if step.do == FIRST:
        seat = step.arg("player")
        return state._replace(seat=seat), (TableEvent(FIRST, "WW-A-08", seat),)
    name = step.arg("colour")
    colour = state.colours.index(name)
    if step.do == DEAL:
        to = state.dealing
        assert to is not None
        state = state._replace(
            cards=_plus(state.cards, colour, -1), wanted=_wanted(state, to, colour, 1)
        )
        return state, (TableEvent(DEAL, "WW-19", to, (name,)),)
    assert state.pulling is not None
    seat, hole = state.pulling
    state = state._replace(
        unseen=_plus(state.unseen, colour, -1),
        held=_at(state.held, seat, Seen(colour, hole)),
        pulling=None,
    )
    return state, (_judged(state, seat, colour),)


def _pull(state: WormsState, seat: int, step: Command) -> Moved:
    state = state._replace(pulls=state.pulls + 1)
    known = _known(state, step)
    if known is None:
        return state._replace(pulling=(seat, step.arg("hole"))), ()
    seen = list(state.seen)
    seen.remove(known)
    state = state._replace(seen=tuple(seen), held=_at(state.held, seat, known))
    return state, (_judged(state, seat, known.colour),)


def _judged(state: WormsState, seat: int, colour: int) -> TableEvent:
    """Returns whether a worm is a match: its colour is that of a card without one (WW-12)."""
    name = state.colours[colour]
    if state.wanted[seat][colour]:
        return TableEvent("hit", "WW-12", seat, (name, sum(state.wanted[seat]) - 1))
    return TableEvent("miss", "WW-13", seat, (name,))


def _put(state: WormsState, seat: int, do: str) -> Moved:
    worm = state.held[seat]
    assert worm is not None
    name = state.colours[worm.colour]
    state = state._replace(held=_at(state.held, seat, None))
    if do == BACK:
        event = TableEvent(BACK, "WW-13", seat, (name,))
        return _hand_over(state._replace(seen=(*state.seen, worm)), (event,))
    state = state._replace(
        wanted=_wanted(state, seat, worm.colour, -1),
        covered=_plus(state.covered, seat, 1),
        emptied=(*state.emptied, worm.hole) if worm.hole else state.emptied,
    )
    kept = TableEvent(KEEP, "WW-12", seat, (name,))
    if any(state.wanted[seat]):
        return _hand_over(state, (kept,))
    rule = "WW-21" if state.mixed else "WW-16"
    result = Result((seat,), state.covered, "Every card has its worm.", rule)
    return state._replace(result=result), (kept, TableEvent("won", rule, seat))


def _hand_over(state: WormsState, events: tuple[TableEvent, ...]) -> Moved:
    """Returns the state with the next player, if the run is over and no hand holds a worm."""
    if state.running or any(state.held):
        return state, events
    assert state.seat is not None
    seat, runs = (state.seat + 1) % len(state.wanted), state.runs + 1  # WW-15, WW-18
    state = state._replace(seat=seat, runs=runs)
    if runs < state.runs_most:
        return state, (*events, TableEvent("next", "WW-15", seat))
    best = max(state.covered)
    winners = tuple(each for each, number in enumerate(state.covered) if number == best)
    reason = f"Broken off after {runs} runs: the most matches win."
    state = state._replace(result=Result(winners, state.covered, reason))
    return state, (*events, TableEvent("bound", "", None, (runs,)))


def _why_not_pull(state: WormsState, step: Command) -> Refusal | None:
    if not state.running:
        return Refusal("The worms stand still: let the lever go.", "WW-09")
    if state.pulls >= PULLS_MOST:
        return Refusal("No run is so long: the worms stand still.", "WW-09")
    hole, seen = step.arg("hole"), step.arg("seen")
    if hole is not None and seen is not None:
        return Refusal("Name the hole or the colour, not both.")
    if seen is not None and _known(state, step) is None:
        return Refusal(f"Nobody has seen a worm called '{seen}' in the apple.", "WW-13")
    empty = {each.hole for each in state.held if each} | set(state.emptied)
    if hole is not None and hole in empty:
        return Refusal(f"Hole {hole} is empty.", "WW-06")
    if _known(state, step) is None and not sum(state.unseen):
        return Refusal("Every worm in the apple was seen: name its hole or colour.", "WW-13")
    return None


def _why_not_put(state: WormsState, step: Command, held: Seen | None) -> Refusal | None:
    if held is None:
        return Refusal("There is no worm in this hand.", "WW-11")
    assert step.seat is not None
    if step.do == KEEP and not state.wanted[step.seat][held.colour]:
        name = state.colours[held.colour]
        return Refusal(f"No card without a worm is {name}: put it back.", "WW-12")
    return None


def _why_not_colour(state: WormsState, pool: tuple[int, ...], name: str) -> Refusal | None:
    left = {state.colours[colour] for colour, number in enumerate(pool) if number}
    if name in left:
        return None
    if name in state.colours:
        return Refusal(f"There is no {name} left that could come.", "WW-A-02")
    return Refusal(f"There is no colour '{name}': {', '.join(state.colours)}.", "WW-A-09")


def _out_of_order(do: str, what: str) -> Refusal:
    if what == DEAL:
        return Refusal("The cards are dealt first.", "WW-19")
    if what == FIRST:
        return Refusal("First draw who begins.", "WW-A-08")
    if what == WORM:
        return Refusal("A worm comes out: what colour has it?", "WW-11")
    return Refusal(f"It is no time for '{do}': a player decides.", "WW-09")


def _known(state: WormsState, step: Command) -> Seen | None:
    """Returns the worm that was seen and is pulled; None for an unseen one."""
    hole, seen = step.arg("hole"), step.arg("seen")
    for each in state.seen:
        if hole is not None and each.hole == hole:
            return each
        if seen is not None and state.colours[each.colour] == seen:
            return each
    return None


def _wanted(state: WormsState, seat: int, colour: int, more: int) -> tuple[tuple[int, ...], ...]:
    return _at(state.wanted, seat, _plus(state.wanted[seat], colour, more))


def _plus(numbers: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return _at(numbers, at, numbers[at] + more)


def _at(items: tuple[_T, ...], at: int, item: _T) -> tuple[_T, ...]:
    return (*items[:at], item, *items[at + 1 :])
