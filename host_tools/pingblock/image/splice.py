"""Replaces parts of a Python source with other text.

Each remaining line keeps its number, because tracebacks refer to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

Located = ast.stmt | ast.expr | ast.keyword
Edit = tuple[Located, str]  # the replaced part, and its new text


def spliced(source: bytes, edits: Iterable[Edit]) -> bytes:
    """Returns a source with parts replaced.

    Args:
        source: text of the source.
        edits: separate parts of its syntax tree. An argument without a text loses its comma.
    """
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    places = [(_place(node, starts), node, text) for node, text in edits]
    for (begin, end), node, text in sorted(places, key=lambda each: each[0], reverse=True):
        if isinstance(node, ast.keyword) and source[end : end + 1] == b",":
            end += 1
        lines = "\n" * source.count(b"\n", begin, end)
        new = f"({lines}{text})" if lines and isinstance(node, ast.expr) else text + lines
        source = source[:begin] + new.encode() + source[end:]
    return source


def _place(node: Located, starts: list[int]) -> tuple[int, int]:
    """Returns the offsets of a part: start and end."""
    first, last = node.lineno, node.end_lineno or node.lineno
    return starts[first - 1] + node.col_offset, starts[last - 1] + (node.end_col_offset or 0)
