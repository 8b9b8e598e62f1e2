"""A table: a game that applies rules to a log of commands, with undo and virtual dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic

from pingblock.common.options import Option
from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.tables import log as logs
from pingblock.tables.allowed import allowed as in_words
from pingblock.tables.amend import (
    JOIN,
    LEAVE,
    NAME,
    NAME_MOST,
    PLAYER,
    amends_of,
    position,
    verbs_of,
)
from pingblock.tables.bots import RANDOM, decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, Refusal, as_dict, from_dict, malformed
from pingblock.tables.game import State, TableEvent, TableGame
from pingware.shared import schema
from pingware.shared.wording import shown

_UNDO, _BOT = "undo", "bot"
# Persian names, and pictures of families, need these invisible characters between letters.
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))


class Table(Generic[State]):
    """A game that is being played.

    Args:
        game: rules of the game.
        options: option values that differ from the defaults.
        players: names in the order of their seats.
        seed: seed of the virtual dice. Typed dice do not change later draws.

    Raises:
        BadInput: an option is wrong, or the names are too many, too few, empty or equal.
    """

    def __init__(
        self,
        game: TableGame[State],
        options: Mapping[str, object],
        players: Sequence[str],
        seed: int = 0,
    ) -> None:
        self.game = game
        self.options = settle(game.options, options)
        self.verbs = verbs_of(game)
        self._amends = amends_of(game)
        self._began_with = tuple(players)
        self.players = self._began_with  # the players at the start. Others can join later
        self.seed = seed
        self.steps: list[Command] = []
        self.log: logs.Recorder | None = None
        self.bots: dict[int, str] = {}  # seat -> bot. People have the other seats
        _check_names(self.players, game.players)
        self._states = [game.start(self.options, self.players)]
        self._draws = 0

    @property
    def state(self) -> State:
        """The state after the last step."""
        return self._states[-1]

    def before(self, steps: int) -> State:
        """Returns the state before the last ``steps``, which can be all steps."""
        return self._states[-1 - steps]

    def recent(self, steps: int) -> tuple[TableEvent, ...]:
        """Returns the events of the last ``steps``, which can be all steps."""
        first = max(0, len(self.steps) - steps)
        pairs = zip(self._states[first:], self.steps[first:], strict=False)
        return tuple(event for before, step in pairs for event in self._applied(before, step)[1])

    def save_to(self, path: Path) -> None:
        """Writes a log to ``path`` with all steps up to now. Every later step is also written to
        the log.

        Raises:
            BadInput: the file already exists, or cannot be written.
        """
        self.log = logs.create(path, self.header)
        for record in self.records():
            self.log.append(record)

    def close(self) -> None:
        """Closes the log's file, so that another table can open it."""
        if isinstance(self.log, logs.TableLog):
            self.log.close()

    def records(self) -> list[dict[str, object]]:
        """Returns the records of this game, without the header and steps that were undone."""
        bots: list[dict[str, object]] = [{_BOT: [seat, bot]} for seat, bot in self.bots.items()]
        return [*map(as_dict, self.steps), *bots]

    @property
    def header(self) -> logs.Header:
        """The header for a log of this game."""
        game, options = self.game, dict(self.options)
        return logs.Header(game.name, game.version, options, list(self._began_with), self.seed)

    @property
    def position(self) -> list[Command]:
        """Corrections that produce this state from the start, without its open decisions."""
        new = [step for step in self.steps if step.do == JOIN]
        return new + position(self.game, self._states[0], self.state)

    def why_not(self, step: Command, state: State | None = None) -> Refusal | None:
        """Returns the reason against a command, because of its form or the rules, or None if it is
        legal.

        Args:
            step: the command.
            state: state in which it is judged, by default the current one.
        """
        state = self.state if state is None else state
        if fault := malformed(self.verbs, step, len(self.players)):
            return fault
        if step.do not in self._amends:
            return self.game.why_not(state, step)
        if self.game.result(state):
            return Refusal("The game is over: take its last step back first.")
        if step.do == JOIN and (fault := _name_fault(step.arg(NAME), self.players)):
            return fault
        return self._amends[step.do].why_not(state, step)

    def do(self, step: Command) -> tuple[TableEvent, ...]:
        """Carries out a command and returns its events.

        Raises:
            Refusal: the command is illegal. The table has not changed.
            OSError: the log could not be written. The table has not changed.
        """
        if refusal := self.why_not(step):
            raise refusal
        if self.log:
            self.log.append(as_dict(step))
        state, events = self._applied(self.state, step)
        self._states.append(state)
        self.steps.append(step)
        self._draws += self.verbs[step.do].chance
        if step.do == JOIN:
            self.players = (*self.players, step.arg(NAME))
        return events

    def in_order(self, steps: Sequence[Command]) -> list[Command]:
        """Returns corrections in an order in which each of them is legal.

        For example, a wall must be removed before it can be in another place.

        Raises:
            Refusal: no such order exists. The table has not changed.
        """
        state, left, found = self.state, list(steps), list[Command]()
        while left:
            step = next((each for each in left if self.why_not(each, state) is None), left[0])
            if fault := self.why_not(step, state):
                fault.step = step
                raise fault
            left.remove(step)
            found.append(step)
            state, _events = self._applied(state, step)
        return found

    def next_draw(self) -> Command | None:
        """Returns the outcome of chance that is due, determined by the seed, or None."""
        return self.game.draw(self.state, SeededChance(self.seed).at(self._draws))

    def draw(self) -> tuple[Command, tuple[TableEvent, ...]] | None:
        """Draws and carries out the due outcome of chance. If none is due, returns None."""
        step = self.next_draw()
        return None if step is None else (step, self.do(step))

    def undo(self, count: int = 1) -> None:
        """Undoes the last steps. Draws that were undone have the same result when they are
        repeated.

        Raises:
            Refusal: the game has fewer steps. The table has not changed.
            OSError: the log could not be written. The table has not changed.
        """
        if not 1 <= count <= len(self.steps):
            raise Refusal("You can take back only {n} steps.", n=len(self.steps))
        if self.log:
            self.log.append({_UNDO: count})
        gone = self.steps[-count:]
        self._draws -= sum(self.verbs[step.do].chance for step in gone)
        if left := sum(step.do == JOIN for step in gone):
            self.players = self.players[:-left]
            self.bots = {seat: bot for seat, bot in self.bots.items() if seat < len(self.players)}
        del self.steps[-count:], self._states[-count:]

    def again(self, seed: int) -> Table[State]:
        """Returns a new game for the current players, with the same bots."""
        left = {step.arg(PLAYER) for step in self.steps if step.do == LEAVE}
        seats = [seat for seat in range(len(self.players)) if seat not in left]
        if len(seats) not in self.game.players:
            seats = list(range(len(self._began_with)))
        table = Table(self.game, self.options, [self.players[seat] for seat in seats], seed)
        for new, seat in enumerate(seats):
            table.hand_to(new, self.bots.get(seat, ""))
        return table

    def hand_to(self, seat: int, bot: str) -> None:
        """Gives a seat to a bot, or back to a person.

        Args:
            seat: number of the seat, from 0.
            bot: a bot of the game, "random", or "" for a person.

        Raises:
            Refusal: the seat or the bot does not exist. The table has not changed.
            OSError: the log could not be written. The table has not changed.
        """
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise Refusal("There is no such seat.")
        if bot not in ("", RANDOM, *self.game.bots):
            raise Refusal("There is no bot '{bot}'.", bot=bot)
        if bot == self.bots.get(seat, ""):
            return
        if self.log:
            self.log.append({_BOT: [seat, bot]})
        self.bots.pop(seat, None)
        if bot:
            self.bots[seat] = bot

    def _applied(self, state: State, step: Command) -> tuple[State, tuple[TableEvent, ...]]:
        amend = self._amends.get(step.do)
        return amend.apply(state, step) if amend else self.game.apply(state, step)

    def _replay(self, record: Mapping[str, Any]) -> None:
        """Carries out a record of a log. Raises Refusal if the record is not legal."""
        if list(record) == [_BOT] and isinstance(record[_BOT], list) and len(record[_BOT]) == 2:
            self.hand_to(*record[_BOT])
        elif list(record) != [_UNDO]:
            self.do(from_dict(record))
        elif type(record[_UNDO]) is int:
            self.undo(record[_UNDO])
        else:
            raise Refusal("'undo' must be a number of steps.")


def bots_step(table: Table[State]) -> Command | None:
    """Returns a bot's next command, or None if it is not a bot's turn or the game is over."""
    game, state, bots = table.game, table.state, table.bots
    seats = game.to_act(state)
    by_people: Callable[[State], bool] = getattr(game, "by_people", lambda state: False)
    if not seats or not set(seats) <= set(bots) or by_people(state):
        return None
    return decision(table, seats[0], bots[seats[0]])


def decision(table: Table[State], seat: int, bot: str) -> Command:
    """Returns a bot's command for a seat that must act. Each call returns the same command."""
    whims = SeededChance(table.seed, BOTS).at(len(table.steps))
    return decide(table.game, bot, table.state, seat, whims)


def open_table(
    path: Path, game_of: Callable[[str], TableGame[Any]], *, resume: bool = True
) -> tuple[Table[Any], str]:
    """Replays a log. With ``resume``, opens it for further steps.

    Args:
        path: path of the log.
        game_of: returns the game with a name, or raises BadInput.
        resume: whether to open the file for further steps. False leaves the file unchanged.

    Returns:
        The table, and a sentence about a damaged end that was dropped, or "".

    Raises:
        BadInput: the file is not a log, is damaged before its end, or is illegal by the current
            rules.
    """
    written = logs.read(path)
    table = replayed(written, str(path), game_of)
    if resume:
        table.log = logs.reopen(path, written)
    return table, written.dropped


def replayed(
    written: logs.Written, path: str, game_of: Callable[[str], TableGame[Any]]
) -> Table[Any]:
    """Replays a log. ``path`` is its name in messages. Raises the errors of ``open_table``."""
    header = written.header
    game = game_of(header.game)
    if header.version > game.version:
        raise BadInput(
            _(
                "{path} was played by version {version} of {game}'s rules, but this pingblock "
                "knows only version {version2}: update pingblock."
            ).format(path=path, version=header.version, game=header.game, version2=game.version)
        )
    old = f", by version {header.version} of the rules" if header.version < game.version else ""
    done = 0
    try:
        table = Table(game, header.options, header.players, header.seed)
        for record in written.records:
            done += 1
            table._replay(record)
    except BadInput as wrong:
        say = _("{path}, line {done}{old}: {wrong}")
        raise BadInput(say.format(path=path, done=done + 1, old=old, wrong=wrong)) from None
    return table


def settle(known: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, object]:
    """Returns a value for each option, given or default. Raises BadInput for a wrong value."""
    for name, value in given.items():
        if name not in known:
            say = _("There is no option '{name}'. There are: {names}.")
            raise BadInput(say.format(name=name, names=", ".join(known)))
        if not schema.is_right(known[name].rule, value):
            say = _("{name} is {value}: it must be {allowed}.")
            right = in_words(known[name].rule)
            raise BadInput(say.format(name=name, value=shown(value), allowed=right))
    return {name: given.get(name, option.default) for name, option in known.items()}


def check_seats(count: int, allowed: range) -> None:
    """Checks the number of players for a game.

    Raises:
        BadInput: the game is not for this number of players.
    """
    if count not in allowed:
        say = _("This game needs {least} to {most} players. You named {n}.")
        raise BadInput(say.format(least=allowed[0], most=allowed[-1], n=count))


def _check_names(players: Sequence[str], allowed: range) -> None:
    check_seats(len(players), allowed)
    for at, name in enumerate(players):
        if fault := _name_fault(name, players[:at]):
            raise BadInput(fault.in_words())


def _name_fault(name: str, others: Sequence[str]) -> Refusal | None:
    """Returns the mistake in a player's name, given the other names, or None."""
    plain = name.translate(_JOINERS)
    if not plain.strip() or len(name) > NAME_MOST or not plain.isprintable():
        say = N_("A player's name has 1 to {name_most} letters, not '{name}'.")
        return Refusal(say, name_most=NAME_MOST, name=name)
    same = plain.casefold() in {each.translate(_JOINERS).casefold() for each in others}
    return Refusal("Two players have the same name.") if same else None
