"""Shapes of a device's answers and events. Fields that a shape does not name are not checked.

A shape is a rule of ``pingware.shared.schema`` (None: anything), ``[shape]`` (a list of any
length), ``{str: shape}`` (an object of any names), ``{"name": shape}`` (fields, if they exist) or
a tuple of shapes (one of them). The shapes of a device come from the types of ``messages``.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
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
from pingware.shared.schema import Rule, is_right, one_of, switch, text, whole

Shape = Any

INT, TEXT, NOTHING = whole(-(2**63), 2**63), text(2**20), one_of(None)
_PLAIN: dict[Any, Shape] = {int: INT, str: TEXT, bool: switch, NoneType: NOTHING, Any: None}


@cache
def answer(do: str) -> Shape:
    """Returns the shape of the answer to a request.

    If the request is unknown, it allows anything.
    """
    return shape_of(messages.ANSWERS.get(do, Any))


@cache
def event(name: str) -> Shape:
    """Returns the shape of an event. If the event is unknown, it allows anything."""
    return shape_of(messages.EVENTS.get(name, Any))


def shape_of(kind: Any) -> Shape:
    """Returns the shape of a type in ``messages``."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_typeddict(kind) or is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {name: shape_of(hint) for name, hint in hints.items()}
    # Annotated contains the type and a rule for it, or the type and its fields.
    if hasattr(kind, "__metadata__"):
        says = kind.__metadata__[0]
        return says if isinstance(says, Rule) else shape_of(says)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return one_of(*inner)
    if origin in (NotRequired, Required):
        return shape_of(inner[0])
    if origin is list:
        return [shape_of(inner[0])]
    if origin is dict:
        return {str: shape_of(inner[1])}
    return tuple(map(shape_of, inner))  # a union: X | Y


def misfit(shape: Shape, value: object, name: str = "it", exact: bool = False) -> str:
    """Returns the name of the first part of a value that does not fit its shape, or "".

    Args:
        shape: the required shape.
        value: a value from JSON.
        name: name of the value, for the result.
        exact: whether the value must have every field and no other.
    """
    if shape is None or isinstance(shape, Rule):
        return "" if is_right(shape, value) else name
    if isinstance(shape, tuple):
        return name if all(misfit(each, value, exact=exact) for each in shape) else ""
    if not isinstance(value, type(shape)):
        return name
    if isinstance(shape, list):
        parts = [(shape[0], item, name) for item in value]
    else:
        fields = dict.fromkeys(value, shape[str]) if str in shape else shape
        if exact and (astray := fields.keys() ^ value.keys()):
            return str(min(astray))
        parts = [(fields[key], value[key], key) for key in value if key in fields]
    return next((wrong for part in parts if (wrong := misfit(*part, exact))), "")
