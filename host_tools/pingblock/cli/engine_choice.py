"""The option ``--engine`` for commands that run a virtual device."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import say
from pingblock.cli.offers import ENGINES, SEALED_ENGINES, offer
from pingblock.common.suggestion import no_such
from pingblock.connection.transport import VIRTUAL
from pingblock.errors import BadInput, WrongDevice

PLAYED = "a scenario or the link of a session"  # the thing that `virtual run` plays, for messages

_SOURCES = (
    "{port} runs on the engine {engine}, which always plays the firmware of this program, from "
    "its sources: there is nothing to install or update. To try that, use 'virtual:chip'."
)

Engine = Annotated[
    str | None,
    typer.Option(
        help="desk (fast), wasm (the same on every computer) or chip (exact, with MicroPython's"
        " prompt). Default: the first that runs here.",
        autocompletion=offer(*ENGINES),
    ),
]


# For commands that play files from strangers, or that let other programs type at the device.
SealedEngine = Annotated[
    str | None,
    typer.Option(
        help="wasm (fast) or chip (exact, with MicroPython's prompt). On both, the device's"
        " program cannot reach this computer. Default: the first that runs here.",
        autocompletion=offer(*SEALED_ENGINES),
    ),
]


def chosen(engine: str | None) -> str:
    """Returns the name of the engine. If the desk cannot run and no engine was chosen, prints the
    reason.

    Raises:
        BadInput: the engine is unknown.
    """
    if engine is not None and engine not in ENGINES:
        raise BadInput(no_such("engine", engine, ENGINES))
    return _chosen(engine, sealed=False)


def known_sealed(engine: str | None, what: str, *more: str) -> None:
    """Checks that an engine can safely run something that a stranger may have made.

    Args:
        engine: the requested name, or None.
        what: the thing to run, such as "a scenario", for the message.
        more: other words that the command accepts.

    Raises:
        BadInput: the engine is unknown, or it is the desk.
    """
    from pingblock.virtual.engines import check_sealed

    if engine is not None and engine not in more:
        if engine not in ENGINES:
            raise BadInput(no_such("engine", engine, (*SEALED_ENGINES, *more)))
        check_sealed(engine, what)


def chosen_sealed(engine: str | None, what: str, *more: str) -> str:
    """Returns the name of the engine. If the slow engine was not requested but must be used,
    prints that.

    Raises:
        BadInput: as for ``known_sealed``, which has the same arguments.
        Unavailable: no suitable engine can run here.
    """
    known_sealed(engine, what, *more)
    return _chosen(engine, sealed=True)


def is_virtual(port: str) -> bool:
    """Returns whether a port names a virtual block."""
    return port.partition(":")[0] == VIRTUAL


def check_compiled(port: str) -> None:
    """Checks that a virtual block accepts firmware, as a Pico does. Accepts any other port.

    Raises:
        WrongDevice: the engine of the block runs the firmware's sources.
    """
    if not is_virtual(port):
        return
    from pingblock.serve.in_process import engine_of
    from pingblock.virtual.engines import COMPILED

    if (engine := engine_of(port)) not in COMPILED:
        raise WrongDevice(_SOURCES.format(port=port, engine=engine))


def _chosen(engine: str | None, sealed: bool) -> str:
    from pingblock.virtual.engines import choose

    choice = choose(engine, sealed)
    if choice.note:
        say(f"pingblock: {choice.note}")
    return choice.name
