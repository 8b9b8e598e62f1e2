"""Reads the words of a command line without pydantic, whose import takes 0.2 s of CPU.

typer reads each option by pydantic, even one that nobody gave.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer import core

_NAME = "build_runtime_param"  # A typer without it imports pydantic, as it always did.


class _Late:
    """Reads the values of one option. It asks typer's reader only if the value needs one."""

    def __init__(self, build: Callable[[Any], Any], descriptor: Any) -> None:
        self._build = build
        self._descriptor = descriptor

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Returns the value that a command gets. Raises typer's complaints."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        plain = self._descriptor.annotation is str and not self._descriptor.parameter_info.parser
        if plain and isinstance(value, str) and param.nargs == 1:
            return value
        return self._build(self._descriptor).coerce(value, param=param, ctx=ctx)


def use() -> None:
    """Makes typer read values like this from now on. A second call changes nothing."""
    build = getattr(core, _NAME, None)
    if build is not None and build.__module__ != __name__:
        setattr(core, _NAME, _reader(build))


def _reader(build: Callable[[Any], Any]) -> Callable[[Any], _Late]:
    def late(descriptor: Any) -> _Late:
        return _Late(build, descriptor)

    return late
