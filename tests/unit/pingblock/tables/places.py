"""Values of a game's state that a test sets by hand, or looks at."""

from typing import Any


def changed_at(before: Any, value: Any) -> Any:
    """Returns a tuple with changes at a dict's places. Any other value stays the same."""
    if not isinstance(value, dict):
        return value
    return tuple(value.get(at, old) for at, old in enumerate(before))


def same_places(state: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Returns the named values of a state. For a tuple, only a dict's places."""
    found = {name: getattr(state, name) for name in values}
    return {
        name: {at: found[name][at] for at in value} if isinstance(value, dict) else found[name]
        for name, value in values.items()
    }
