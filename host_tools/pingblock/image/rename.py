"""Rewrites modules so that all their globals can be in one file."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pingblock.errors import BadInput
from pingblock.image import names
from pingblock.image.module import Import, Module, is_text, module_called
from pingblock.image.names import Symbol

FAR = "is_bundle"  # marks the name of a later bundle, whose attributes are its globals


class Rename:
    """The names of all modules in bundles.

    Args:
        modules: all, by dotted name.
        rooms: bundle to the modules in it, in their order.
        found: the name of each global.
    """

    def __init__(
        self,
        modules: Mapping[str, Module],
        rooms: Mapping[str, list[str]],
        found: Mapping[Symbol, str],
    ) -> None:
        self._modules = modules
        self._rooms = rooms
        self._found = found
        self.room_of = {name: room for room, members in rooms.items() for name in members}

    def name_of(self, module: str, name: str) -> str:
        """Returns the name of a global in the bundles."""
        return self._found.get((module, name), name)

    def module_called(self, module: str, name: str) -> str:
        """Returns the name of our module that a name in ``module`` refers to, or ""."""
        return module_called(self._modules, module, name)

    def body_of(self, room: str) -> list[ast.stmt]:
        """Returns the statements of a bundle, without its imports."""
        body = []
        for name in self._rooms[room]:
            writer = _Writer(self, self._modules[name], room)
            for node in self._modules[name].copy().body:
                written = writer.write(node)
                body += [] if written is None else [written]
        return body

    def expression(self, module: str, name: str, room: str) -> ast.expr:
        """Returns the expression for a global of ``module`` within a bundle.

        Raises:
            BadInput: there is no such global.
        """
        owner = self._modules[module]
        if name in owner.imported:
            return self.expression(*owner.imported[name], room)
        if name in owner.constants:
            return ast.Constant(owner.constants[name])
        if (module, name) not in self._found:
            raise BadInput(f"{module} has no {name}.")
        rooms = list(self._rooms)
        there = self.room_of[module]
        new = ast.Name(self._found[module, name], ast.Load())
        if rooms.index(there) <= rooms.index(room):
            return new
        later = ast.Name(there, ast.Load())
        setattr(later, FAR, True)
        return ast.Attribute(later, new.id, ast.Load())


class _Writer(ast.NodeTransformer):
    """Rewrites one module's statements for one bundle."""

    def __init__(self, rename: Rename, module: Module, room: str) -> None:
        self._rename = rename
        self._module = module
        self._room = room

    def write(self, node: ast.stmt) -> ast.stmt | None:
        """Returns a rewritten statement of the top level, or None if it is not needed."""
        if isinstance(node, Import):
            return None
        targets = set(names.targets(node))
        if targets and targets <= self._module.constants.keys():
            return None
        written: ast.stmt = self.visit(node)
        if isinstance(written, names.Definition):
            written.name = self._rename.name_of(self._module.name, written.name)
        return written

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._module.aliases:
            if self._module.aliases[node.id] in self._rename.room_of:
                raise BadInput(
                    f"{self._module.name}: {node.id} is a module, not a value: use its names."
                )
            return node
        if isinstance(node.ctx, ast.Store):
            node.id = self._rename.name_of(self._module.name, node.id)
            return node
        if node.id in self._module.imported:
            return self._rename.expression(*self._module.imported[node.id], self._room)
        if node.id in self._module.defined:
            return self._rename.expression(self._module.name, node.id, self._room)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = node.value
        if isinstance(value, ast.Name):
            module = self._rename.module_called(self._module.name, value.id)
            if module in self._rename.room_of:
                if not isinstance(node.ctx, ast.Load):
                    said = f"{self._module.name}: {ast.unparse(node)} is set"
                    raise BadInput(f"{said}: set it in its own module.")
                return self._rename.expression(module, node.attr, self._room)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self._strip(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self._strip(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        self._strip(node)
        return node

    def _strip(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Removes the docstring."""
        body = [each for each in node.body if not is_text(each)]
        node.body = body or [ast.Pass()]
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        return self._local_import(node, [alias.name for alias in node.names])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        return self._local_import(node, [f"{node.module}.{each.name}" for each in node.names])

    def _local_import(self, node: ast.Import | ast.ImportFrom, wanted: list[str]) -> ast.stmt:
        """Rewrites an import within a function: keeps only imports of later bundles."""
        if isinstance(node, ast.ImportFrom) and node.module in self._rename.room_of:
            wanted = [w if w in self._rename.room_of else str(node.module) for w in wanted]
        rooms = {self._rename.room_of.get(name) for name in wanted}
        room = rooms.pop()
        if rooms:
            raise BadInput(f"{self._module.name}: import from only one bundle in each line.")
        if room is None:
            return node
        members = list(self._rename._rooms)
        later = members.index(room) > members.index(self._room)
        return ast.Import([ast.alias(room)]) if later else ast.Pass()
