"""Pieces of Markdown for pages that are made of declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable

_CODE = re.compile(r"(`+[^`]+`+)")
MADE = "This page is made of the declarations in the sources.\n\n"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Returns a table, a line each row; what stands in a cell may hold bars and ends of lines."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").strip()


def plain(text: str) -> str:
    """Returns a text without what Markdown would take for a tag or for emphasis; code stays."""
    pieces = _CODE.split(text)
    pieces[::2] = [each.replace("<", "&lt;").replace("*", "\\*") for each in pieces[::2]]
    return "".join(pieces)


def block(language: str, *lines: str) -> str:
    """Returns a block of code."""
    return "\n".join(["```" + language, *lines, "```\n"])
