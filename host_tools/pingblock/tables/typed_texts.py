"""Names in typed commands that can be any text, such as cards. Some of these names are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.languages.later import name as named
from pingblock.tables.arguments import is_text, plain
from pingblock.tables.command import Command, command
from pingblock.tables.forms import Asks
from pingblock.tables.typed import Vocabulary, quoted, spellings, written
from pingware.shared import schema

# cutoff: "Bandge kit" is like "Bandage kit", but "Long bow" is not like "Long shot"
_LIKENESS = 0.85


def with_texts(known: Vocabulary, asks: Callable[[Command], Asks]) -> Vocabulary:
    """Returns a vocabulary with the names that can be typed without a verb.

    Args:
        known: the words of the table.
        asks: returns the questions in a command's form, with the known names.
    """
    texts = {
        do: list(asks(command(do))[name].choices or ())
        for do, verb in known.verbs.items()
        for name, rule in verb.args.items()
        if verb.chance and is_text(rule)
    }
    return known._replace(texts=texts)


def helps(line: str, do: str, example: str, known: Vocabulary) -> str:
    """Returns a sentence about the outcome of chance that is due, for a line without a meaning.

    Args:
        line: the typed line.
        do: the verb of the outcome.
        example: an example of the outcome in quotes.
        known: the words of the table.
    """
    names = known.texts.get(do)
    if not names:
        return _("Type this part like {example}.").format(example=example)
    say = _("You can type one of: {names}. For another one, type {example}.")
    typed = quoted(f"{do} {line.strip()}")
    return say.format(names=", ".join(map(named, names)), example=typed)


def spelled(step: Command, asks: Asks, known: Vocabulary) -> Command:
    """Returns a typed command with the known names in the table's spelling.

    Args:
        step: the command. Its names can be in small letters or in the current language.
        asks: the questions in its form, with the known names.
        known: the words of the table.

    Raises:
        BadInput: a name is not known, but similar to a known one.
    """
    right, meant = dict(step.args), dict(step.args)
    for name, value in step.args:
        rule, ask = plain(known.verbs[step.do].args[name]), asks.get(name)
        if ask is None or not ask.choices:
            continue
        if is_text(rule) and isinstance(value, str):
            right[name], meant[name] = _known(value, ask.choices)
        elif rule.kind == schema.LIST and is_text(rule.of) and isinstance(value, tuple):
            both = [_known(each, ask.choices) for each in value]
            right[name] = [each for each, _near in both]
            meant[name] = [near for _each, near in both]
    if right != meant:
        example = quoted(written(command(step.do, step.seat, **meant), known))
        raise BadInput(_("Did you mean {word}?").format(word=example))
    return command(step.do, step.seat, **right)


def _known(text: object, choices: Sequence[str]) -> tuple[str, str]:
    """Returns a name in the table's spelling, and the known name that was probably meant."""
    by_name = spellings(choices)
    folded = str(text).casefold()
    right = by_name.get(folded, str(text))
    near = get_close_matches(folded, by_name, 1, _LIKENESS)
    return right, by_name[near[0]] if near else right
