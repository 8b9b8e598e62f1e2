"""Names for bundles: finds the definitions of a module, and keeps names apart. Only syntax."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator

from pingblock.errors import BadInput
from pingblock.image.walking import walk

Symbol = tuple[str, str]  # module, the name in it
Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TEXT_MAX = 40  # Longer texts are kept once, under their name.


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
    """Returns the name of each global in its bundle: its own, or one with its module's name.

    Args:
        rooms: the globals of each bundle, in their order.
        shared: the globals that another bundle uses. Their names are unique in all bundles.
        taken: names with another meaning.
    """
    rooms = [list(symbols) for symbols in rooms]
    used = set(taken)
    found: dict[Symbol, str] = {}
    for symbol in (each for symbols in rooms for each in symbols if each in shared):
        found[symbol] = _free(symbol, used)
        used.add(found[symbol])
    for symbols in rooms:
        here = set(used)
        for symbol in (each for each in symbols if each not in shared):
            found[symbol] = _free(symbol, here)
            here.add(found[symbol])
    return found


def _free(symbol: Symbol, used: Container[str]) -> str:
    """Returns a name that is not used: ``name``, ``module_name`` or ``package_module_name``."""
    module, name = symbol
    while name in used:
        if not module:
            raise BadInput(f"{symbol[0]}: {symbol[1]} has no free name in its bundle: rename it.")
        module, _, last = module.rpartition(".")
        name = f"{last}_{name}"
    return name
