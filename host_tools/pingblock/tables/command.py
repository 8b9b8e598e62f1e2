"""Commands of a game: small immutable records, which are checked when they are read from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.languages.later import Later, said
from pingblock.tables.allowed import allowed
from pingware.shared import schema
from pingware.shared.schema import Rule

DO, SEAT = "do", "seat"


class Command(NamedTuple):
    """A step of a game: a decision of a player, or an outcome of chance.

    ``command`` makes it. Values are str, int, bool, None, or tuples of them.
    """

    do: str  # name of the verb, such as "roll"
    seat: int | None  # the seat that decides, from 0, or None for chance
    args: tuple[tuple[str, Any], ...]  # pairs of name and value, sorted by name

    @property
    def player(self) -> int:
        """The seat of the player who decided. An outcome of chance has none."""
        assert self.seat is not None
        return self.seat

    def arg(self, name: str) -> Any:
        """Returns the value of an argument, or None if it was not given."""
        for own, value in self.args:
            if own == name:
                return value
        return None


class Refusal(BadInput):
    """The reason why a command is not allowed. The game has not changed. The interface puts the
    reason into words.

    Args:
        say: English text with placeholders for the fields.
        rule: id of the rule in the specification, or "".
        fields: plain values, texts to translate later, lists of words, or a ``Rule``.
    """

    example = ""  # sentence that shows how to type the command correctly
    step: Command | None = None  # the command that was refused, if there were several

    def __init__(self, say: str, rule: str = "", **fields: object) -> None:
        super().__init__()
        self.say, self.rule, self.fields = say, rule, fields

    def __str__(self) -> str:
        return f"{self.in_words()} ({self.rule})" if self.rule else self.in_words()

    def in_words(self) -> str:
        """Returns the reason in the current language, without the id of the rule."""
        fields = {name: _in_words(value) for name, value in self.fields.items()}
        return (_(self.say).format(**fields) if fields else _(self.say)) + self.example


def _in_words(field: Any) -> Any:
    if isinstance(field, Rule):
        return allowed(field)
    if isinstance(field, Later):
        return said(field)
    return field if isinstance(field, (str, int)) else ", ".join(field) or _("nothing")


@dataclass(frozen=True)
class Verb:
    """Declaration of a command: its arguments with their rules, and a sentence of help.

    An argument with the rule ``needed(...)`` must be given.

    Args:
        help: one sentence for people.
        args: the rule of each argument, in the order in which people type them.
        chance: whether the command is an outcome of dice or cards, which does not belong to a
            seat.
        table: whether the command is a step of the whole game, such as a correction, which does
            not belong to a seat.
        free: whether ``TableGame.legal`` does not list all of its commands. A form then asks for
            its arguments.
        menu: words on the button that opens its form or its list.
        example: arguments of a valid command, for the help, or {} if no example is needed.
        follow: value of the first argument -> the arguments that people type after it.
    """

    help: str
    args: Mapping[str, Rule] = field(default_factory=dict)
    chance: bool = False
    example: Mapping[str, object] = field(default_factory=dict)
    follow: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    table: bool = False
    free: bool = False
    menu: str = ""

    @cached_property
    def seated(self) -> bool:
        """True if a command of this verb contains the seat of its player."""
        return not (self.chance or self.table)


def command(do: str, seat: int | None = None, **args: object) -> Command:
    """Makes a command. Lists among the arguments become tuples."""
    if not args:
        return Command(do, seat, ())
    return Command(do, seat, tuple(sorted([(name, _frozen(args[name])) for name in args])))


def as_dict(step: Command) -> dict[str, object]:
    """Returns a command as JSON: ``{"do": "roll", "seat": 0, "dice": "G2"}``."""
    fields: dict[str, object] = {DO: step.do}
    if step.seat is not None:
        fields[SEAT] = step.seat
    return {**fields, **{name: _thawed(value) for name, value in step.args}}


def from_dict(fields: Mapping[str, object]) -> Command:
    """Reads the output of ``as_dict``. Raises Refusal if verb or seat is wrong."""
    do, seat = fields.get(DO), fields.get(SEAT)
    if type(do) is not str:
        raise Refusal("A command needs a verb, such as {example}.", example='{"do": "roll"}')
    if seat is not None and type(seat) is not int:
        raise Refusal("The seat of a command must be a number. 0 is the first player.")
    return command(do, seat, **{n: v for n, v in fields.items() if n not in (DO, SEAT)})


def malformed(verbs: Mapping[str, Verb], step: Command, players: int) -> Refusal | None:
    """Returns the mistake in a command's form, or None. The state of the game does not matter.

    Args:
        verbs: the verbs of the game.
        step: the command.
        players: number of players.
    """
    verb = verbs.get(step.do)
    if verb is None:
        return Refusal("There is no command '{do}'. Use one of {names}.", do=step.do, names=verbs)
    if not verb.seated and step.seat is not None:
        return Refusal(
            "'{do}' must have no seat, because it is not a player's command.", do=step.do
        )
    if verb.seated and (step.seat is None or not 0 <= step.seat < players):
        say = N_("'{do}' needs the seat of its player, from 0 to {most}.")
        return Refusal(say, do=step.do, most=players - 1)
    given = dict(step.args)
    for name, rule in verb.args.items():
        if name not in given and rule.kind != schema.NEEDED:
            continue
        if name not in given or not schema.is_right(rule, _thawed(given.pop(name))):
            say = N_("'{do}': {name} must be {allowed}.")
            return Refusal(say, do=step.do, name=name, allowed=rule)
    if given:
        say = N_("'{do}' has no argument '{given}'. It has: {known}.")
        return Refusal(say, do=step.do, given=min(given), known=verb.args)
    return None


def misfit(
    step: Command, first: str, follow: Mapping[str, tuple[str, ...]], also: str = ""
) -> Refusal | None:
    """Returns a refusal if the arguments do not suit the value of the first one.

    Args:
        step: a well-formed command.
        first: name of its first argument.
        follow: as in ``Verb``, for every value of the first argument.
        also: an argument that is allowed in addition.
    """
    kind = step.arg(first)
    given = [name for name, _value in step.args if name not in (first, also)]
    if given == sorted(follow[kind]):
        return None
    return Refusal(
        "'{kind}' must come with these arguments, and no others: {also}.",
        kind=kind,
        also=follow[kind],
    )


def _frozen(value: object) -> Any:
    if type(value) in (int, str):  # A shortcut, because nearly all values are of these types.
        return value
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(each) for each in value)
    if isinstance(value, Mapping):
        raise Refusal("An argument must be a plain value or a list of plain values.")
    return value


def _thawed(value: object) -> Any:
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value
