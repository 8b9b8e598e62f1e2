"""Options and output shared by the commands that talk to a device."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from pingblock.cli.offers import ports
from pingblock.common.plain_text import plain

Port = Annotated[
    str | None,
    typer.Option(
        help="The device: its port, its serial number, a URL such as socket://host:port, or"
        " 'virtual' for your block without a board. Default: PINGBLOCK_PORT, or the only Pico"
        " that is plugged in.",
        autocompletion=ports,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def defaults(command: object, port: str | None, as_json: bool) -> dict[str, object]:
    """Returns the defaults of a command or a group from the options before it."""
    inside = getattr(command, "commands", {})
    own = {"port": port, "as_json": as_json}
    return {**own, **{name: defaults(each, port, as_json) for name, each in inside.items()}}


def between(context: typer.Context, port: Port = None, as_json: AsJson = False) -> None:
    """Options of a group of commands, which apply to the command after them."""
    context.default_map = defaults(context.command, port, as_json)


def tell(fields: Mapping[str, object], text: str, as_json: bool) -> None:
    """Prints ``fields`` as a JSON object on one line for programs, or ``text`` for people."""
    print(json.dumps(fields, sort_keys=True) if as_json else plain(text, lines=True), flush=True)


def say(text: str) -> None:
    """Prints a message for people on stderr, so that stdout stays free for programs."""
    print(plain(text, lines=True), file=sys.stderr, flush=True)


def sentence(fields: Mapping[str, object]) -> str:
    """Returns fields as people read them: ``draw 3, coins 4``."""
    return ", ".join(f"{name} {_plain(value)}" for name, value in fields.items())


def _plain(value: object) -> str:
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)
