"""Draws lines of a panel with rich: names are not broken, and drawings keep their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.text import Text

from pingblock.tables.text_width import Fixed, cell_len


class PanelLine:
    """A line of a panel. Each piece of it has the same indent. Names are not broken, and have a
    colour.

    Args:
        line: the text with leading spaces. ``Fixed`` text is not wrapped.
        colours: name that must not be broken -> its colour, or "" for the usual one.
    """

    def __init__(self, line: str, colours: Mapping[str, str]) -> None:
        self._line = line
        self._colours = colours

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[Text | Segment]:
        """See rich: yields the lines in the available width."""
        if isinstance(self._line, Fixed):
            yield Text(self._line, no_wrap=True, overflow="crop")
            return
        for part in wrapped(self._line, options.max_width, tuple(self._colours)):
            yield painted(part, self._colours)


def wrapped(line: str, width: int, names: tuple[str, ...]) -> list[str]:
    """Returns a line in pieces of at most ``width`` cells. Names are not broken if they fit.

    Args:
        line: the line. Each piece begins with its leading spaces.
        width: width of the panel in cells.
        names: names that must not be broken.
    """
    if cell_len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    found, own = [], indent
    for token in _tokens(line.strip(), names):
        for piece in _fitting(token, width - len(indent)):
            gap = " " * (own != indent)
            if cell_len(own + gap + piece) > width and own != indent:
                found.append(own)
                own, gap = indent, ""
            own += gap + piece
    return [*found, own]


def painted(line: str, colours: Mapping[str, str]) -> Text:
    """Returns a line whose names have their colours."""
    text = Text(line)
    if pattern := _pattern(tuple(colours)):
        for name in re.finditer(pattern, line):
            if colour := colours[name[0]]:
                text.stylize(colour, *name.span())
    return text


def _tokens(line: str, names: tuple[str, ...]) -> list[str]:
    """Returns the words of a line. A name is one word with the text next to it, up to a comma."""
    pattern = _pattern(names)
    inside = f"(?:{pattern}|[^\\s,])+,*" if pattern else r"\S+"
    return re.findall(inside, line)


def _pattern(names: tuple[str, ...]) -> str:
    longest = sorted((name for name in names if name), key=len, reverse=True)
    return "|".join(rf"\b{re.escape(name)}\b" for name in longest)


def _fitting(token: str, width: int) -> list[str]:
    """Returns a word unchanged, or in parts if it is wider than a line."""
    if cell_len(token) <= width or width < 1:
        return [token]
    if " " in token:
        return [piece for word in token.split() for piece in _fitting(word, width)]
    return [token[at : at + width] for at in range(0, len(token), width)]
