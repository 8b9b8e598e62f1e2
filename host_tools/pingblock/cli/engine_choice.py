"""The option ``--engine`` of the commands that run a virtual device."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import say
from pingblock.cli.offers import ENGINES, offer
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput

Engine = Annotated[
    str | None,
    typer.Option(
        help="desk (fast), wasm (the same on every computer) or chip (exact, with MicroPython's"
        " prompt); default: the first that runs here.",
        autocompletion=offer(*ENGINES),
    ),
]


def known(engine: str | None, *more: str) -> None:
    """Raises BadInput unless ``engine`` is one, or None; ``more`` are words a command takes."""
    from pingblock.virtual.engines import ENGINES

    if engine is not None and engine not in ENGINES:
        raise BadInput(no_such("engine", engine, (*ENGINES, *more)))


def chosen(engine: str | None, *more: str) -> str:
    """Returns the engine's name, and says why it is not the desk if nobody asked for another.

    Raises:
        BadInput: there is no such engine.
    """
    from pingblock.virtual.engines import choose

    known(engine, *more)
    choice = choose(engine)
    if choice.note:
        say(f"pingblock: {choice.note}")
    return choice.name
