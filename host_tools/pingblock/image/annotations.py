"""Removes type annotations from a firmware module, because the device does not use them."""

from __future__ import annotations

import ast

_GUARD = "TYPE_CHECKING"
_MACHINE_CODE = ("viper", "asm_thumb")  # decorators


def strip(tree: ast.Module) -> ast.Module:
    """Removes the annotations from a module, and code that only a type checker reads.

    That is: annotations of arguments, results and variables, ``TYPE_CHECKING = False`` and ``if
    TYPE_CHECKING:`` at the top. An ``else`` branch of it stays. In a function for viper or the
    inline assembler annotations are code, so they stay.

    Args:
        tree: changed in place.
    """
    tree.body = [kept for node in tree.body for kept in _without_guard(node)]
    found: ast.Module = _Strip().visit(tree)
    return found


def _without_guard(node: ast.stmt) -> list[ast.stmt]:
    if isinstance(node, ast.If) and _is_guard(node.test):
        return node.orelse
    if isinstance(node, ast.Assign) and all(map(_is_guard, node.targets)):
        return []
    return [node]


def _is_guard(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == _GUARD


def _is_machine_code(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = (ast.unparse(decorator) for decorator in node.decorator_list)
    return any(name.split(".")[-1] in _MACHINE_CODE for name in names)


class _Strip(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        if _is_machine_code(node):
            return node
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)
