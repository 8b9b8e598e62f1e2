"""``pingblock mute``: silence that a child cannot undo."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.device import Device
from pingblock.errors import BadInput

_ACTIONS = {"on": True, "off": False, "status": None}


def mute(
    action: Annotated[
        str, typer.Argument(help="on, off or status.", autocompletion=offer("on", "off", "status"))
    ] = "status",
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Locks the device silent, or unlocks it; the light still shows the outcomes.

    No button, volume or new batteries undo it. Without a computer: hold the block's button for 5 s
    while the power comes on; that mutes and unmutes.
    """
    if action not in _ACTIONS:
        raise BadInput(no_such("action", action, _ACTIONS))
    on, stored = _ACTIONS[action], True
    with Device(port) as device:
        state = device.settings() if on is None else device.mute(on)
        if on is not None:
            stored = device.wait_until_stored()
    muted = state.values["mute_lock"]
    text = "muted (locked)" if muted else f"not muted, volume {state.values['volume']}"
    later = (
        ""
        if stored
        else ". It holds now, and is stored after 3 s without a sound: leave the power on "
        "until then"
    )
    tell({"muted": muted, "stored": stored}, text + later, as_json)
