"""A game with a referee under test, which plays the rows of moves: commands, refusals, and states.

A step is text such as ``bid 1 amount=5``: verb, seat, arguments. ``dice 3 4`` rolls, and ``goes 4
bomb`` rolls and moves in the storm. After ``!`` is the rule, or a part of the sentence, by which
the command is refused. A step that is a table has values of the state at that point, and ``set``
sets values. The keys are fields, then seats, spaces or names of spaces. A step that is a list is a
branch: after its steps the game continues from the state before them.
"""

import json
import shlex
from dataclasses import is_dataclass, replace
from typing import Any

from pingblock.languages import ENGLISH
from pingblock.tables.amend import amends_of, verbs_of
from pingblock.tables.command import Refusal, as_dict, command, from_dict, malformed
from pingblock.tables.game import TableEvent
from pingblock.tables.page_table import PageFace
from pingblock.tables.property import tasks
from pingblock.tables.storm.board import StormItem
from pingblock.tables.table import Table, settle

KIT = StormItem("Kit", gain=5)
SCOPE = StormItem("Scope", once=False, damage=2, far=True)
ITEMS = {"Kit": KIT, "Scope": SCOPE, "Boots": StormItem("Boots")}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


class Game:
    """A game with its state: a test sets it, and gives commands to judge.

    Args:
        game: the referee.
        players: number of players.
        options: options that differ from their default.
    """

    names = NAMES
    spaces: Any = ()  # spaces of the board, if the game has one

    def __init__(self, game: Any, players: int = 2, **options: Any) -> None:
        self.game = game
        self._verbs, self._amends = verbs_of(game), amends_of(game)
        self.state = self._begun(options, self.names[:players])
        self.events: tuple[TableEvent, ...] = ()

    def _begun(self, options: dict[str, Any], players: tuple[str, ...]) -> Any:
        return self.game.start(settle(self.game.options, options), players)

    def set(self, **values: Any) -> Any:
        """Sets values of the state. For a tuple, pass a dict of places and new values."""
        new = {name: changed_at(getattr(self.state, name), each) for name, each in values.items()}
        has_fields = is_dataclass(self.state)
        self.state = replace(self.state, **new) if has_fields else self.state._replace(**new)
        return self

    def do(self, do: str, seat: int | None = None, **args: Any) -> Any:
        """Carries out a command that must be legal, from its JSON. Returns the new state."""
        step = from_dict(json.loads(json.dumps(as_dict(command(do, seat, **args)))))
        rules = self._amends.get(do, self.game)
        fault = malformed(self._verbs, step, len(self.names))
        assert (fault or rules.why_not(self.state, step)) is None
        self.state, self.events = rules.apply(self.state, step)
        return self.state

    @property
    def said(self) -> list[str]:
        """Sentences about the events of the last command."""
        return [self.game.say(each, self.names) for each in self.events]

    def refused(self, do: str, seat: int | None = None, **args: Any) -> Refusal:
        """Returns the reason against a command that must not be legal."""
        step = command(do, seat, **args)
        assert malformed(self._verbs, step, len(self.names)) is None
        refusal = self._amends.get(do, self.game).why_not(self.state, step)
        assert refusal is not None, step
        assert refusal.in_words()[-1] in ".?"
        return refusal

    def goes(self, number: int, action: str = "brick") -> Any:
        """Rolls both dice of the storm, and moves the player whose turn it is."""
        self.do("dice", number=number, action=action)
        return self.do("move", self.state.turn)

    def play(self, steps: list[Any]) -> None:
        """Plays the steps of a row, and asserts its expected values."""
        for step in steps:
            if isinstance(step, str):
                self._step(step)
            elif isinstance(step, list):
                before = self.state
                self.play(step)
                self.state = before
            elif "set" in step:
                self.set(**_value(self, step["set"]))
            else:
                assert _seen(self, step) == step

    def _step(self, text: str) -> None:
        words, _, refused = text.partition(" !")
        do, *more = shlex.split(words)
        if do == "goes":
            self.goes(int(more[0]), more[1])
            return
        seat, args = _arguments(self, do, more)
        if not refused:
            self.do(do, seat, **args)
            return
        refusal = self.refused(do, seat, **args)
        assert refused == refusal.rule or (" " in refused and refused in str(refusal)), text


class AtPage(Game):
    """A game that a page plays: each command is a request, and each refusal an answer."""

    def _begun(self, options: dict[str, Any], players: tuple[str, ...]) -> Any:
        self._table = Table(self.game, options, players)
        self._face = PageFace(self._table, ENGLISH)
        return self._table.state

    def do(self, do: str, seat: int | None = None, **args: Any) -> Any:
        """Sends a command that must be legal. Returns the new state."""
        answer = self._asked(do, seat, args)
        assert answer["ok"], answer
        self.state, self.events = self._table.state, self._table.recent(1)
        return self.state

    def refused(self, do: str, seat: int | None = None, **args: Any) -> Refusal:
        """Sends a command that must not be legal. Returns the reason in the answer."""
        answer = self._asked(do, seat, args)
        assert not answer["ok"], answer
        assert self._table.state is self.state
        return Refusal(answer["error"]["say"], answer["error"]["rule"])

    def _asked(self, do: str, seat: int | None, args: dict[str, Any]) -> dict[str, Any]:
        self._table._states[-1] = self.state  # a row can set values of it
        step = json.dumps(as_dict(command(do, seat, **args)))
        answer: dict[str, Any] = json.loads(json.dumps(self._face.answer(step)))
        return answer


def changed_at(before: Any, value: Any) -> Any:
    """Returns a tuple with new values at places of a dict. Returns other values unchanged."""
    if not isinstance(value, dict):
        return value
    return tuple(value.get(at, old) for at, old in enumerate(before))


def _arguments(game: Game, do: str, words: list[str]) -> tuple[int | None, dict[str, Any]]:
    """Returns the seat and the arguments of a command."""
    if do == "dice" and words[0].isdigit():
        return None, {"dice": [int(word) for word in words]}
    seat = int(words[0]) if words and words[0].isdigit() else None
    pairs = [word.partition("=") for word in words if "=" in word]
    return seat, {name: _argument(game, text) for name, _, text in pairs}


def _argument(game: Game, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return _place(game, text)


def _place(game: Game, name: str) -> Any:
    """Returns the number of a seat or of a space. Returns other names unchanged."""
    if name.isdigit():
        return int(name)
    names = [space.name for space in game.spaces]
    return names.index(name) if names.count(name) == 1 else name


def _value(game: Game, value: Any) -> Any:
    """Returns a value of a row as a game has it: tuples, items, open decisions, spaces."""
    if isinstance(value, dict):
        return {_place(game, name): _value(game, each) for name, each in value.items()}
    if isinstance(value, list):
        if value and hasattr(tasks, str(value[0])):
            return getattr(tasks, value[0])(*(_value(game, each) for each in value[1:]))
        return tuple(_value(game, each) for each in value)
    return ITEMS.get(value, value) if isinstance(value, str) else value


def _seen(game: Game, wanted: dict[str, Any]) -> dict[str, Any]:
    """Returns the values of a game that a row names: of its state, or of the last command."""
    rules, state = game.game, game.state
    last = {
        "said": lambda: [
            part for part in wanted["said"] if any(part in each for each in game.said)
        ],
        "rules": lambda: [event.rule for event in game.events if event.rule in wanted["rules"]],
        "kinds": lambda: [event.kind for event in game.events],
        "view": lambda: _part(game, rules.view(state), wanted["view"]),
        "to_act": lambda: list(rules.to_act(state)),
        "legal": lambda: sorted({step.do for step in rules.legal(state)}),
    }
    return {
        name: last[name]() if name in last else _part(game, getattr(state, name), value)
        for name, value in wanted.items()
    }


def _part(game: Game, value: Any, wanted: Any) -> Any:
    """Returns the parts of a value that a row names: of a tuple, a list, an object or a dict."""
    if not isinstance(wanted, dict):
        return _plain(value)
    if hasattr(value, "_fields"):
        value = value._asdict()
    at = (lambda name: name) if isinstance(value, dict) else (lambda name: _place(game, name))
    return {name: _part(game, value[at(name)], each) for name, each in wanted.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, StormItem):
        return value.name
    if isinstance(value, (list, tuple)):
        named = [type(value).__name__] if hasattr(tasks, type(value).__name__) else []
        return [*named, *map(_plain, value)]
    return "none" if value is None else value
