"""Makes the messages of a device safe: plain text and the right types, or ``WrongDevice``.

Everything from a device passes through here, because the device can be another product, have older
or newer firmware, or be malicious.
"""

from __future__ import annotations

from typing import Any

from pingblock.common.plain_text import plain
from pingblock.connection import shapes
from pingblock.errors import WrongDevice

_OF_LINES = ("crash", "slot", "trial")  # fields whose texts can have several lines
HELPS = "Its firmware may have another version, or it is not a Pingblock. Run 'pingblock doctor'."


class Fields(dict[str, Any]):
    """Fields of a message. Reading a missing field raises WrongDevice."""

    def __missing__(self, name: str) -> Any:
        raise WrongDevice(f"The device's answer lacks {name}. {HELPS}")


def cleaned(value: object, name: str = "") -> Any:
    """Returns a value of a message with only plain texts. Objects become ``Fields``."""
    if isinstance(value, str):
        return plain(value, name in _OF_LINES)
    if isinstance(value, list):
        return [cleaned(each, name) for each in value]
    if isinstance(value, dict):
        return Fields((plain(str(key)), cleaned(each, key)) for key, each in value.items())
    return value


def check_answer(do: str, fields: Fields) -> Fields:
    """Returns the answer to a request. Raises WrongDevice if a field has a wrong type."""
    _check(shapes.answer(do), fields, f"answer to '{do}'")
    return fields


def check_event(event: Fields) -> Fields:
    """Returns an event. Raises WrongDevice if a field has a wrong type."""
    _check(shapes.event(event["event"]), event, f"event '{event['event']}'")
    return event


def _check(shape: object, fields: Fields, what: str) -> None:
    if wrong := shapes.misfit(shape, fields):
        value = str(fields.get(wrong, "(of a wrong type)"))[:40]
        raise WrongDevice(f"In the device's {what}, {wrong} has the wrong value {value}. {HELPS}")
