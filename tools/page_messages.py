"""Writes the types of a device's messages for the page: ``python -m tools.page_messages``.

They come from ``pingblock.connection.messages``. TypeScript checks the page with them.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pingblock.connection import messages
from pingware.shared.schema import Rule

FILE = Path(__file__).parents[1] / "tests" / "page" / "messages.d.ts"
_PLAIN = {int: "number", str: "string", bool: "boolean", NoneType: "null", Any: "any"}
_HEAD = """\
// Messages of a device. Written by `python -m tools.page_messages`; do not change it by hand.
"""


def text() -> str:
    """Returns the types: an interface for each message, and one that maps names to messages."""
    kinds: dict[str, Any] = {}
    finders = [
        _interface("Answers", {do: _named(kind, kinds) for do, kind in messages.ANSWERS.items()}),
        _interface(
            "DeviceEvents", {of: _named(kind, kinds) for of, kind in messages.EVENTS.items()}
        ),
    ]
    written: dict[str, str] = {}
    while len(written) < len(kinds):
        for name in [name for name in kinds if name not in written]:
            written[name] = _message(name, kinds[name], kinds)
    return "\n".join([_HEAD, *(written[name] for name in sorted(written)), *finders])


def _message(name: str, kind: Any, kinds: dict[str, Any]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        lacking = {
            each.name
            for each in fields(kind)
            if each.default is not MISSING or each.default_factory is not MISSING
        }
    else:
        lacking = {each for each, hint in hints.items() if _may_lack(hint, kind.__total__)}
    return _interface(
        name,
        {f"{each}{'?' * (each in lacking)}": _named(hint, kinds) for each, hint in hints.items()},
    )


def _may_lack(hint: Any, total: bool) -> bool:
    """Returns whether a field is optional. (``__optional_keys__`` needs real annotations.)"""
    return get_origin(hint) is NotRequired or not (total or get_origin(hint) is Required)


def _interface(name: str, members: dict[str, str]) -> str:
    lines = "".join(f"  {member}: {kind};\n" for member, kind in members.items())
    return f"interface {name} {{\n{lines}}}\n"


def _named(kind: Any, kinds: dict[str, Any]) -> str:
    """Returns a type in TypeScript. Adds the interfaces that it needs to ``kinds``."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_typeddict(kind) or is_dataclass(kind):
        name = f"Device{kind.__name__.removeprefix('Device')}"
        kinds[name] = kind
        return name
    if kind == messages.Pair:
        return "[number, number]"
    if hasattr(kind, "__metadata__"):
        says = kind.__metadata__[0]
        return _named(kind.__origin__ if isinstance(says, Rule) else says, kinds)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in inner)
    if origin in (NotRequired, Required):
        return _named(inner[0], kinds)
    if origin is list:
        return f"{_named(inner[0], kinds)}[]"
    if origin is dict:
        return f"Record<string, {_named(inner[1], kinds)}>"
    return " | ".join(_named(each, kinds) for each in inner)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
