"""One module before it is merged: its tree, its definitions, and the meaning of its names."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Container, Mapping
from functools import cached_property

from pingblock.errors import BadInput
from pingblock.image import names
from pingblock.image.annotations import strip
from pingblock.image.names import Symbol
from pingblock.image.walking import walk

Import = (ast.Import, ast.ImportFrom)


class Module:
    """A parsed module.

    Args:
        name: dotted.
        source: its text.
        ours: the dotted names of all modules that could be merged.
    """

    def __init__(self, name: str, source: bytes, ours: Container[str]) -> None:
        self.name = name
        self.tree = strip(ast.parse(source, name))
        self.tree.body = [_plain(node) for node in self.tree.body if not is_text(node)]
        self._packed = pickle.dumps(self.tree)
        self.aliases: dict[str, str] = {}  # name in this module -> one of our modules
        # Name in this module -> a global of one of our modules.
        self.imported: dict[str, Symbol] = {}
        self.library: dict[str, str] = {}  # name in this module -> the statement that imports it
        self.needs: list[str] = []  # our modules that it imports at the top
        self._ours = ours
        self._meant: dict[str, str] = {}  # imported name -> its meaning
        self.defined = [each for node in self.tree.body for each in names.targets(node)]
        for node in walk(self.tree):
            if isinstance(node, Import):
                self._take_import(node, node in self.tree.body)
        self.constants = names.constants(self.tree)
        taken = {*self.defined, *self.aliases, *self.imported}
        names.check_names(name, self.tree, taken)

    def copy(self) -> ast.Module:
        """Returns a copy of the tree that can be changed.

        It is 5 times faster than ``copy.deepcopy``.
        """
        found: ast.Module = pickle.loads(self._packed)
        return found

    def _take_import(self, node: ast.Import | ast.ImportFrom, at_top: bool) -> None:
        for alias in node.names:
            here = alias.asname or alias.name
            origin = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            whole = f"{origin}.{alias.name}" if origin else alias.name
            self._check_import(here, whole)
            if whole in self._ours:
                self.aliases[here] = whole
            elif origin in self._ours:
                self.imported[here] = (origin, alias.name)
                whole = origin
            elif at_top:
                line = ast.unparse(ast.Import([alias]))
                self.library[here] = f"from {origin} {line}" if origin else line
                continue
            if at_top:
                self.needs.append(whole)

    def _check_import(self, here: str, whole: str) -> None:
        """Refuses a name with two meanings in a module, and ``import *``."""
        if self._meant.setdefault(here, whole) != whole:
            raise BadInput(f"{self.name}: {here} is {self._meant[here]}, and {whole} elsewhere.")
        if here == "*":
            raise BadInput(f"{self.name}: replace 'import *' by the names that it needs.")
        if here in self.defined:
            raise BadInput(f"{self.name}: {here} is imported and also a global: rename one.")

    @property
    def defined_anew(self) -> list[str]:
        """The globals that are more than a constant, in their order."""
        return [name for name in dict.fromkeys(self.defined) if name not in self.constants]

    @cached_property
    def uses(self) -> list[ast.expr]:
        """The expressions in this module that can refer to a global of our other modules."""
        read = (node for node in walk(self.tree) if isinstance(node, ast.Attribute))
        far = [node for node in read if isinstance(node.value, ast.Name)]
        return [*far, *(ast.Name(name) for name in self.imported)]

    @cached_property
    def unbound(self) -> set[str]:
        """The names that are neither imported nor defined at the top: locals, builtins."""
        nodes = walk(self.tree)
        read = {node.id for node in nodes if isinstance(node, ast.Name)}
        read |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        return read - {*self.defined, *self.aliases, *self.imported}


def origin(modules: Mapping[str, Module], name: str, node: ast.expr) -> Symbol | None:
    """Returns the global of one of our modules that an expression refers to, or None.

    A module can import another one and offer it to others: ``from boards.chosen import board``.

    Args:
        modules: all, by dotted name.
        name: of the module that contains it.
        node: the expression.
    """
    if isinstance(node, ast.Name):
        symbol = (name, node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        symbol = (module_called(modules, name, node.value.id), node.attr)
    else:
        return None
    while symbol[0] in modules and symbol[1] in modules[symbol[0]].imported:
        symbol = modules[symbol[0]].imported[symbol[1]]
    return symbol if symbol[0] in modules and symbol[1] in modules[symbol[0]].defined else None


def module_called(modules: Mapping[str, Module], name: str, called: str) -> str:
    """Returns the name of our module that a name in module ``name`` refers to, or ""."""
    owner = modules[name]
    if called in owner.imported:
        return module_called(modules, *owner.imported[called])
    return owner.aliases.get(called, "")


def is_text(node: ast.stmt) -> bool:
    """Returns whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _plain(node: ast.stmt) -> ast.stmt:
    """Replaces a guarded import of a built-in module, because the device needs no guard."""
    if isinstance(node, ast.Try) and len(node.body) == 1 and isinstance(node.body[0], Import):
        return node.body[0]
    return node
