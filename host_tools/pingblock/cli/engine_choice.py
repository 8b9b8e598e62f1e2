"""The option ``--engine`` of the commands that run a virtual device."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import say
from pingblock.cli.offers import ENGINES, SEALED_ENGINES, offer
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


# Of commands that play what somebody else may have written, or that other programs type at.
SealedEngine = Annotated[
    str | None,
    typer.Option(
        help="wasm (fast) or chip (exact, with MicroPython's prompt): on both, a program of the"
        " device reaches nothing of this computer; default: the first that runs here.",
        autocompletion=offer(*SEALED_ENGINES),
    ),
]


def known(engine: str | None, *more: str) -> None:
    """Raises BadInput unless ``engine`` is one, or None; ``more`` are words a command takes."""
    from pingblock.virtual.engines import ENGINES

    if engine is not None and engine not in ENGINES:
        raise BadInput(no_such("engine", engine, (*ENGINES, *more)))


def chosen(engine: str | None) -> str:
    """Returns the engine's name, and says why it is not the desk if nobody asked for another.

    Raises:
        BadInput: there is no such engine.
    """
    known(engine)
    return _chosen(engine, sealed=False)


def chosen_sealed(engine: str | None, what: str, *more: str) -> str:
    """Returns the engine's name, and says it if that is the slow one and nobody asked for it.

    Args:
        engine: the name that somebody asked for; None takes the first that runs here.
        what: the engine is to run, such as "a scenario", for the message.
        more: other words that the command takes.

    Raises:
        BadInput: there is no such engine, or it is the desk.
        Unavailable: no such engine runs here.
    """
    from pingblock.virtual.engines import ENGINES, SEALED, check_sealed

    if engine in ENGINES:
        check_sealed(engine, what)
    elif engine is not None:
        raise BadInput(no_such("engine", engine, (*SEALED, *more)))
    return _chosen(engine, sealed=True)


def _chosen(engine: str | None, sealed: bool) -> str:
    from pingblock.virtual.engines import choose

    choice = choose(engine, sealed)
    if choice.note:
        say(f"pingblock: {choice.note}")
    return choice.name
