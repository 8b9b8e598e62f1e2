"""Plays the rows of moves: commands of a game with a referee, refusals, and states.

A step is text such as ``bid 1 amount=5``: verb, seat, arguments. ``dice 3 4`` rolls, and ``goes 4
bomb`` rolls and moves in the storm. After ``!`` is the rule, or a part of the sentence, by which
the command is refused. A step that is a table has values of the state at that point, and ``set``
sets values. The keys are fields, then seats, spaces or names of spaces.
"""

import json
import shlex
from typing import Any

from pingblock.tables.command import command
from pingblock.tables.property import tasks
from pingblock.tables.storm.board import StormItem

KIT = StormItem("Kit", gain=5)
SCOPE = StormItem("Scope", once=False, damage=2, far=True)
ITEMS = {"Kit": KIT, "Scope": SCOPE, "Boots": StormItem("Boots")}


def play(game: Any, row: dict[str, Any]) -> None:
    """Plays a row in a game of ``Storm`` or ``Playing``, and asserts what it says."""
    for step in row["play"]:
        if isinstance(step, dict) and "set" in step:
            game.set(**_value(game, step["set"]))
            continue
        if isinstance(step, dict):
            assert _seen(game, step) == step
            continue
        words, _, refused = step.partition(" !")
        if refused:
            found = game.game.why_not(game.state, _command(game, *shlex.split(words)))
            assert found is not None, step
            assert refused in (found.rule, found.in_words()) or refused in str(found), step
            assert found.in_words()[-1] in ".?"
        elif words.startswith("goes "):
            _verb, number, action = words.split()
            game.goes(int(number), action)
        else:
            made = _command(game, *shlex.split(words))
            game.do(made.do, made.seat, **dict(made.args))


def _command(game: Any, do: str, *words: str) -> Any:
    if do == "dice" and words[0].isdigit():
        return command(do, None, dice=[int(word) for word in words])
    seat = int(words[0]) if words and words[0].isdigit() else None
    pairs = [word.partition("=") for word in words if "=" in word]
    return command(do, seat, **{name: _argument(game, text) for name, _, text in pairs})


def _argument(game: Any, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return _place(game, text)


def _place(game: Any, name: str) -> Any:
    """Returns the number of a seat or of a space. Returns other names unchanged."""
    if name.isdigit():
        return int(name)
    names = [space.name for space in game.spaces]
    return names.index(name) if names.count(name) == 1 else name


def _value(game: Any, value: Any) -> Any:
    """Returns a value of a row as a game has it: tuples, items, open decisions, spaces."""
    if isinstance(value, dict):
        return {_place(game, name): _value(game, each) for name, each in value.items()}
    if isinstance(value, list):
        if value and hasattr(tasks, str(value[0])):
            return getattr(tasks, value[0])(*(_value(game, each) for each in value[1:]))
        return tuple(_value(game, each) for each in value)
    return ITEMS.get(value, value) if isinstance(value, str) else value


def _seen(game: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """Returns the values of a game that a row names: of its state, or of the last command."""
    rules, state = game.game, game.state
    last = {
        "said": lambda: [each for each in wanted["said"] if each in game.said],
        "rules": lambda: [event.rule for event in game.events if event.rule in wanted["rules"]],
        "kinds": lambda: [event.kind for event in game.events],
        "in_jail": lambda: [each["in_jail"] for each in rules.view(state)["players"]],
        "to_act": lambda: list(rules.to_act(state)),
        "legal": lambda: sorted({step.do for step in rules.legal(state)}),
    }
    return {
        name: last[name]() if name in last else _part(game, getattr(state, name), value)
        for name, value in wanted.items()
    }


def _part(game: Any, value: Any, wanted: Any) -> Any:
    if not isinstance(wanted, dict):
        return _plain(value)
    if hasattr(value, "_fields"):
        return {name: _plain(getattr(value, name)) for name in wanted}
    return {name: _plain(value[_place(game, name)]) for name in wanted}


def _plain(value: Any) -> Any:
    if isinstance(value, StormItem):
        return value.name
    if isinstance(value, tuple):
        named = [type(value).__name__] if hasattr(tasks, type(value).__name__) else []
        return [*named, *map(_plain, value)]
    return "none" if value is None else value
