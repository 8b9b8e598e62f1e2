"""Changes a board file without losing its comments, and lists its missing figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from pingblock.common.input_file import read_text
from pingblock.common.output_file import write_file
from pingblock.errors import BadInput
from pingblock.tables.board_form import BYTES_MOST
from pingblock.tables.property.board_check import lacking
from pingblock.tables.property.board_figures import figure
from pingblock.tables.property.board_file import read_board


class BoardEdit:
    """A board file that is being changed. ``save`` checks and writes it.

    Args:
        path: the file.

    Raises:
        BadInput: the file cannot be read, or has faults.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        text = read_text(path, BYTES_MOST)
        read_board(text, str(path))
        self._line_end = "\r\n" if "\r\n" in text else "\n"
        self._document: Any = tomlkit.parse(text)
        if "space" not in self._document:
            raise BadInput(
                f"{path} lists no spaces, because it extends another board. 'pingblock table "
                "board new' writes that board, with its spaces, to a file."
            )

    def find(self, space: str) -> int:
        """Returns a space's number for its number or name. Raises BadInput for an unknown name."""
        names = [str(each["name"]) for each in self._document["space"]]
        if space.isdecimal() and int(space) < len(names):
            return int(space)
        if space not in names:
            raise BadInput(f"{self.path} has no space '{space}': give its number or its name.")
        return names.index(space)

    def lacks(self) -> list[tuple[int, str, str]]:
        """Returns (number of the space, its name, figure) for all missing figures."""
        rules = self._document["rules"]
        return [
            (number, str(space["name"]), key)
            for number, space in enumerate(self._document["space"])
            for key in lacking(rules, space)
        ]

    def set(self, number: int, values: Mapping[str, str]) -> None:
        """Sets fields of a space, such as price=60 or rent=2,10,30,90,160,250.

        Raises:
            BadInput: this kind of space does not have the field, or the value is wrong.
        """
        space = self._document["space"][number]
        for key, text in values.items():
            space[key] = figure(space, key, text)

    def change(self, number: int, values: Mapping[str, str]) -> None:
        """Sets fields of a space and saves the file. Raises the errors of ``set`` and ``save``."""
        before = tomlkit.dumps(self._document)
        try:
            self.set(number, values)
            self.save()
        except BadInput:
            self._document = tomlkit.parse(before)
            raise

    def save(self) -> None:
        """Replaces the file in one step.

        Raises:
            BadInput: the new content has faults. The file has not changed.
            PingblockError: the file could not be written. It has not changed.
        """
        text = tomlkit.dumps(self._document)
        read_board(text, str(self.path))
        write_file(self.path, self._line_end.join([*text.splitlines(), ""]).encode())
