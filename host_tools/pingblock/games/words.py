"""Words of the press games: titles of outcomes, and the next action of the players.

A game can have them in its ``words.toml``, which the page reads, too. An outcome can have several
rows. Among the rows that fit an event, the row with the most conditions gives the title, and the
same holds for the sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from pingblock.languages import _, ngettext
from pingblock.languages.later import listed
from pingware.games.registry import NAMES

Event = Mapping[str, Any]
Row = Mapping[str, Any]
_FACES = "⚀⚁⚂⚃⚄⚅"


@cache
def words_of_games() -> dict[str, dict[str, Any]]:
    """Returns the contents of each press game's ``words.toml``. A game need not have this file."""
    found = {name: files(f"pingware.games.{name}").joinpath("words.toml") for name in NAMES}
    return {
        name: tomllib.loads(path.read_text("utf-8"))
        for name, path in found.items()
        if path.is_file()
    }


def texts() -> Iterator[tuple[str, str, str]]:
    """Yields the texts to translate: game, text, and the plural form or "".

    The texts of an outcome with a badge are missing here, because the reminder cards have them in
    all languages.
    """
    for game, words in words_of_games().items():
        shown = [*words["game"].values(), *words.get("choices", {}).get("words", {}).values()]
        shown += [text for names in words.get("names", {}).values() for text in names.values()]
        rows = [row for each in words["outcome"].values() for row in each]
        rows = [row for row in rows if "badge" not in row or isinstance(row["title"], list)]
        shown += [row[part] for row in rows for part in ("title", "say") if part in row]
        for text in shown:
            one, many = (text, "") if isinstance(text, str) else text
            if not (one.startswith("{") and one.find("}") == len(one) - 1):
                yield game, one, many


def told(event: Event) -> tuple[str, str] | None:
    """Returns the title of an outcome and the next action of the players, or None."""
    rows = [row for row in _rows(str(event.get("outcome"))) if _fits(row, event)]
    if not rows:
        return None
    fields = _Fields(event)
    found = {part: row[part] for row in reversed(rows) for part in row}
    return _said(found.get("title", ""), fields), _said(found.get("say", ""), fields)


@cache
def _rows(outcome: str) -> list[Row]:
    """Returns the rows of an outcome. Rows with more conditions come first."""
    each = (words["outcome"].get(outcome, ()) for words in words_of_games().values())
    return sorted(chain.from_iterable(each), key=lambda row: -len(row.get("when", ())))


def _fits(row: Row, event: Event) -> bool:
    """Returns whether an event has the fields in ``when``. True fits any value but 0 and ""."""
    return all(
        bool(event.get(name)) if value is True else event.get(name) == value
        for name, value in row.get("when", {}).items()
    )


def _said(text: str | list[str], fields: _Fields) -> str:
    if isinstance(text, str):
        return _(text).format_map(fields)
    one, many = text
    return ngettext(one, many, fields["n"]).format_map(fields)


class _Fields(dict[str, Any]):
    """Values for the placeholders of a text: the event's fields in words, and ``n``."""

    def __init__(self, event: Event) -> None:
        super().__init__(event)
        for words in words_of_games().values():
            if counted := event.get(words.get("number", {}).get(event.get("outcome"))):
                self["n"] = sum(counted) if isinstance(counted, list) else counted
            for field, names in words.get("names", {}).items():
                if event.get(field) in names:
                    self[field] = _(names[event[field]])
        if again := event.get("again"):
            self["again"] = listed(map(str, again))
        if dice := event.get("dice"):
            faces = " ".join(_FACES[face - 1] for face in dice if 1 <= face <= len(_FACES))
            total = f" = {self['n']}" if len(dice) > 1 else ""
            self["dice"], self["total"] = faces, f"{faces} {' + '.join(map(str, dice))}{total}"

    def __missing__(self, name: str) -> int | str:
        return 0 if name == "n" else ""
