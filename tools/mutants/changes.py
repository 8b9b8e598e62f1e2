"""Makes wrong changes of a Python file, each of one constant, comparison or statement."""

import ast
from pathlib import Path
from typing import NamedTuple

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_REMOVED = (ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Delete)
_TESTED = (ast.If, ast.IfExp, ast.While)


class Mutant(NamedTuple):
    """A wrong change of a file."""

    path: Path  # path relative to the project
    line: int
    before: str  # the code that was replaced
    after: str
    text: str  # text of the whole file with the change


def mutants_of(path: Path, source: str) -> list[Mutant]:
    """Returns every mutant of a module. ``path`` is the path for the mutants."""
    tree = ast.parse(source)
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt))
    mutants = [_mutant(path, source, node, after) for node in nodes for after in _changes(node)]
    tests = (node.test for node in ast.walk(tree) if isinstance(node, _TESTED))
    truths = (test for test in tests if not isinstance(test, ast.Compare | ast.UnaryOp))
    return mutants + [_mutant(path, source, t, f"(not ({ast.unparse(t)}))") for t in truths]


def _changes(node: ast.AST) -> list[str]:
    """Returns the possible replacements of a node, as code."""
    if isinstance(node, ast.Constant):
        return [repr(value) for value in _other_values(node.value)]
    if isinstance(node, ast.Compare):
        return [_with(node, ops=ops) for ops in _flipped(node.ops)]
    if isinstance(node, ast.BoolOp):
        return [_with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return [_with(node, op=_OPERATORS[type(node.op)]())]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [f"({ast.unparse(node.operand)})"]
    return ["pass"] if _is_removable(node) else []


def _other_values(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    return [*sorted({value - 1, value + 1, value * 2} - {value})] if isinstance(value, int) else []


def _flipped(ops: list[ast.cmpop]) -> list[list[ast.cmpop]]:
    return [[*ops[:n], _COMPARISONS[type(op)](), *ops[n + 1 :]] for n, op in enumerate(ops)]


def _with(node: ast.expr, **fields: object) -> str:
    """Returns the code of a copy of ``node`` with other fields."""
    kept = {name: getattr(node, name) for name in node._fields}
    return f"({ast.unparse(type(node)(**{**kept, **fields}))})"


def _is_removable(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant | ast.Yield)
    if isinstance(node, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    return isinstance(node, _REMOVED)


def _mutant(path: Path, source: str, node: ast.expr | ast.stmt, after: str) -> Mutant:
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: (node.end_lineno or 1) - 1])) + (node.end_col_offset or 0)
    data = source.encode()
    text = (data[:start] + after.encode() + data[end:]).decode()
    before = " ".join(data[start:end].decode().split())
    return Mutant(path, node.lineno, before, after, text)
