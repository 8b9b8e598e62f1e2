"""A tune as Python objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Row = tuple[Any, ...]
Instruments = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Score:
    """A tune as rows of notes.

    Args:
        rows: rows as in ``shared/sounds/README.md``.
        instruments: name -> instrument, for the instruments in the rows.
        repeat_every_ms: time between repetitions, or 0 if it is played once.
        places: the place of each row in the file, such as "line 3".
        said: sentences about parts of the file that were skipped.
    """

    rows: tuple[Row, ...]
    instruments: Instruments
    repeat_every_ms: int = 0
    places: tuple[str, ...] = field(default=(), compare=False)
    said: tuple[str, ...] = field(default=(), compare=False)

    @property
    def tune(self) -> dict[str, Any]:
        """The tune in the form for ``pingblock.tunes.sequencer``."""
        every = {"repeat_every_ms": self.repeat_every_ms} if self.repeat_every_ms else {}
        return {"rows": self.rows, **every}
