"""What every command that talks to a device has in common: its options and its output."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

Port = Annotated[
    str | None,
    typer.Option(
        help="Device name or pyserial URL; default: PINGBLOCK_PORT, else the only Pico there is."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

# Commands that take both options; as options of `pingblock` itself they hold for these.
COMMANDS = ("press", "replay", "status", "battery", "volume", "profile", "worms", "monitor")


def defaults(port: str | None, as_json: bool) -> dict[str, Any]:
    """Returns the commands' defaults when the options stood before the command."""
    json_only = {"as_json": as_json}
    both = {"port": port, **json_only}
    return {**dict.fromkeys(COMMANDS, both), "devices": json_only, "virtual": {"run": json_only}}


def tell(fields: Mapping[str, Any], text: str, as_json: bool) -> None:
    """Prints a result: one JSON object a line for programs, ``text`` for people."""
    print(json.dumps(fields, sort_keys=True) if as_json else text, flush=True)


def sentence(fields: Mapping[str, Any]) -> str:
    """Returns fields as people read them: ``draw 3, coins 4``."""
    return ", ".join(f"{name} {_plain(value)}" for name, value in fields.items())


def _plain(value: Any) -> str:
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)
