"""Commands as people type them: ``roll g2s1``, ``Ben pull``, ``card gold``, or only ``gold``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pingblock.common import values
from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.languages.later import listed
from pingblock.languages.later import name as named
from pingblock.tables.arguments import OWNERS, PLACES, PLAYERS, is_text, plain
from pingblock.tables.command import Command, Verb, command, malformed
from pingblock.tables.typed_words import english, own_words, similar_words
from pingware.shared import schema

_BANK = "bank"
_NEAR, _NEAR_MOST = 0.6, 3  # minimum similarity, and maximum number, of suggested words
_FIGURE_MOST = 9  # numbers up to this need no space between them: 34 is 3 and 4
_FIGURES = re.compile(r"(?:\d|and|[\s,+&])+", re.IGNORECASE)
Numbers = Mapping[str, int]


class Vocabulary(NamedTuple):
    """The words that people can type in a game.

    Args:
        verbs: verbs of the game.
        players: names by seat.
        places: number of a space -> its name. Empty if there is no board.
        texts: for each verb of chance that accepts any text: the texts that do not need the verb.
    """

    verbs: Mapping[str, Verb]
    players: Sequence[str]
    places: Sequence[str] = ()
    texts: Mapping[str, Sequence[str]] = {}

    def numbers(self, name: str) -> Numbers:
        """Returns the names that can replace numbers in an argument, in small letters."""
        if name in PLACES:
            english = {place.casefold(): at for at, place in enumerate(self.places)}
            return english | {named(place).casefold(): at for at, place in enumerate(self.places)}
        if name in (*PLAYERS, *OWNERS):
            bank = (
                dict.fromkeys((_BANK, *own_words(_BANK), _("the Bank").casefold()), -1)
                if name in OWNERS
                else {}
            )
            seats = bank | {str(at + 1): at for at in range(len(self.players))}
            return seats | {player.casefold(): at for at, player in enumerate(self.players)}
        return {}


def quoted(line: str) -> str:
    """Returns an example of a line in quotes. The screen uses these quotes only for this."""
    return f"“{line}”"


def read(
    line: str,
    known: Vocabulary,
    to_act: Sequence[int],
    due: Iterable[str] = (),
    likely: Iterable[str] = (),
) -> Command:
    """Returns the command of a typed line.

    The line can begin with a player's name, and must do so if several players can act. The
    arguments follow in their order, or as NAME=VALUE. Names of players and places can replace
    their numbers. Results of dice or cards need no verb. The game refuses results that are not
    due.

    Args:
        line: the typed text.
        known: the words of the table.
        to_act: seats that can decide now.
        due: verbs of chance that can come now.
        likely: verbs that can be legal now. Among similar verbs, they are suggested first.

    Raises:
        BadInput: the line is not a command. The message shows how to write one.
    """
    seat, words = player_of(line, known)
    do = english(words[0], known.verbs) if words else ""
    if do not in known.verbs:
        for each in due:
            if bare := _bare(each, line.split(), known):
                return bare
    if not words:
        raise BadInput(_("Type a command. {quoted} lists them.").format(quoted=quoted("help")))
    verb = known.verbs.get(do)
    if verb is None:
        return _not_due(words[0], line.split(), known, likely)
    given = _arguments(do, known, words[1:])
    if not verb.seated:
        return command(do, None, **given)
    return command(do, _only(to_act, line, known) if seat is None else seat, **given)


def _only(to_act: Sequence[int], line: str, known: Vocabulary) -> int:
    """Returns the seat of a line without a name. Raises BadInput if several players can act."""
    if len(to_act) > 1:
        example = quoted(f"{known.players[to_act[0]]} {line}")
        raise BadInput(
            _("Who? Type the name first, for example {example}.").format(example=example)
        )
    return to_act[0] if to_act else 0


def written(step: Command, known: Vocabulary) -> str:
    """Returns the shortest line that ``read`` accepts for a command, without its player."""
    seats = [] if step.seat is None else [step.seat]
    names = _order(known.verbs[step.do], dict(step.args))
    given = {name: _value(name, step.arg(name), known) for name in names}
    for count in (len(names), 1, 0):
        parts = [
            text if at < count else f"{name}={text}"
            for at, (name, text) in enumerate(given.items())
        ]
        line = " ".join([step.do, *parts])
        try:
            if read(line, known, seats) == step:
                return line
        except BadInput:
            continue
    return " ".join([step.do, *(f"{name}={value}" for name, value in step.args)])


def shortest(step: Command, known: Vocabulary) -> str:
    """Returns the shortest line for a due outcome of chance, if possible without its verb."""
    line = written(step, known)
    alone = line.partition(" ")[2]
    try:
        return alone if alone and read(alone, known, (), [step.do]) == step else line
    except BadInput:
        return line


def usage(do: str, verb: Verb) -> str:
    """Returns the syntax of a command: ``pull [HOLE] [SEEN]``."""
    names = [
        name.upper() if rule.kind == schema.NEEDED else f"[{name.upper()}]"
        for name, rule in verb.args.items()
    ]
    return " ".join([do, *names])


def player_of(line: str, known: Vocabulary) -> tuple[int | None, list[str]]:
    """Returns the seat of the name at the beginning of a line, or None, and the other words."""
    folded = " ".join(line.split()).casefold()
    for name in sorted(known.players, key=len, reverse=True):
        own = " ".join(name.split()).casefold()
        if folded == own or folded.startswith(f"{own} "):
            return list(known.players).index(name), line.split()[len(own.split()) :]
    return None, line.split()


def _near(word: str, known: Vocabulary, likely: Iterable[str]) -> list[str]:
    """Returns the commands nearest to an unknown word. Prefers likely commands.

    A word can be similar to a verb, to its first part, to a value of its first argument, or to a
    word with a similar meaning. For example, "pays" is similar to "pay_fee", "card pay" and
    "transfer". Steps of the whole table are always likely.
    """
    found: dict[str, float] = {}
    for do, verb in known.verbs.items():
        meant = {do: [do, do.partition("_")[0], *own_words(do), *similar_words(do)]}
        first = next(iter(verb.args), "")
        if first and plain(verb.args[first]).kind == schema.ONE_OF:
            for value in map(str, plain(verb.args[first]).of):
                meant[f"{do} {value}"] = [value, *own_words(value)]
        for line, said in meant.items():
            ratios = [SequenceMatcher(None, word.casefold(), each).ratio() for each in said]
            found[line] = max(ratios)
    best = max(found.values(), default=0)
    near = [line for line, ratio in found.items() if ratio == best and best >= _NEAR]
    can = {*likely, *(do for do, verb in known.verbs.items() if verb.table)}
    return [line for line in near if line.split()[0] in can] or near


def _suggested(line: str, known: Vocabulary) -> str:
    """Returns a suggested line, with example arguments if it is a step of the whole table."""
    verb = known.verbs.get(line)
    return written(command(line, None, **verb.example), known) if verb and verb.table else line


def _not_due(
    word: str, words: list[str], known: Vocabulary, likely: Iterable[str] = ()
) -> Command:
    """Returns the outcome that the words mean although it is not due, or raises BadInput."""
    near = _near(word, known, likely)
    for each in () if any(line in known.verbs for line in near) else known.verbs:
        if known.verbs[each].chance and (bare := _bare(each, words, known)):
            return bare
    words = [quoted(_suggested(line, known)) for line in near[:_NEAR_MOST]]
    helps = " " + _("Did you mean {word}?").format(word=listed(words, _("or"))) if near else ""
    say = _("There is no command '{word}'.{helps} {quoted} lists them.")
    raise BadInput(say.format(word=word, helps=helps, quoted=quoted("help")))


def _bare(do: str, words: list[str], known: Vocabulary) -> Command | None:
    """Returns the outcome of chance that words without a verb mean, or None."""
    try:
        step = command(do, None, **_arguments(do, known, words))
    except BadInput:
        return None
    seats = len(known.players)
    if not words or malformed(known.verbs, step, seats) or not _is_known(step, known):
        return None
    return step


def spellings(names: Sequence[str]) -> dict[str, str]:
    """Returns what people can type for each name, in small letters, also translated."""
    return {said.casefold(): each for each in names for said in (each, named(each))}


def _is_known(step: Command, known: Vocabulary) -> bool:
    """Returns whether all texts in a command are known. Otherwise it can be a typing error."""
    if step.do not in known.texts:
        return True
    texts = spellings(known.texts[step.do])
    rules = known.verbs[step.do].args
    given = [value for name, value in step.args if is_text(rules[name])]
    return all(text.casefold() in texts for text in given)


def _order(verb: Verb, given: Mapping[str, object]) -> list[str]:
    """Returns the given arguments in the order in which people type them."""
    first = next(iter(verb.args), "")
    order = [first, *verb.follow.get(str(given.get(first)), ()), *verb.args]
    return [name for name in dict.fromkeys(order) if name in given]


def _arguments(do: str, known: Vocabulary, words: list[str]) -> dict[str, object]:
    verb = known.verbs[do]
    found: dict[str, object] = {}
    bare, named = _split(verb, words)
    while bare:
        name, count = _next(verb, bare, found, known)
        if not name:
            raise BadInput(
                _("The command is too long. Write it like this: {usage}.").format(
                    usage=usage(do, verb)
                )
            )
        found[name] = True if _is_flag(verb, bare[0]) else _read(verb, name, bare[:count], known)
        bare = bare[count:]
    return found | {name: _read(verb, name, own, known) for name, own in named.items()}


def _split(verb: Verb, words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Returns the words without a name, and the words of each NAME=VALUE."""
    bare: list[str] = []
    named: dict[str, list[str]] = {}
    into = bare
    for word in words:
        name, equals, text = word.partition("=")
        name = english(name, verb.args) if equals else ""
        if name in verb.args:
            into = named.setdefault(name, [])
            word = text
        elif _is_flag(verb, word):
            into = bare
        into.append(word)
    return bare, named


def _is_flag(verb: Verb, word: str) -> bool:
    """Returns whether a word is the name of a switch. Typing it turns the switch on."""
    return english(word, _flags(verb)) in _flags(verb)


def _flags(verb: Verb) -> list[str]:
    return [name for name, rule in verb.args.items() if rule.kind == schema.SWITCH]


def _next(
    verb: Verb, bare: list[str], found: Mapping[str, object], known: Vocabulary
) -> tuple[str, int]:
    """Returns the argument that the next words belong to, and the number of its words, or "".

    It is the first missing argument, or a later one if the words fit only that.
    """
    if _is_flag(verb, bare[0]):
        return english(bare[0], _flags(verb)), 1
    first = next(iter(verb.args), "")
    order = (first, *verb.follow.get(str(found.get(first)), list(verb.args)[1:]))
    open_names = [name for name in order if name and name not in found]
    for name in open_names:
        count = _length(verb, name, bare, known)
        if schema.is_right(plain(verb.args[name]), _read(verb, name, bare[:count], known)):
            return name, count
    if not open_names:
        return "", 0
    return open_names[0], _length(verb, open_names[0], bare, known)


def _length(verb: Verb, name: str, bare: list[str], known: Vocabulary) -> int:
    """Returns how many words belong to an argument, because a name can have several."""
    ends = next((at for at in range(1, len(bare)) if _is_flag(verb, bare[at])), len(bare))
    rule = plain(verb.args[name])
    if rule.kind not in (schema.WHOLE, schema.ONE_OF, schema.SWITCH):
        return ends
    numbers = known.numbers(name)
    for count in range(ends, 1, -1):
        if " ".join(bare[:count]).casefold() in numbers:
            return count
    return 1


def _read(verb: Verb, name: str, words: list[str], known: Vocabulary) -> Any:
    """Returns an argument's value. Unreadable values stay text, which the rule rejects."""
    rule, text, numbers = plain(verb.args[name]), " ".join(words), known.numbers(name)
    if rule.kind == schema.ONE_OF:
        meant = english(text, rule.of)
        return next((each for each in rule.of if str(each) == meant), text)
    if rule.kind == schema.WHOLE:
        text = str(numbers.get(text.casefold(), text))
    elif rule.kind == schema.LIST and rule.of.kind == schema.WHOLE and not text.startswith("["):
        if rule.of.most <= _FIGURE_MOST and _FIGURES.fullmatch(text):
            text = ",".join(re.findall(r"\d", text))
        parts = [part.strip() for part in text.split(",")]
        text = ",".join(str(numbers.get(part.casefold(), part)) for part in parts)
    return values.read_value(rule, text)


def _value(name: str, value: Any, known: Vocabulary) -> str:
    """Returns how people type a value, with names for players and places."""
    if isinstance(value, bool):
        return values.shown(value)
    names: Sequence[str] = ()
    if name in PLACES:
        names = [named(place) for place in known.places]
    elif name in (*PLAYERS, *OWNERS):
        names = known.players
        if value == -1:
            return _BANK
    if isinstance(value, tuple):
        figures = all(type(each) is int for each in value) and not names
        return (" " if figures else ",").join(_value(name, each, known) for each in value)
    return names[value] if names and value < len(names) else str(value)
