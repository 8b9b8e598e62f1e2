"""Yields nodes of a syntax tree like ``ast.walk``, but many times faster."""

from __future__ import annotations

import ast
from functools import cache

_PLAIN = {"ctx", "id", "attr", "arg", "name"}  # texts, and the marks for load and store


@cache
def _fields(kind: str) -> tuple[str, ...]:
    """Returns the fields of a kind of node that can hold nodes."""
    if kind in ("Constant", "Global", "Nonlocal"):
        return ()
    return tuple(name for name in getattr(ast, kind)._fields if name not in _PLAIN)


def walk(tree: ast.AST) -> list[ast.AST]:
    """Returns a node and all below it, level by level, except the marks for load and store."""
    found = [tree]
    for node in found:  # The list grows meanwhile.
        for name in _fields(node.__class__.__name__):
            value = getattr(node, name, None)
            if value.__class__ is list:
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found
