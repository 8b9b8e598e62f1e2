"""Values of a game's state that a test sets by hand, or looks at."""

from typing import Any


def changed_at(before: Any, value: Any) -> Any:
    """Returns a tuple with the places that a dict names changed; any other value as it is."""
    if not isinstance(value, dict):
        return value
    return tuple(value.get(at, old) for at, old in enumerate(before))


def same_places(state: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Returns the values of a state that are named; of a tuple, the places that a dict names."""
    found = {name: getattr(state, name) for name in values}
    return {
        name: {at: found[name][at] for at in value} if isinstance(value, dict) else found[name]
        for name, value in values.items()
    }
