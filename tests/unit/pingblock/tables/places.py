"""Sets and reads values in a game's state for tests."""

from typing import Any


def changed_at(before: Any, value: Any) -> Any:
    """Returns a tuple with new values at places of a dict. Returns other values unchanged."""
    if not isinstance(value, dict):
        return value
    return tuple(value.get(at, old) for at, old in enumerate(before))


def same_places(state: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Returns the named values of a state. Of a tuple, returns only the places in a dict."""
    found = {name: getattr(state, name) for name in values}
    return {
        name: {at: found[name][at] for at in value} if isinstance(value, dict) else found[name]
        for name, value in values.items()
    }
