"""``pingblock press``, ``replay`` and ``game``: the block's outcomes, and the choice of a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.connection.answers import Outcome
from pingblock.connection.device import Device
from pingblock.errors import BadInput
from pingblock.games.words import told
from pingware.games import catalog

_HELP = {each.name: each.help for each in catalog.CATALOG.press_games()}


def press(port: Port = None, as_json: AsJson = False) -> None:
    """Waits until the block is silent, presses it, and shows the outcome.

    The exit code is 1 if the press did not count.
    """
    with Device(port) as device:
        _tell(device.press(), as_json)


def replay(port: Port = None, as_json: AsJson = False) -> None:
    """Waits until the block is silent, and plays the last outcome again, without a new draw."""
    with Device(port) as device:
        _tell(device.replay(), as_json)


def restart(port: Port = None, as_json: AsJson = False) -> None:
    """Starts Pingblock again on a Pico where another program or MicroPython's prompt runs.

    It ends that program without asking. If Pingblock already runs, nothing changes.
    """
    with Device(port, recover="always") as device:
        version = device.hello.version
    tell({"version": version}, f"Pingblock {version} answers.", as_json)


def _tell(outcome: Outcome, as_json: bool) -> None:
    answer = asdict(outcome)
    answer |= answer.pop("details")
    words = told(answer) or (outcome.outcome.replace("_", " "),)
    tell(answer, ": ".join(filter(None, words)), as_json)


def game(
    name: Annotated[
        str | None,
        typer.Argument(
            help=f"{', '.join(_HELP)}. Without a name it only lists them.",
            autocompletion=offer(*_HELP),
        ),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Chooses the game that a press of the block plays, and lists the games.

    To choose a game without a computer, hold the check button and press the block until it beeps
    the number of the game in this list.
    """
    if name is not None and name not in _HELP:
        raise BadInput(no_such("game", name, _HELP))
    with Device(port) as device:
        chosen, games = device.game(name)
    lines = [
        f"{'*' if each == chosen else ' '} {number} {each:<11} {_HELP.get(each, '')}".rstrip()
        for number, each in enumerate(games, 1)
    ]
    tell({"game": chosen, "games": games}, "\n".join(lines), as_json)
