"""One-letter names for the arguments of functions. All functions share the same few names.

MicroPython keeps the name of each argument, because a call may give it by keyword. Few calls do.
No global has such a name, so that an argument never looks like a use of a global. Gain: the device
sends its hello 14 ms earlier, and keeps some 115 names and 1 kB less.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from pingblock.image.walking import walk

Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_SELF = "self"  # MicroPython has this name anyway.


def shorten(statements: Iterable[ast.stmt]) -> None:
    """Renames arguments in place, except those that a call may give by keyword.

    Args:
        statements: the whole program. It must contain all calls by keyword. These use keywords, or
            a dict whose keys are texts in the program.
    """
    statements = list(statements)
    spoken = {word for statement in statements for word in _spoken(statement)}
    for statement in statements:
        for function in _outermost(statement):
            _shorten_one(function, spoken)


def _spoken(tree: ast.AST) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _outermost(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields functions and methods, but not those within another one."""
    if isinstance(tree, Function):
        if not any("asm_thumb" in ast.unparse(each) for each in tree.decorator_list):
            yield tree  # The arguments of assembler functions have the names of registers.
        return
    for node in ast.iter_child_nodes(tree):
        yield from _outermost(node)


def _shorten_one(function: ast.AST, kept: set[str]) -> None:
    """Replaces each name in the whole function, so inner functions need no extra step."""
    nodes = list(walk(function))
    fixed = {name for node in nodes for name in _names_in_text(node)}
    arguments = dict.fromkeys(node.arg for node in nodes if isinstance(node, ast.arg))
    old = [name for name in arguments if name not in kept | fixed | {_SELF}]
    others = {node.id for node in nodes if isinstance(node, ast.Name)} | set(arguments)
    taken = fixed | (others - set(old))
    free = (letter for letter in ascii_lowercase if letter not in taken)
    new = dict(zip(old, free, strict=False))
    for node in nodes:
        if isinstance(node, ast.arg):
            node.arg = new.get(node.arg, node.arg)
        elif isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)


def _names_in_text(node: ast.AST) -> list[str]:
    """Returns local names that the tree holds as plain text."""
    if isinstance(node, ast.ExceptHandler):
        return [node.name or ""]
    if isinstance(node, (ast.Nonlocal, ast.Global)):
        return node.names
    if isinstance(node, ast.alias):
        return [(node.asname or node.name).split(".")[0]]
    return []
