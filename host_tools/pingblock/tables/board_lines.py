"""Finds the line of each key in a board file, for messages."""

from __future__ import annotations

import re

_TABLE = re.compile(r"\s*\[(\[)?\s*([\w-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")

Place = tuple[str, int, str]


class BoardLines:
    """Finds the line of a key. For a key that is not a plain ``key = value``, it finds the line of
    the key's table.

    Args:
        text: text of a board file that is valid TOML.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        table, count = "", {"": 0}
        for number, line in enumerate(text.splitlines(), 1):
            if found := _TABLE.match(line):
                table = found[2]
                count[table] = count.get(table, -1) + 1
                self._lines[table, count[table], ""] = number
            elif found := _KEY.match(line):
                self._lines.setdefault((table, count[table], found[1]), number)

    def of(self, table: str = "", index: int = 0, key: str = "") -> int:
        """Returns the line (from 1) of a key, otherwise that of its TOML table, otherwise 1.

        Args:
            table: name of the TOML table, or "" for the top.
            index: which of several equal tables, from 0.
            key: name of the key, or "" for the table itself.
        """
        whole = self._lines.get((table, index, ""), 1)
        return self._lines.get((table, index, key), whole)
