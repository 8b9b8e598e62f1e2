"""Records the marks that the device gives on a spare pin, and passes on all other calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pingblock.virtual.engine import Sink
from pingblock.virtual.virtual_device import Bench

MARK_GPIO = 2
SLICE_MS = 0.5

Mark = tuple[float, bool]  # emulated time in us, and whether the mark begins or ends


class Marks:
    """A ``Sink`` in front of another one.

    Args:
        sink: the next sink, which gets all calls.
        marks: the list to which each change of the mark is added.
    """

    def __init__(self, sink: Sink, marks: list[Mark]) -> None:
        self._sink = sink
        self._marks = marks

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        if gpio == MARK_GPIO:
            self._marks.append((at_us, level))
        self._sink.pin(at_us, gpio, level)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)


def begins_us(marks: Sequence[Mark]) -> list[float]:
    """Returns the times in us at which marks began. A low pin at the start is not a mark."""
    return [at_us for at_us, level in marks if level]


def next_mark_us(bench: Bench, marks: Sequence[Mark], limit_ms: float = 10_000) -> float:
    """Advances time in small steps until the next mark. Returns the time of its beginning in us.

    Raises:
        TimeoutError: no mark came within ``limit_ms``. The message has the device's output, if
            any.
    """
    seen = len(begins_us(marks))
    end_ms = bench.now_ms + limit_ms
    while len(begins_us(marks)) == seen:
        if bench.now_ms > end_ms:
            said = [event.get("text") for event in bench.events("text")]
            raise TimeoutError(f"The device gave no mark. Its output: {said}.")
        bench.advance(SLICE_MS)
    return begins_us(marks)[-1]


def marked(marks: Sequence[Mark], at_us: float) -> bool:
    """Returns whether the mark was set at ``at_us``."""
    before = [level for mark_us, level in marks if mark_us <= at_us]
    return bool(before) and before[-1]
