"""``pingblock worms``: the apple base."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, sentence, tell
from pingblock.device import Device
from pingblock.errors import BadInput
from pingblock.session import Message

ACTIONS: dict[str, Callable[[Device], Message]] = {
    "start": Device.start_worms,
    "stop": Device.stop_worms,
    "status": Device.worms,
}


def worms(
    action: Annotated[str, typer.Argument(help="start, stop or status.")],
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Starts or stops the worms, or tells how they are."""
    if action not in ACTIONS:
        raise BadInput(f"The worms know no '{action}': take one of {', '.join(ACTIONS)}.")
    with Device(port) as device:
        found = ACTIONS[action](device)
    shown = {name: value for name, value in found.items() if name not in ("settings", "reply")}
    tell(found, sentence(shown), as_json)
