"""Completions for the Tab key: ports, boards that are plugged in, and words of the commands."""

from __future__ import annotations

from collections.abc import Callable

Offer = Callable[[str], list[tuple[str, str]]]

ENGINES = ("desk", "chip")
EVENTS = (
    *("press", "outcome", "replay", "battery", "fault", "run", "score", "hand", "turn"),
    *("lever_free", "mute", "hello"),
)


def offer(*words: str) -> Offer:
    """Returns what offers those of ``words`` that begin as the person has typed."""
    return lambda incomplete: [(word, "") for word in words if word.startswith(incomplete)]


def ports(incomplete: str) -> list[tuple[str, str]]:
    """Returns ports and serial numbers of the boards that are plugged in, and the virtual one."""
    from pingblock.connection.discovery import picos

    known = [("virtual", "a device without a board")]
    for each in picos():
        known += [(each.port, each.description), (each.serial_number, f"at {each.port}")]
    return [(word, what) for word, what in known if word and word.startswith(incomplete)]


def events(incomplete: str) -> list[tuple[str, str]]:
    """Returns kinds of events, each after those that stand before its comma."""
    before, comma, last = incomplete.rpartition(",")
    return [(before + comma + kind, "") for kind in EVENTS if kind.startswith(last)]
