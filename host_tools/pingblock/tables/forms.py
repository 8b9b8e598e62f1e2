"""Forms for commands: a question for each argument of a verb, from its rule and the state.

A page and a terminal use the same form, which is made from the verb's declaration. A game can
restrict a question to the values that are possible now (``Looks.asks``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from pingblock.languages import _
from pingblock.languages.later import name as named
from pingblock.tables.arguments import (
    OWNERS,
    PLACES,
    PLAYERS,
    is_text,
    label,
    plain,
    side,
    value_words,
)
from pingblock.tables.command import Command, Verb, as_dict, command
from pingblock.tables.typed import Vocabulary
from pingware.shared import schema
from pingware.shared.schema import Rule

AMOUNT, CHOICE, SEVERAL, COUNTS, SWITCH, TEXT = (
    *("amount", "choice", "several"),
    *("counts", "switch", "text"),
)
FEW = 21  # a range with at most this many numbers is offered as a list
STEPS = (1, 10, 50, 100, 500)  # steps by which buttons change an amount


class Ask(NamedTuple):
    """Values that are possible for an argument now. The argument's rule can allow more.

    Args:
        choices: values to choose from, or None for all values of the rule. With an empty list, the
            question is left out.
        least, most: limits of an amount or of the number of things, or None for the limits of the
            rule.
        words: returns the words of a choice, or None for its name.
        counts: whether the answer is a text that counts the choices, such as "G3S4X1".
        typed: whether the choices are only suggestions, and any text is allowed.
        needed: whether the question must be answered now, even if the rule makes it optional.
    """

    choices: Sequence[Any] | None = None
    least: int | None = None
    most: int | None = None
    words: Callable[[Any], str] | None = None
    counts: bool = False
    typed: bool = False
    needed: bool = False


Asks = Mapping[str, Ask]  # argument -> what is possible for it


class Question(TypedDict, total=False):
    """A question of a form, as JSON."""

    name: str  # name of the argument
    label: str
    side: str  # side of a deal in words, or ""
    kind: str  # AMOUNT: a number, CHOICE: one of the choices, SEVERAL: a list of them, ...
    needed: bool
    choices: list[tuple[Any, str]]  # pairs of value and words. For TEXT they are suggestions
    least: int  # limits of an amount, or of the number of things
    most: int
    steps: list[int]  # steps by which buttons change an amount
    again: bool  # with SEVERAL: whether a choice can occur several times, as with dice


class Form(TypedDict):
    """The form of a verb for one seat, or for no seat."""

    do: str
    seat: int | None
    title: str
    questions: list[Question]
    follow: dict[str, list[Question]]  # answer to the first question -> further questions


class Row(TypedDict):
    """A thing that a correction can set, with its current value, as JSON."""

    title: str  # name of the thing
    of: str  # name of its player, space or other owner, or ""
    step: dict[str, object]  # the correction that would set the current value
    question: Question  # asks for a new value


def form_of(
    do: str, verb: Verb, seat: int | None, known: Vocabulary, asks: Callable[[Command], Asks]
) -> Form:
    """Returns the form of a verb.

    Args:
        do: name of the verb.
        verb: declaration of the verb.
        seat: seat of the player, or None if the command belongs to no seat.
        known: names of the players, spaces and cards of this game.
        asks: returns the values that are possible now for a command. The command has its seat, and
            the answer to the first question if there is one.
    """
    bare, names = command(do, seat), list(verb.args)
    narrowed = asks(bare)
    form = Form(do=do, seat=seat, title=_(verb.help), questions=[], follow={})
    first = _question(names[0], verb.args[names[0]], known, narrowed) if names else None
    if (
        first is None
        or not first.get("choices")
        or not (verb.follow or _splits(first, asks, bare, narrowed))
    ):
        every = (_question(name, verb.args[name], known, narrowed) for name in names)
        form["questions"] = [each for each in every if each]
        return form
    form["questions"] = [first]
    following = {name for own in verb.follow.values() for name in own}
    beside = [name for name in names[1:] if verb.follow and name not in following]
    for value, _words in first["choices"]:
        then = asks(command(do, seat, **{names[0]: value}))
        own = verb.follow.get(str(value), () if verb.follow else names[1:])
        every = (_question(name, verb.args[name], known, then) for name in (*own, *beside))
        form["follow"][str(value)] = [
            {**each, "needed": each["needed"] or (bool(verb.follow) and each["name"] in own)}
            for each in every
            if each
        ]
    return form


def row_of(step: Command, verb: Verb, form: Form, known: Vocabulary) -> Row:
    """Returns the row of a correction, for a form about the whole game.

    Args:
        step: a correction that sets the current value, or None if there is none.
        verb: declaration of the corrections. The value is the last argument that is not a text,
            because texts come last and name the thing.
        form: the form for corrections.
        known: names of the players, spaces and cards of this game.
    """
    first = form["questions"][0]
    what = step.arg(first["name"])
    asked = {each["name"]: each for each in form["follow"][what]}
    *_others, value = (each for each in asked if not is_text(verb.args[each]))
    question = asked.pop(value)
    title = dict(first["choices"])[what]
    words = (_worder(name, known)(step.arg(name)) for name in asked)
    return Row(title=title, of=", ".join(words), step=as_dict(step), question=question)


def _splits(
    first: Question, asks: Callable[[Command], Asks], bare: Command, narrowed: Asks
) -> bool:
    """Returns whether the other questions depend on the answer to the first one."""
    return any(
        asks(bare._replace(args=((first["name"], value),))) != narrowed
        for value, _words in first["choices"][:1]
    )


def _question(name: str, rule: Rule, known: Vocabulary, asks: Asks) -> Question | None:
    """Returns the question about an argument, or None if it is not asked now."""
    ask = asks.get(name, Ask())
    value = plain(rule)
    item = plain(value.of) if value.kind == schema.LIST else value
    needed = rule.kind == schema.NEEDED or ask.needed
    made = Question(name=name, label=label(name), side=side(name), needed=needed)
    if value.kind == schema.SWITCH:
        return {**made, "kind": SWITCH}
    choices = _choices(name, item, known) if ask.choices is None else list(ask.choices)
    if ask.choices is not None and not choices:
        return None
    worded = [(each, (ask.words or _worder(name, known))(each)) for each in choices or ()]
    least = value.least if ask.least is None else ask.least
    most = value.most if ask.most is None else ask.most
    if value.kind == schema.LIST:
        again = name not in PLACES
        return {
            **made,
            **Question(kind=SEVERAL, choices=worded, least=least, most=most, again=again),
        }
    if ask.counts:
        return {**made, **Question(kind=COUNTS, choices=worded, least=least or 0, most=most or 0)}
    if value.kind == schema.TEXT and (ask.choices is None or ask.typed):
        return {**made, **Question(kind=TEXT, choices=worded, least=least, most=most)}
    if worded:
        return {**made, **Question(kind=CHOICE, choices=worded)}
    steps = [each for each in STEPS if each <= most - least]
    return {**made, **Question(kind=AMOUNT, least=least, most=most, steps=steps)}


def _choices(name: str, rule: Rule, known: Vocabulary) -> list[object] | None:
    """Returns all values that a rule allows, or None for a number or a text."""
    if rule.kind == schema.ONE_OF:
        return list(rule.of)
    if rule.kind != schema.WHOLE:
        return None
    if name in PLACES and known.places:
        return list(range(len(known.places)))
    if name in PLAYERS:
        return list(range(len(known.players)))
    if name in OWNERS:
        return [*range(rule.least, 0), *range(len(known.players))]
    few = rule.most - rule.least < FEW
    return list(range(rule.least, rule.most + 1)) if few else None


def _worder(name: str, known: Vocabulary) -> Callable[[Any], str]:
    """Returns the function that puts the choices of an argument into words."""
    if name in PLACES and known.places:
        return lambda space: named(known.places[space])
    if name in (*PLAYERS, *OWNERS):
        return lambda seat: known.players[seat] if seat >= 0 else _("the Bank")
    if name == "tries":
        in_jail = _("in jail, failed tries: {n}")
        return lambda tries: in_jail.format(n=tries) if tries >= 0 else _("not in jail")
    return value_words


def filled(form: Form, answers: Mapping[str, object]) -> Command:
    """Returns the command of a form that was filled in.

    Args:
        form: the form that a person has filled in.
        answers: argument -> answer. An optional argument that is empty, 0 or false is left out.
    """
    asked = {each["name"]: each for each in asked_of(form, answers)}
    given = {name: value for name, value in answers.items() if name in asked}
    kept = {n: v for n, v in given.items() if asked[n]["needed"] or not _is_empty(asked[n], v)}
    return command(form["do"], form["seat"], **kept)


def _is_empty(question: Question, answer: object) -> bool:
    unsaid = question["kind"] in (AMOUNT, SWITCH) and not answer
    return unsaid or answer in (None, "", (), [])


def asked_of(form: Form, answers: Mapping[str, object]) -> list[Question]:
    """Returns the questions of a form, including those that follow from the first answer."""
    first = form["questions"][:1]
    follow = form["follow"].get(str(answers.get(first[0]["name"])), []) if first else []
    return [*form["questions"], *follow]
