"""Refuses Python code that would behave differently after merging, with a message."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeGuard

from pingblock.errors import BadInput
from pingblock.image import names
from pingblock.image.module import Module, origin
from pingblock.image.names import Symbol
from pingblock.image.walking import walk

_BY_TEXT = ("getattr", "setattr", "hasattr", "delattr")


def check(modules: Mapping[str, Module], inside: Iterable[str]) -> None:
    """Checks private names and libraries, which merged modules share.

    Args:
        modules: all, by dotted name.
        inside: the ones that are merged.

    Raises:
        BadInput: one of them cannot be merged.
    """
    inside = list(inside)
    private = {name: _own_privates(modules[name]) for name in inside}
    for name in inside:
        _check_reads(modules[name], private)
        _check_texts(modules[name])
        for node in _classes(modules[name]):
            _check_class(modules, (name, node.name))
    _check_libraries([modules[name] for name in inside])


def _check_reads(module: Module, private: Mapping[str, set[str]]) -> None:
    """Refuses private attributes of another module, because each shortens them differently."""
    for node in names.attributes(module.tree):
        if not names.is_private(node.attr) or node.attr in private[module.name]:
            continue
        if isinstance(node.value, ast.Name) and node.value.id in module.aliases:
            continue  # Names of a module: see ``Rename.expression``.
        if owners := [name for name in private if node.attr in private[name]]:
            raise BadInput(
                f"{module.name}: {node.attr} is private to {' and '.join(owners)}, "
                "where it has another name once it is merged."
            )


@cache
def _own_privates(module: Module) -> set[str]:
    """Returns the private names that the module's own classes define."""
    found = {name for each in _classes(module) for name in names.stored_in(each)}
    for node in (node for each in _classes(module) for node in walk(each)):
        if isinstance(node, names.Definition):
            found.add(node.name)
        elif _is_own(node) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return {name for name in found if names.is_private(name)}


@cache
def _check_texts(module: Module) -> None:
    for node in walk(module.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _BY_TEXT:
            name = node.args[1]
            if isinstance(name, ast.Constant) and names.is_private(text := str(name.value)):
                raise BadInput(
                    f"{module.name}: {text} is private, so no text names it once it is merged."
                )


def _classes(module: Module) -> list[ast.ClassDef]:
    return [node for node in module.tree.body if isinstance(node, ast.ClassDef)]


def _check_class(modules: Mapping[str, Module], symbol: Symbol) -> None:
    """Refuses a private name that a class and its base in another module share.

    After merging it would be two different names.
    """
    named = _named(_class_of(modules, symbol))
    for base in _bases(modules, symbol):
        both = sorted(named & set(names.private_names(_class_of(modules, base))))
        if both and base[0] != symbol[0]:
            raise BadInput(
                f"{symbol[0]}: {symbol[1]} names {', '.join(both)}, which its base {base[1]} in "
                f"{base[0]} has for itself: they are two things once they are merged."
            )


@cache
def _named(node: ast.AST) -> set[str]:
    """Returns the private names that a class has, and all attributes of itself that it uses."""
    return {each.attr for each in walk(node) if _is_own(each)} | {*names.private_names(node)}


def _is_own(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls")


def _class_of(modules: Mapping[str, Module], symbol: Symbol) -> ast.AST:
    return _class_in(modules[symbol[0]], symbol[1])


@cache
def _class_in(module: Module, name: str) -> ast.AST:
    return ast.Module([each for each in _classes(module) if each.name == name], [])


@cache
def _classes_in(tree: ast.AST) -> list[ast.ClassDef]:
    return [node for node in walk(tree) if isinstance(node, ast.ClassDef)]


def _bases(modules: Mapping[str, Module], symbol: Symbol) -> Iterator[Symbol]:
    for node in _classes_in(_class_of(modules, symbol)):
        for expression in node.bases:
            base = origin(modules, symbol[0], expression)
            if base:
                yield base
                yield from _bases(modules, base)


def _check_libraries(inside: Iterable[Module]) -> None:
    lines: dict[str, tuple[str, str]] = {}
    for module in inside:
        for name, line in module.library.items():
            other, there = lines.setdefault(name, (module.name, line))
            if line != there:
                raise BadInput(f"{module.name}: '{line}', but {other} has '{there}'.")
