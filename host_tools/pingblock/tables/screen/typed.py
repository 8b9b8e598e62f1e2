"""Commands as people type them: ``roll g2s1``, ``Ben pull``, ``card gold``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pingblock.errors import BadInput
from pingblock.owner import values
from pingblock.tables.command import Command, Verb, command
from pingware.shared import rules

# Arguments that are numbers of spaces.
_PLACES = ("space", "wall", "build", "spaces", "give_deeds", "take_deeds")


def read(
    line: str,
    verbs: Mapping[str, Verb],
    players: Sequence[str],
    to_act: Sequence[int],
    places: Sequence[str] = (),
) -> Command:
    """Returns the command of a typed line.

    A player's name may stand first; it must if several may act. Arguments follow in their order,
    or as NAME=VALUE; the only argument of a verb may have spaces. Names of players and of
    ``places`` stand for their numbers.

    Raises:
        BadInput: it is none; the message says how it is written.
    """
    words = line.split()
    seats = {name.casefold(): seat for seat, name in enumerate(players)}
    seat = seats.get(words[0].casefold()) if words else None
    if seat is not None:
        words = words[1:]
    if not words:
        raise BadInput(f"Type a command: {', '.join(verbs)}.")
    do, given = words[0].lower(), words[1:]
    verb = verbs.get(do)
    if verb is None:
        near = get_close_matches(do, verbs, 1, 0.5)
        helps = f": did you mean {near[0]}?" if near else "."
        raise BadInput(f"There is no command '{do}'{helps} There are: {', '.join(verbs)}.")
    known = ({name.casefold(): at for at, name in enumerate(places)}, seats)
    if verb.chance:
        return command(do, **_arguments(do, verb, given, *known))
    if seat is None and len(to_act) > 1:
        raise BadInput(f"Who? Type the name first, such as {players[to_act[0]]} {do}.")
    if seat is None:
        seat = to_act[0] if to_act else 0
    return command(do, seat, **_arguments(do, verb, given, *known))


def completed(line: str, do: str, verbs: Mapping[str, Verb]) -> str:
    """Returns a line that begins with a number as the command that takes it.

    Args:
        line: such as "3 4", "34" or "5 heal".
        do: that command, such as "dice".
        verbs: of the game.
    """
    if not line[:1].isdigit() or do not in verbs:
        return line
    rule = next(iter(verbs[do].args.values()), None)
    if rule and rule.of and rule.of.kind == rules.LIST and not re.search(r"[^\d\s,+]", line):
        line = ",".join(re.findall(r"\d", line))
    return f"{do} {line}"


def written(step: Command, verbs: Mapping[str, Verb]) -> str:
    """Returns a command as it may be typed, without its player."""
    named = len(verbs[step.do].args) > 1
    args = (f"{name}={_value(v)}" if named else _value(v) for name, v in step.args)
    return " ".join([step.do, *args])


def usage(do: str, verb: Verb) -> str:
    """Returns how a command is written: ``roll DICE``."""
    names = [
        name.upper() if rule.kind == rules.NEEDED else f"[{name.upper()}]"
        for name, rule in verb.args.items()
    ]
    return " ".join([do, *names])


def _arguments(
    do: str, verb: Verb, given: list[str], places: Mapping[str, int], seats: Mapping[str, int]
) -> dict[str, Any]:
    names = list(verb.args)
    if len(names) == 1 and given and not given[0].startswith(f"{names[0]}="):
        given = [" ".join(given)]
    found: dict[str, Any] = {}
    for number, word in enumerate(_joined(verb, given)):
        name, equals, text = word.partition("=")
        if not equals or name not in verb.args:
            if number >= len(names):
                raise BadInput(f"That is too much; it is written: {usage(do, verb)}.")
            name, text = names[number], word
        rule = verb.args[name]
        rule = rule.of if rule.kind == rules.NEEDED else rule
        numbers = places if name in _PLACES else seats
        if rule.kind == rules.WHOLE:
            text = str(numbers.get(text.casefold(), text))
        elif rule.kind == rules.LIST and rule.of.kind == rules.WHOLE and not text.startswith("["):
            parts = [part.strip() for part in text.split(",")]
            text = ",".join(str(numbers.get(part.casefold(), part)) for part in parts)
        found[name] = values.read_value(rule, text)
    return found


def _joined(verb: Verb, words: list[str]) -> list[str]:
    """Returns the arguments of a line: words belong together in a text, and behind NAME=VALUE."""
    rule = next(iter(verb.args.values()), None)
    is_text = rule is not None and rules.TEXT in (rule.kind, getattr(rule.of, "kind", None))
    found: list[str] = []
    for word in words:
        name, equals, _ = word.partition("=")
        before = found[-1].partition("=")[0] if found else ""
        if not (equals and name in verb.args) and found and (is_text or before in verb.args):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _value(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
