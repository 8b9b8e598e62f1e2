"""Order of a device's events: each is dated by its cause, and none before one that was sent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pingblock.virtual.serial_tap import Event


def out_of_order(events: Sequence[Event]) -> list[tuple[Event, Event]]:
    """Returns the neighbours of which the second is dated before the first, within a start.

    A press that came before ``hello`` is sent after it, with its own date.
    """
    starts: list[list[Event]] = [[]]
    for event in events:
        if event["kind"] == "reset":
            starts.append([])
        elif isinstance(event.get("ms"), int) and event["kind"] != "hello":
            starts[-1].append(event)
    return [
        (before, after)
        for dated in starts
        for before, after in pairwise(dated)
        if after["ms"] < before["ms"]
    ]
