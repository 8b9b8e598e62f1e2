"""Checks the order of a device's events, and that each has the time of its cause."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pingblock.virtual.serial_tap import Event


def out_of_order(events: Sequence[Event]) -> list[tuple[Event, Event]]:
    """Returns neighbours within a start whose second event has an earlier time than the first.

    A press that came before ``hello`` is sent after it, with its real time.
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
