"""Parts of Markdown for generated pages."""

from __future__ import annotations

import re
from collections.abc import Iterable

_CODE = re.compile(r"(`+[^`]+`+)")
MADE = "This page is generated from the declarations in the sources.\n\n"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Returns a table with a line for each row. Cells can contain bars and line ends."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").strip()


def plain(text: str) -> str:
    """Returns a text without characters that mean tags or emphasis in Markdown. Code stays."""
    pieces = _CODE.split(text)
    pieces[::2] = [each.replace("<", "&lt;").replace("*", "\\*") for each in pieces[::2]]
    return "".join(pieces)


def block(language: str, *lines: str) -> str:
    """Returns a code block."""
    return "\n".join(["```" + language, *lines, "```\n"])
