"""Lines of a panel, and their width in cells of a terminal. Source: Unicode's tables."""

from __future__ import annotations

from unicodedata import category, east_asian_width

# Combining marks and format characters use the cell of the character before them.
_NONE = ("Mn", "Me", "Cf")


class Fixed(str):
    """A line of a drawing, which is cut instead of wrapped."""

    __slots__ = ()


def cell_len(text: str) -> int:
    """Returns the number of cells that a text occupies."""
    return sum(map(_cells, text))


def set_cell_size(text: str, cells: int) -> str:
    """Returns a text that is cut, or padded with spaces, to exactly ``cells``."""
    wide, kept = 0, []
    for letter in text:
        if wide + _cells(letter) > cells:
            break
        wide += _cells(letter)
        kept.append(letter)
    return "".join(kept) + " " * (cells - wide)


def _cells(letter: str) -> int:
    if category(letter) in _NONE:
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
