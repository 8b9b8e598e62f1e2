"""Fewer lines for the same code: where each line begins takes memory of the device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_MOST_CHARS = 250
_ASSEMBLER = "asm_thumb"  # takes one instruction a line
_WITH_A_BODY = ("def ", "async def ", "class ")


def joined(lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines of a module as ``ast.unparse`` writes it, several simple ones in one.

    A traceback then tells the line of a few statements in a row.
    """
    rows = list(_in_a_row(list(lines)))
    at = 0
    while at < len(rows):
        if _is_head_of_one(rows, at):
            yield f"{rows[at]} {rows[at + 1].lstrip()}"
            at += 2
        else:
            yield rows[at]
            at += 1


def _in_a_row(lines: list[str]) -> Iterator[str]:
    row, assembler, start = "", False, 0
    for line in lines:
        if _ASSEMBLER in line:
            assembler = True
        elif assembler and _indent(line) <= start and not line.lstrip().startswith("def "):
            assembler = False
        if not assembler or _ASSEMBLER in line:
            start = _indent(line)
        alone = assembler or line.endswith(":") or line.lstrip().startswith("@")
        if row and not alone and _indent(line) == _indent(row) and _fits(row, line):
            row = f"{row}; {line.lstrip()}"
            continue
        if row:
            yield row
        row = line
        if alone:
            yield row
            row = ""
    if row:
        yield row


def _is_head_of_one(rows: list[str], at: int) -> bool:
    """Returns whether a row is the head of a block of one simple row."""
    head = rows[at]
    if not head.endswith(":") or head.lstrip().startswith(_WITH_A_BODY) or at + 1 == len(rows):
        return False
    body = rows[at + 1]
    ends = at + 2 == len(rows) or _indent(rows[at + 2]) <= _indent(head)
    return ends and not body.endswith(":") and _fits(head, body)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _fits(first: str, second: str) -> bool:
    return len(first) + len(second) < _MOST_CHARS
