"""Names for bundles: finds the definitions of a module, and makes new names. Only syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, product
from string import ascii_lowercase

from pingblock.errors import BadInput
from pingblock.image.walking import walk

Symbol = tuple[str, str]  # module, the name in it
Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TEXT_MAX = 40  # Longer texts are kept once, under their name.
# Names in MicroPython's ROM, which have numbers in compiled files (format 6: ``static_qstr_list``
# in py/makeqstrdata.py). Every other name is looked up in a list of all names. Gain: the start is
# 5 ms faster.
WORDS = (
    *("bytecode", "builtins", "callable", "classmethod", "dir", "divmod", "eval", "exec"),
    *("format", "globals", "hash", "isalpha", "islower", "isspace", "issubclass", "isupper"),
    *("iter", "key", "locals", "lstrip", "main", "popitem", "pow", "readline", "repr", "rfind"),
    *("rindex", "sep", "setdefault", "sort", "upper", "zip"),
)


def short_names() -> Iterator[str]:
    """Yields ``WORDS``, then ``_a``, ``_b``, ... ``_aa``, ``_ab``, ..."""
    yield from WORDS
    for size in count(1):
        for letters in product(ascii_lowercase, repeat=size):
            yield "_" + "".join(letters)


def is_private(name: str) -> bool:
    """Returns whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def targets(statement: ast.stmt) -> list[str]:
    """Returns the names that a statement at the top level of a module defines."""
    if isinstance(statement, Definition):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        return [name for target in statement.targets for name in stored_in(target)]
    return stored_in(statement.target) if isinstance(statement, ast.AnnAssign) else []


def stored_in(tree: ast.AST) -> list[str]:
    """Returns the names that are assigned anywhere in ``tree``."""
    stored = (node for node in walk(tree) if isinstance(node, ast.Name))
    return [node.id for node in stored if isinstance(node.ctx, ast.Store)]


def check_names(module: str, tree: ast.Module, taken: set[str]) -> None:
    """Refuses other uses of the name of a global, because names are replaced everywhere.

    Args:
        module: its dotted name.
        tree: its tree.
        taken: its globals.

    Raises:
        BadInput: something else has the name of a global, or a global is not made by an assignment
            or a definition at the top.
    """
    for statement in tree.body:
        inside = set(_bound_in(statement)) & taken
        if inside:
            raise BadInput(f"{module}: {sorted(inside)} hide globals: rename them.")
        if any(isinstance(node, ast.Global) for node in walk(statement)):
            raise BadInput(
                f"{module}: a function sets a global: set an attribute of an object instead."
            )
        plain = isinstance(statement, (*Definition, ast.Assign, ast.AnnAssign, ast.AugAssign))
        if not plain and (made := stored_in(statement)):
            raise BadInput(
                f"{module}: {sorted(made)} are set in a block: set them at the top of the module."
            )


def _bound_in(statement: ast.stmt) -> Iterator[str]:
    """Yields the names that are bound within a statement of the top, but are not global."""
    if isinstance(statement, Definition):
        yield from stored_in(statement)
    for node in walk(statement):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from (each.name for each in node.body if isinstance(each, Definition))


def constants(tree: ast.Module) -> dict[str, int | str]:
    """Returns the globals that are a whole number or a short text, and never change."""
    found: dict[str, int | str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            pairs = _pairs(node.targets[0], node.value)
            values = {name: _constant(value, found) for name, value in pairs.items()}
            if None not in values.values():
                found.update({n: value for n, value in values.items() if value is not None})
    stored = stored_in(tree)
    return {name: value for name, value in found.items() if stored.count(name) == 1}


def _pairs(target: ast.expr, value: ast.expr) -> dict[str, ast.expr]:
    """Returns the plain names that an assignment sets, with their values."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        names = [each.id for each in target.elts if isinstance(each, ast.Name)]
        if len(names) == len(target.elts) == len(value.elts):
            return dict(zip(names, value.elts, strict=True))
    return {}


def _constant(value: ast.expr, known: dict[str, int | str]) -> int | str | None:
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
        value = value.args[0]
    parts = (ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.Load)
    nodes = list(walk(value))
    if not all(isinstance(node, parts) for node in nodes):
        return None
    if any(isinstance(node, ast.Name) and node.id not in known for node in nodes):
        return None
    result = eval(ast.unparse(value), {"__builtins__": {}}, dict(known))
    short = type(result) is int or (type(result) is str and len(result) <= _TEXT_MAX)
    return result if short else None


def new_names(
    rooms: Iterable[Iterable[Symbol]], shared: set[Symbol], taken: set[str]
) -> dict[Symbol, str]:
    """Returns a new name for each global. A shared one has a unique name, if possible its own.

    Other names are the same in each bundle, because MicroPython keeps every name for ever, and
    doubles its table of names when it is full (at 620 names by 3.9 kB). Gain: some 70 names.

    Args:
        rooms: the globals of each bundle, in their order.
        shared: the globals that another bundle uses.
        taken: names with another meaning.
    """
    rooms = [list(symbols) for symbols in rooms]
    used = set(taken)
    short = short_names()
    found = {}
    for symbol in (each for symbols in rooms for each in symbols if each in shared):
        name = symbol[1]
        found[symbol] = next(each for each in short if each not in used) if name in used else name
        used.add(found[symbol])
    for symbols in rooms:
        free = (name for name in short_names() if name not in used)
        found.update(zip((each for each in symbols if each not in shared), free, strict=False))
    return found


def private_attributes(tree: ast.Module, taken: Iterable[str]) -> dict[str, str]:
    """Returns short names for the private attributes and methods that a module defines.

    All modules share the same few names, so a module must not use private parts of another one.

    Args:
        tree: the module.
        taken: names that its objects can already have: those of their base classes, and public
            ones.
    """
    own = private_names(tree)
    foreign = {node.attr for node in attributes(tree)} - set(own) | set(taken)
    free = (name for name in short_names() if name not in foreign)
    return dict(zip(own, free, strict=False))


@cache
def private_names(tree: ast.AST) -> list[str]:
    """Returns the private attributes and methods that a module or class defines, in order.

    Args:
        tree: of an unchanged module.
    """
    own = [node.attr for node in attributes(tree) if isinstance(node.ctx, ast.Store)]
    for node in walk(tree):
        if isinstance(node, ast.ClassDef):
            own += [each.name for each in node.body if isinstance(each, Definition)]
    return [name for name in dict.fromkeys(own) if is_private(name)]


@cache
def attributes(tree: ast.AST) -> list[ast.Attribute]:
    """Returns all attributes in a tree, which is as in ``private_names``."""
    return [node for node in walk(tree) if isinstance(node, ast.Attribute)]


def at_class_level(tree: ast.Module) -> Iterator[ast.expr]:
    """Yields all expressions of a module's classes outside of the methods' bodies."""
    for node in (
        each for part in tree.body if isinstance(part, ast.ClassDef) for each in part.body
    ):
        parts: list[ast.AST] = [node]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [*node.decorator_list, node.args]
        yield from (each for part in parts for each in walk(part) if isinstance(each, ast.expr))
