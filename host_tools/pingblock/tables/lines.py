"""A game for programs: JSON lines as input and output. Each request has one answer.

A request is a command, such as ``{"do": "roll", "seat": 0, "dice": "G2"}``, or a question in
``ASKS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Generic, cast

from pingblock.common.input_file import parse_json
from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, Words, _, speaking
from pingblock.languages.later import said
from pingblock.tables.calls import play
from pingblock.tables.command import Command, Refusal, as_dict, from_dict
from pingblock.tables.device_seat import LISTEN_S, DeviceSeat
from pingblock.tables.game import State, TableEvent, TableGame
from pingblock.tables.table import Table, decision
from pingware.shared.wording import shown

if TYPE_CHECKING:
    from pingblock.connection.device import Device

Fields = dict[str, object]
WAIT_MOST_S = 3600

ASKS = {
    "draw": 'draws the outcome of chance that is due: {"draw": true}',
    "bot": 'has a bot decide for the player who is to act: {"bot": "plain"}',
    "undo": 'takes steps back: {"undo": 2}',
    "legal": 'lists what may be done now: {"legal": true}',
    "why_not": 'says why a command is not legal: {"why_not": {"do": "stop", "seat": 0}}',
    "state": 'shows the table again: {"state": true}',
    "device": 'waits this number of seconds for an outcome of the device: {"device": 10}',
    "position": 'lists the corrections that make this state of the beginning: {"position": true}',
    "verbs": 'lists the commands of the game: {"verbs": true}',
}


def request_of(line: str) -> Fields:
    """Returns the request in a line. Raises BadInput if it is not a JSON object."""
    request = parse_json(line)
    if not isinstance(request, dict):
        raise BadInput(f"A request must be a JSON object, not {line[:40]}.")
    return request


class LineFace(Generic[State]):
    """Answers requests of a program about a game.

    Args:
        table: the table.
        device: the device in the game, or None.
        words: words in the game's language. State, log and events do not depend on it.
    """

    def __init__(
        self, table: Table[State], device: Device | None = None, words: Words = ENGLISH
    ) -> None:
        self._table = table
        self._words = words
        self._device = device
        self._seat = DeviceSeat(table)
        self._asks: Mapping[str, Callable[[object], Fields]] = {
            "draw": lambda given: self._draw(),
            "bot": self._bot,
            "undo": self._undo,
            "legal": lambda given: {
                "legal": [as_dict(each) for each in self._game.legal(self._state)]
            },
            "why_not": self._why_not,
            "state": lambda given: self._shown(),
            "device": self._wait,
            "verbs": lambda given: {"verbs": self._verbs()},
            "position": lambda given: {
                "position": [as_dict(each) for each in self._table.position]
            },
        }

    def hello(self) -> Fields:
        """Returns the first line: the game, its players and the current state."""
        with speaking(self._words):
            return self._hello()

    def _hello(self) -> Fields:
        table = self._table
        header = {"table": self._game.name, "players": list(table.players), "seed": table.seed}
        return {**header, "options": table.options, "steps": len(table.steps), **self._shown()}

    def answer(self, line: str) -> Fields:
        """Returns the answer to a line. An error is an answer that does not change the state."""
        with speaking(self._words):
            try:
                return {"ok": True, **self._carry_out(request_of(line))}
            except Refusal as refused:
                error = {"code": "refused", "say": refused.in_words(), "rule": refused.rule}
            except BadInput as wrong:
                error = {"code": "bad_input", "say": str(wrong)}
            return {"ok": False, "error": error}

    @property
    def _game(self) -> TableGame[State]:
        return self._table.game

    @property
    def _state(self) -> State:
        return self._table.state

    def _carry_out(self, request: Fields) -> Fields:
        if "do" in request:
            return self._do(from_dict(request))
        if len(request) != 1 or not set(request) <= set(self._asks):
            known = "; ".join(ASKS.values())
            raise BadInput(f"A request must be a command with 'do', or {known}.")
        [(name, value)] = request.items()
        return self._asks[name](value)

    def _do(self, step: Command) -> Fields:
        return self._done(step, self._seat.do(step))

    def _verbs(self) -> dict[str, str]:
        return {name: _(verb.help) for name, verb in self._table.verbs.items()}

    def _draw(self) -> Fields:
        drawn = self._table.draw()
        if drawn is None:
            raise Refusal("There is no draw or roll now: first a player must decide.")
        return self._done(*drawn)

    def _wait(self, for_s: object) -> Fields:
        """Waits for an outcome of the device and carries it out. Plays calls while it waits."""
        if self._device is None:
            raise BadInput("There is no device at this table.", "Begin it with --port.")
        number = for_s if isinstance(for_s, (int, float)) and for_s is not True else 0
        if not 0 < number <= WAIT_MOST_S:
            raise BadInput(f"'device' is {shown(for_s)}: give seconds, up to {WAIT_MOST_S}.")
        rounds = max(1, round(number / LISTEN_S))
        for _round in range(rounds):
            self._seat.announce(self._device)
            for event in self._device.events(for_s=LISTEN_S):
                if done := self._seat.take(cast(dict[str, object], event)):
                    return self._done(*done)
            self._seat.due = play(self._device, self._seat.due)
        return self._shown()

    def _bot(self, name: object) -> Fields:
        if not isinstance(name, str) or name not in self._game.bots:
            raise BadInput(f"There is no bot '{name}'. There are: {', '.join(self._game.bots)}.")
        seats = self._game.to_act(self._state)
        if not seats:
            raise Refusal(
                "No player can act now: draw what is due, or begin another game if this one is "
                "over."
            )
        step = decision(self._table, seats[0], name)
        return self._done(step, self._seat.do(step))

    def _undo(self, count: object) -> Fields:
        if type(count) is not int:
            raise BadInput(f"'undo' is {shown(count)}: it must be a number of steps.")
        self._table.undo(count)
        return self._shown()

    def _why_not(self, fields: object) -> Fields:
        if not isinstance(fields, dict):
            raise BadInput(f"'why_not' is {shown(fields)}: it must be a command.")
        try:
            refusal = self._table.why_not(from_dict(fields))
        except Refusal as malformed:
            refusal = malformed
        return {"why_not": refusal and {"say": refusal.in_words(), "rule": refusal.rule}}

    def _done(self, step: Command, events: Iterable[TableEvent]) -> Fields:
        return {"step": as_dict(step), "events": self._said(events), **self._shown()}

    def _said(self, events: Iterable[TableEvent]) -> list[Fields]:
        players = self._table.players
        return [
            {
                "kind": each.kind,
                "rule": each.rule,
                "seat": each.seat,
                "args": list(each.args),
                "say": self._game.say(each, players),
            }
            for each in events
        ]

    def _shown(self) -> Fields:
        game, state = self._game, self._state
        result = game.result(state)
        return {
            "players": list(self._table.players),
            "state": game.view(state),
            "to_act": list(game.to_act(state)),
            "over": result and {**result._asdict(), "reason": said(result.reason)},
        }
