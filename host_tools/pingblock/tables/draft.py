"""A working copy of a state: a command changes it field by field, and adds events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from pingblock.tables.command import Command
from pingblock.tables.game import TableEvent

Item = TypeVar("Item")
Fields = TypeVar("Fields", bound=NamedTuple)


def changed(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """Returns a copy of a tuple with another value at one index."""
    new = list(items)
    new[at] = item
    return tuple(new)


class Draft(Generic[Fields]):
    """A state that a command changes, with the events up to now."""

    def __init__(self, state: Fields) -> None:
        self.state = state
        self.events: list[TableEvent] = []

    def set(self, **fields: object) -> None:
        """Sets fields of the state."""
        self.state = self.state._replace(**fields)

    def put(self, field: str, at: int, value: object) -> None:
        """Sets one item of a tuple in the state, for example by seat or by space."""
        self.set(**{field: changed(getattr(self.state, field), at, value)})

    def tell(self, kind: str, rule: str, seat: int | None = None, *args: object) -> None:
        """Adds an event."""
        self.events.append(TableEvent(kind, rule, seat, args))

    def done(self) -> tuple[Fields, tuple[TableEvent, ...]]:
        """Returns the changed fields of the state, and the events."""
        return self.state, tuple(self.events)


def run(
    state: Fields, step: Command, change: Callable[[Draft[Fields], Command], None]
) -> tuple[Fields, tuple[TableEvent, ...]]:
    """Returns the state after a change, and its events."""
    draft = Draft(state)
    change(draft, step)
    return draft.done()
