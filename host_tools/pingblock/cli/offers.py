"""Completions for the Tab key: ports, connected Picos, and words of commands."""

from __future__ import annotations

from collections.abc import Callable

from pingblock.common.options import OPTIONS, choices

Offer = Callable[[str], list[tuple[str, str]]]

SEALED_ENGINES = ("wasm", "chip", "pico2")
ENGINES = ("desk", *SEALED_ENGINES)
BOARDS = ("pico", "pico2", "picow", "pico2w")
EVENTS = (
    *("press", "outcome", "replay", "battery", "fault", "run", "score", "hand", "turn"),
    *("lever_free", "mute", "hello", "game", "skulls"),
)


def offer(*words: str) -> Offer:
    """Returns a function that offers the ``words`` that begin with the typed text."""
    return lambda incomplete: [(word, "") for word in words if word.startswith(incomplete)]


def settings(incomplete: str) -> list[tuple[str, str]]:
    """Returns the names of settings that begin with the typed text, each with its help."""
    return [(n, each.help) for n, each in OPTIONS.items() if n.startswith(incomplete)]


def assignments(incomplete: str) -> list[tuple[str, str]]:
    """Returns ``NAME=``, and after the equals sign the values, if they can be listed."""
    name, equals, begun = incomplete.partition("=")
    if not equals:
        return [(f"{found}=", say) for found, say in settings(name)]
    values = choices(OPTIONS[name].rule) if name in OPTIONS else []
    return [(f"{name}={value}", "") for value in values if value.startswith(begun)]


def ports(incomplete: str) -> list[tuple[str, str]]:
    """Returns ports and serial numbers of the connected Picos, and the virtual one."""
    from pingblock.connection.discovery import picos

    known = [("virtual", "your block without a board")]
    for each in picos():
        known += [(each.port, each.description), (each.serial_number, f"at {each.port}")]
    return [(word, what) for word, what in known if word and word.startswith(incomplete)]


def events(incomplete: str) -> list[tuple[str, str]]:
    """Returns kinds of events after the last comma of the typed text."""
    before, comma, last = incomplete.rpartition(",")
    return [(before + comma + kind, "") for kind in EVENTS if kind.startswith(last)]
