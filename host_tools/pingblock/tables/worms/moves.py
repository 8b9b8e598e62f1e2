"""Moves of ``worms``: the legal commands, and their effects."""

from __future__ import annotations

from collections.abc import Iterator

from pingblock.languages import N_
from pingblock.languages.later import later, name_later
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.draft import Draft, changed
from pingblock.tables.game import Result, TableEvent
from pingblock.tables.worms.state import Seen, WormsState

RUN, PULL, KEEP, BACK, TIME = "run", "pull", "keep", "back", "time"
DEAL, FIRST, WORM = "deal", "first", "worm"
PULLS_MOST = 200  # maximum pulls in a wiggle, more than are possible in 60 s


def to_act(state: WormsState) -> tuple[int, ...]:
    """Returns the seats that can decide now."""
    if state.result or due(state) or state.seat is None:
        return ()
    holding = tuple(seat for seat, held in enumerate(state.held) if held)
    if not state.running:
        return holding or (state.seat,)
    return state.alive if state.together else (state.seat,)


def due(state: WormsState) -> str:
    """Returns the due outcome of chance, or ""."""
    if state.dealing is not None:
        return DEAL
    if state.seat is None:
        return FIRST
    return WORM if state.pulling else ""


def outcomes(state: WormsState, what: str) -> Iterator[Command]:
    """Yields every outcome of chance."""
    if what == FIRST:
        yield from (command(FIRST, player=seat) for seat in state.alive)
        return
    pool = state.cards if what == DEAL else state.unseen
    for colour, number in enumerate(pool):
        if number:
            yield command(what, colour=state.colours[colour])


def draw(state: WormsState, chance: SeededChance) -> Command | None:
    """Draws the due outcome. Each card or worm has the same chance."""
    what = "" if state.result else due(state)
    if what == FIRST:
        return command(FIRST, player=state.alive[chance.below(len(state.alive))])
    if not what:
        return None
    pool = state.cards if what == DEAL else state.unseen
    number, colour = chance.below(sum(pool)), 0
    while number >= pool[colour]:
        number, colour = number - pool[colour], colour + 1
    return command(what, colour=state.colours[colour])


def pull_of(state: WormsState, seat: int, worm: Seen) -> Command:
    """Returns the command to pull a seen worm."""
    if worm.hole is None:
        return command(PULL, seat, seen=state.colours[worm.colour])
    return command(PULL, seat, hole=worm.hole)


def why_not(state: WormsState, step: Command) -> Refusal | None:
    """Returns the reason against a well-formed command, or None if it is legal."""
    if state.result:
        return Refusal("The game is over.", "WW-16")
    what = due(state)
    if step.do != what and (what or step.seat is None):
        return _out_of_order(step.do, what)
    if what == FIRST:
        known = step.arg("player") in state.alive
        return None if known else Refusal("There is no such player.", "WW-02")
    if what:
        pool = state.cards if what == DEAL else state.unseen
        return _why_not_colour(state, pool, step.arg("colour"))
    if step.seat in state.out:
        return Refusal("This player is out of the game.")
    held = state.held[step.player]
    if step.do in (KEEP, BACK):
        return _why_not_put(state, step, held)
    if not state.together and step.player not in to_act(state):
        return Refusal("It is another player's turn.", "WW-A-12")
    if step.do == TIME:
        return None if state.running else Refusal("The worms have already stopped.", "WW-14")
    if held is not None or (not state.running and any(state.held)):
        return Refusal("The player holds a worm: keep it or put it back.", "WW-11")
    if step.do == PULL:
        return _why_not_pull(state, step)
    if state.running:
        return Refusal("The worms are already moving.", "WW-09")
    return None if step.seat == state.seat else Refusal("Somebody else has the lever.", "WW-18")


def apply(state: WormsState, step: Command) -> tuple[WormsState, tuple[TableEvent, ...]]:
    """Returns the state after a legal command, and its events."""
    draft, seat = Draft(state), step.seat
    if seat is None:
        _by_chance(draft, step)
    elif step.do == RUN:
        draft.set(running=True, pulls=0)
        draft.tell("run_begun", "WW-09", seat)
    elif step.do == TIME:
        draft.set(running=False)
        draft.tell("run_ended", "WW-14", seat)
        hand_over(draft)
    elif step.do == PULL:
        _pull(draft, seat, step)
    else:
        _put(draft, seat, step.do)
    return draft.done()


def _by_chance(draft: Draft[WormsState], step: Command) -> None:
    state = draft.state
    if step.do == FIRST:
        draft.set(seat=step.arg("player"))
        draft.tell("first_chosen", "WW-A-08", step.arg("player"))
        return
    name = step.arg("colour")
    colour = state.colours.index(name)
    if step.do == DEAL:
        to = state.dealing
        assert to is not None
        _add(draft, "cards", colour, -1)
        _want(draft, to, colour, 1)
        draft.tell("card_dealt", "WW-19", to, name)
        return
    _come_out(draft, name)


def _come_out(draft: Draft[WormsState], name: str) -> None:
    """Puts an unseen worm of a colour into the hand of the player who pulled it."""
    colour = draft.state.colours.index(name)
    assert draft.state.pulling is not None
    seat, hole = draft.state.pulling
    _add(draft, "unseen", colour, -1)
    draft.put("held", seat, Seen(colour, hole))
    draft.set(pulling=None)
    _judge(draft, seat, colour)


def _pull(draft: Draft[WormsState], seat: int, step: Command) -> None:
    state = draft.state
    draft.set(pulls=state.pulls + 1)
    known, name = known_worm(state, step), step.arg("colour")
    if known is not None:
        seen = list(state.seen)
        seen.remove(known)
        draft.set(seen=tuple(seen))
        draft.put("held", seat, known)
        _judge(draft, seat, known.colour)
    else:
        draft.set(pulling=(seat, step.arg("hole")))
        if name is not None:
            _come_out(draft, name)
    if name is not None:
        wanted = draft.state.wanted[seat][state.colours.index(name)]
        _put(draft, seat, KEEP if wanted else BACK)


def _judge(draft: Draft[WormsState], seat: int, colour: int) -> None:
    """Notes whether a worm is a match, because a card of its colour has no worm (WW-12)."""
    name, wanted = draft.state.colours[colour], draft.state.wanted[seat]
    if wanted[colour]:
        draft.tell("match_pulled", "WW-12", seat, name, sum(wanted) - 1)
    else:
        draft.tell("miss_pulled", "WW-13", seat, name)


def _put(draft: Draft[WormsState], seat: int, do: str) -> None:
    state = draft.state
    worm = state.held[seat]
    assert worm is not None
    draft.put("held", seat, None)
    if do == BACK:
        draft.set(seen=(*state.seen, worm))
        draft.tell("worm_put_back", "WW-13", seat, state.colours[worm.colour])
        hand_over(draft)
        return
    _want(draft, seat, worm.colour, -1)
    _add(draft, "covered", seat, 1)
    if worm.hole:
        draft.set(emptied=(*state.emptied, worm.hole))
    draft.tell("worm_kept", "WW-12", seat, state.colours[worm.colour])
    if any(draft.state.wanted[seat]):
        hand_over(draft)
        return
    rule = "WW-21" if state.mixed else "WW-16"
    reason = later(N_("Every card has its worm."))
    draft.set(result=Result((seat,), draft.state.covered, reason, rule))
    draft.tell("won", rule, seat)


def next_seat(state: WormsState, seat: int) -> int:
    """Returns the seat of the next wiggle, without players who have left."""
    order = [(seat + 1 + step) % len(state.wanted) for step in range(len(state.wanted))]
    return next(each for each in order if each not in state.out)


def hand_over(draft: Draft[WormsState]) -> None:
    """Gives the lever to the next player, if the wiggle is over and all hands are empty."""
    state = draft.state
    if state.running or any(state.held):
        return
    assert state.seat is not None
    seat, runs = next_seat(state, state.seat), state.runs + 1  # rules WW-15 and WW-18
    draft.set(seat=seat, runs=runs)
    if runs < state.runs_most:
        draft.tell("turn_begun", "WW-15", seat)
        return
    best = max(state.covered[each] for each in state.alive)
    winners = tuple(each for each in state.alive if state.covered[each] == best)
    reason = later(N_("The game was ended after {runs} runs: the most matches win."), runs=runs)
    draft.set(result=Result(winners, state.covered, reason))
    draft.tell("broken_off", "", None, runs)


def _why_not_pull(state: WormsState, step: Command) -> Refusal | None:
    if not state.running:
        return Refusal("The worms have stopped: let the lever go.", "WW-09")
    if state.pulls >= PULLS_MOST:
        return Refusal("There are too many pulls for one run: the worms have stopped.", "WW-09")
    hole, seen = step.arg("hole"), step.arg("seen")
    if hole is not None and seen is not None:
        return Refusal("Name the hole or the colour, not both.")
    if seen is not None and known_worm(state, step) is None:
        say = N_("No worm called '{seen}' was seen in the apple.")
        return Refusal(say, "WW-13", seen=name_later(seen))
    empty = {each.hole for each in state.held if each} | set(state.emptied)
    if hole is not None and hole in empty:
        return Refusal("Hole {hole} is empty.", "WW-06", hole=hole)
    known, colour = known_worm(state, step), step.arg("colour")
    if known is None and not sum(state.unseen):
        return Refusal(
            "All worms in the apple were seen, so name the hole or the colour.", "WW-13"
        )
    if colour is None:
        return None
    if known is None:
        return _why_not_colour(state, state.unseen, colour)
    if state.colours[known.colour] == colour:
        return None
    return Refusal("This worm was seen: its colour is known.", "WW-13")


def _why_not_put(state: WormsState, step: Command, held: Seen | None) -> Refusal | None:
    if held is None:
        return Refusal("This player holds no worm.", "WW-11")
    if step.do == KEEP and not state.wanted[step.player][held.colour]:
        name = state.colours[held.colour]
        return Refusal(
            "You have no free card of the colour {name}: put the worm back.",
            "WW-12",
            name=name_later(name),
        )
    return None


def _why_not_colour(state: WormsState, pool: tuple[int, ...], name: str) -> Refusal | None:
    left = {state.colours[colour] for colour, number in enumerate(pool) if number}
    if name in left:
        return None
    if name in state.colours:
        return Refusal("There is no {name} left in the apple.", "WW-A-02", name=name_later(name))
    say = N_("There is no colour '{name}': {names}.")
    return Refusal(say, "WW-A-09", name=name, names=state.colours)


def _out_of_order(do: str, what: str) -> Refusal:
    if what == DEAL:
        return Refusal("First you must deal the cards.", "WW-19")
    if what == FIRST:
        return Refusal("First draw the player who begins.", "WW-A-08")
    if what == WORM:
        return Refusal("A worm comes out: name its colour.", "WW-11")
    return Refusal("'{do}' is not possible now: first a player must decide.", "WW-09", do=do)


def known_worm(state: WormsState, step: Command) -> Seen | None:
    """Returns the seen worm that is pulled, or None for an unseen worm."""
    hole, seen = step.arg("hole"), step.arg("seen")
    for each in state.seen:
        if hole is not None and each.hole == hole:
            return each
        if seen is not None and state.colours[each.colour] == seen:
            return each
    return None


def _want(draft: Draft[WormsState], seat: int, colour: int, more: int) -> None:
    wanted = draft.state.wanted[seat]
    draft.put("wanted", seat, changed(wanted, colour, wanted[colour] + more))


def _add(draft: Draft[WormsState], field: str, at: int, more: int) -> None:
    draft.put(field, at, getattr(draft.state, field)[at] + more)
