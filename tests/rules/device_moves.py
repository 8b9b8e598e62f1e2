"""Plays rows of players' actions at a device, in a game on a fake stage.

A step is text such as ``check 900`` or ``ask fortune act=next``: a method of the table with its
arguments. ``3 press`` does it three times. A step that is a table has expected values: ``reply``
of the last step, ``heard`` (the sounds since the last table, such as ``die_1:4 stay``),
``outcomes`` since the last table, the ``last`` outcome, or another value of the table. Only the
named fields of reports and states count.
"""

import json
import shlex
from typing import Any


def play(table: Any, steps: list[Any]) -> None:
    """Plays the steps of a row on a table, and asserts its expected values."""
    reply = None
    for step in steps:
        if isinstance(step, str):
            reply = _done(table, step)
            continue
        for name, wanted in step.items():
            value = reply if name == "reply" else getattr(table, name)
            found = _part(value() if callable(value) else value, wanted)
            assert found == wanted, f"{name} is {found}, not {wanted}, at {step}"


def _done(table: Any, step: str) -> Any:
    """Does a step. Returns its last reply."""
    verb, *words = shlex.split(step)
    times = 1
    if verb.isdigit():
        times, (verb, *words) = int(verb), words
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    named = {name: _value(word) for name, word in fields.items()}
    given = [_value(word) for word in words if "=" not in word]
    return [getattr(table, verb)(*given, **named) for _ in range(times)][-1]


def _value(word: str) -> Any:
    try:
        return json.loads(word)
    except json.JSONDecodeError:
        return word


def _part(value: Any, wanted: Any) -> Any:
    """Returns the parts of a value that a row names."""
    if isinstance(wanted, dict):
        return {name: _part(value.get(name), each) for name, each in wanted.items()}
    if isinstance(wanted, list) and isinstance(value, (list, tuple)):
        if len(value) != len(wanted):
            return [_part(each, None) for each in value]
        return [_part(each, part) for each, part in zip(value, wanted, strict=True)]
    return "none" if value is None else value


def sounds_in_words(sounds: list[tuple[str, int]], usual: int = 0) -> str:
    """Returns the names of sounds, with counts that are not the ``usual`` one."""
    return " ".join(name if count == usual else f"{name}:{count}" for name, count in sounds)
