"""Layout of the cards on a sheet of paper. All ways to print them use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput

CARD_MM = (92.0, 84.0)  # width, height
COLUMNS, ROWS = 2, 3
SOUNDS_FEW = 8  # If a card has more sounds, their lines are closer together.
MARK_MM, MARK_GAP_MM = 4.0, 1.5  # cut marks: their length, and their distance from the corner
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_COLOURS = {"+1": "#9a6700", "»": "#1a7f37", "−5": "#cf222e", "−10": "#0550ae"}
_COLOURS |= dict.fromkeys("●¤★", "#9a6700") | dict.fromkeys("✓↺✚", "#1a7f37")
_COLOURS |= dict.fromkeys("✗✖⚠☠", "#cf222e") | dict.fromkeys("☁♦☽⚔", "#0550ae")
_OTHER = "#57606a"


def colour_of(badge: str) -> str:
    """Returns the colour of a badge, in the form for HTML and PDF."""
    return _COLOURS.get(badge, _COLOURS.get(badge[:1], _OTHER))


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with its cards in the middle. All sizes are in mm."""

    wide: float
    high: float

    @property
    def left(self) -> float:
        """The left edge of the first column."""
        return (self.wide - COLUMNS * CARD_MM[0]) / 2

    @property
    def top(self) -> float:
        """The upper edge of the first row."""
        return (self.high - ROWS * CARD_MM[1]) / 2

    def places(self) -> Iterator[tuple[float, float]]:
        """Yields the upper left corner of each card: x, y."""
        for row in range(ROWS):
            for column in range(COLUMNS):
                yield self.left + column * CARD_MM[0], self.top + row * CARD_MM[1]

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Yields the cut marks outside the cards: x, y to x, y."""
        right = self.left + COLUMNS * CARD_MM[0]
        below = self.top + ROWS * CARD_MM[1]
        for column in range(COLUMNS + 1):
            x = self.left + column * CARD_MM[0]
            yield x, self.top - MARK_GAP_MM - MARK_MM, x, self.top - MARK_GAP_MM
            yield x, below + MARK_GAP_MM, x, below + MARK_GAP_MM + MARK_MM
        for row in range(ROWS + 1):
            y = self.top + row * CARD_MM[1]
            yield self.left - MARK_GAP_MM - MARK_MM, y, self.left - MARK_GAP_MM, y
            yield right + MARK_GAP_MM, y, right + MARK_GAP_MM + MARK_MM, y


def sheet_of(paper: str) -> Sheet:
    """Returns the sheet for a paper size: "a4" or "letter". Raises BadInput for any other."""
    if paper.lower() not in PAPERS:
        raise BadInput(no_such("paper", paper, PAPERS))
    return Sheet(*PAPERS[paper.lower()])
