"""Light shows of the fortune deck: a pattern for each card, and the skulls of a turn.

They are written in steps of 175 ms, each a digit of brightness: 9 is full, 0 is dark. Where a
sound has beats that are counted, the light shows them with it. One text takes less memory than
a ``Show`` each, so these are made when they are asked for.
"""

from pingware.shared.light_show import FLASH_MS, FULL, Show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SHOWS = (
    "gold 909099 255 170 0;diamond 975321 150 200 255;captain 999099 0 60 255;"
    "sorceress 3690369 160 0 255;chest 0369999 255 100 0;monkey 90999 0 255 40;"
    "sea2 990909 0 200 255;sea3 99090909 0 200 255;sea4 9909090909 0 200 255;"
    "skull1 9 255 0 0;skull2 99909 255 0 0;storm 0246420 150 150 150;truce 999999 0 255 40;"
    "zombie 99099 60 255 0;drum_1 9 255 0 0;drum_2 909 255 0 0;drum_3 90909 255 0 0;"
    "crash 9742 255 0 0;chant 909099 160 0 255;"
    "next_turn 999 150 150 150;undone 9 150 150 150;"
    "finish 369369369 255 170 0"
)


class CodedShows:
    """Shows by name, read from a text of name, digits, red, green and blue."""

    def get(self, name: str) -> "Show | None":
        """Returns a ``Show``; None if there is none of that name."""
        for row in _SHOWS.split(";"):
            words = row.split()
            if words[0] == name:
                return _show(words[1], words[2:])
        return None

    def items(self) -> "Iterator[tuple[str, Show]]":
        """Yields each name with its show, for the host."""
        for row in _SHOWS.split(";"):
            name, digits, *rgb = row.split()
            yield name, _show(digits, rgb)


def _show(digits: str, rgb: "list[str]") -> Show:
    def pattern(_count: int, ms: int) -> int:
        return int(digits[ms // FLASH_MS]) * FULL // 9

    return Show(pattern, tuple([int(each) for each in rgb]), FLASH_MS * len(digits))


SHOWS = CodedShows()
