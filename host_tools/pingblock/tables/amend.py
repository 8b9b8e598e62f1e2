"""Steps outside of the rulebook: corrections, transfers, and players who join or leave.

For example, a family makes a mistake, or somebody comes late or goes to bed. These steps are
logged, undone and replayed like all other steps. Bots never do them, and ``TableGame.legal``
doesn't list them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple

from pingblock.languages import N_
from pingblock.tables.command import Command, Refusal, Verb, command, misfit
from pingblock.tables.game import State, TableEvent, TableGame
from pingblock.tables.verb import Arguments, Change, Draft, Judge
from pingware.shared.schema import Rule, needed, one_of, text, whole

CORRECT, TRANSFER, JOIN, LEAVE = "correct", "transfer", "join", "leave"
WHAT, NAME, PLAYER = "what", "name", "player"
NAME_MOST = 24  # maximum characters of a player's name
Outcome = tuple[State, tuple[TableEvent, ...]]
Run = Callable[[State, Command, Change[Draft]], Outcome[State]]  # applies a change to a draft


class Field(NamedTuple, Generic[State, Draft]):
    """A value that a correction can set.

    Args:
        args: names of the arguments. If the player is one, the player must be in the game.
        do: sets the value in a draft, and adds an event with the previous value.
        now: returns the arguments that would set the current values of a state. A value is None if
            the state has none yet.
        why_not: returns the reason against a value, or None if the state can have the value.
    """

    args: tuple[str, ...]
    do: Change[Draft]
    now: Callable[[State], Iterable[Mapping[str, object]]]
    why_not: Judge[State] = lambda state, step: None


class Amend(NamedTuple, Generic[State]):
    """A step outside of the rulebook, such as a correction.

    Args:
        form: declaration of the verb.
        why_not: returns the reason against a well-formed step, or None if it is allowed.
        apply: returns the state after the step, and its events.
        now: yields the steps that lead from the start of a game to a state.
    """

    form: Verb
    why_not: Judge[State]
    apply: Callable[[State, Command], Outcome[State]]
    now: Callable[[State], Iterator[Command]] = lambda state: iter(())


def amends_of(game: TableGame[State]) -> Mapping[str, Amend[State]]:
    """Returns the steps outside of a game's rulebook by verb, or {} if it has no such steps."""
    return getattr(game, "amends", {})


def verbs_of(game: TableGame[State]) -> Mapping[str, Verb]:
    """Returns all verbs of a game, in its rulebook and outside of it."""
    return {**game.verbs, **{do: each.form for do, each in amends_of(game).items()}}


def position(game: TableGame[State], start: State, state: State) -> list[Command]:
    """Returns the steps that lead from a game's start to a state, without open decisions."""
    known = [step for each in amends_of(game).values() for step in each.now(start)]
    found = [step for each in amends_of(game).values() for step in each.now(state)]
    new = (step for step in found if step.arg(WHAT) == "turn" or step not in known)
    return [step for step in new if None not in dict(step.args).values()]


def correction(
    fields: Mapping[str, Field[State, Draft]],
    rules: Mapping[str, Rule],
    example: Mapping[str, object],
    run: Run[State, Draft],
) -> Amend[State]:
    """Makes the step that corrects one thing to match the real table.

    Args:
        fields: word for a thing -> its field. Fields that other fields depend on come first.
        rules: rule of each argument, for all fields.
        example: arguments of a well-formed step.
        run: applies a change to a draft.
    """
    follow = {what: each.args for what, each in fields.items()}

    def why_not(state: State, step: Command) -> Refusal | None:
        if fault := misfit(step, WHAT, follow):
            return fault
        seat, field = step.arg(PLAYER), fields[step.arg(WHAT)]
        return field.why_not(state, step) or (None if seat is None else no_player(state, seat))

    def now(state: State) -> Iterator[Command]:
        for what, each in fields.items():
            yield from (command(CORRECT, None, what=what, **args) for args in each.now(state))

    form = Verb(
        N_("Set one thing as it is on the real table."),
        {WHAT: needed(one_of(*fields)), **rules},
        example=example,
        follow=follow,
        table=True,
        free=True,
        menu=N_("Correct …"),
    )
    return Amend(form, why_not, lambda s, step: run(s, step, fields[step.arg(WHAT)].do), now)


def joining(
    full: Callable[[State], Refusal | None], do: Change[Draft], run: Run[State, Draft]
) -> Amend[State]:
    """Makes the step with which a person joins, in a new seat after all other seats.

    Args:
        full: returns the reason why a state has no free seat, see ``no_seat``, or None.
        do: adds the seat to a draft.
        run: applies a change to a draft.
    """
    form = Verb(
        N_("Somebody joins, and takes the last seat."),
        {NAME: needed(text(NAME_MOST, 1))},
        example={NAME: "Eve"},
        table=True,
        free=True,
        menu=N_("Somebody joins …"),
    )
    return Amend(form, lambda state, step: full(state), lambda state, step: run(state, step, do))


def leaving(
    seats: Callable[[State], int],
    do: Change[Draft],
    run: Run[State, Draft],
    args: Mapping[str, Rule] | None = None,
) -> Amend[State]:
    """Makes the step with which a player gives up and leaves the game for good.

    Args:
        seats: returns the number of seats of a state.
        do: removes the seat from a draft, and ends the game if necessary.
        run: applies a change to a draft.
        args: further arguments of the step, in addition to the player.
    """
    form = Verb(
        N_("A player gives up and leaves the game."),
        {PLAYER: needed(whole(0, 7)), **(args or {})},
        example={PLAYER: 1},
        table=True,
        free=True,
        menu=N_("Somebody leaves …"),
    )

    def why_not(state: State, step: Command) -> Refusal | None:
        return no_player(state, step.arg(PLAYER))

    def now(state: Any) -> Iterator[Command]:
        gone = (seat for seat in range(seats(state)) if seat not in state.alive)
        yield from (command(LEAVE, player=seat) for seat in gone)

    return Amend(form, why_not, lambda state, step: run(state, step, do), now)


def no_seat(seats: int, most: int, rule: str) -> Refusal | None:
    """Returns a refusal if the game is full, or None if it has a free seat."""
    say = N_("All {n} seats are taken, and at most {most} can play: first a player must leave.")
    return Refusal(say, rule, n=seats, most=most) if seats >= most else None


def of_seats(name: str, field: str) -> Callable[[Any], Arguments]:
    """Returns the function ``now`` of a ``Field`` whose value in a state is a tuple by seat."""
    return lambda s: ({PLAYER: seat, name: getattr(s, field)[seat]} for seat in s.alive)


def no_player(state: Any, seat: int) -> Refusal | None:
    """Returns the reason why a seat is no longer in the game, or None if it still is."""
    return None if seat in state.alive else Refusal("This player is out of the game.")
