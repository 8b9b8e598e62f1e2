"""``pingblock volume`` and ``mute``: loudness, and the mute lock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.connection.answers import is_muted
from pingblock.connection.device import Device
from pingblock.errors import BadInput

_ACTIONS = {"on": True, "off": False, "status": None}


def volume(
    level: Annotated[
        int | None,
        typer.Argument(help="Volume, 0 to 10. Without this argument, the volume does not change."),
    ] = None,
    cap: Annotated[int | None, typer.Option(help="Loudest volume allowed, 0 to 10.")] = None,
    chime: Annotated[
        int | None, typer.Option(help="Volume of the ping at power-on, 0 to 10.")
    ] = None,
    mute: Annotated[
        bool | None, typer.Option("--mute/--unmute", help="Set or remove the mute lock.")
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Shows or sets the volume. The cap limits it."""
    with Device(port) as device:
        found = device.volume(level, cap, chime, mute)
    fields = asdict(found)
    muted = f", {_muted(fields)}" if is_muted(fields) else ""
    text = f"volume {found.volume}, cap {found.cap}, chime {found.chime}{muted}"
    tell(fields, text, as_json)


def mute(
    action: Annotated[
        str, typer.Argument(help="on, off or status.", autocompletion=offer("on", "off", "status"))
    ] = "status",
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Sets or removes the mute lock, which silences the device. The light still shows outcomes.

    To unlock the device, use this command, 'settings' or the page (see docs/security.md). To mute
    or unmute the device without a computer, hold the block's button for 5 s while the power comes
    on. The button does not remove the lock: a locked device stays silent and blinks red.
    """
    if action not in _ACTIONS:
        raise BadInput(no_such("action", action, _ACTIONS))
    on, stored = _ACTIONS[action], True
    with Device(port) as device:
        state = device.settings() if on is None else device.mute(on)
        if on is not None:
            stored = device.wait_until_stored()
    muted = is_muted(state.values)
    text = _muted(state.values) if muted else f"not muted, volume {state.values['volume']}"
    later = (
        ""
        if stored
        else ". The change applies now, and is stored after 3 s without a sound: leave the power "
        "on until then"
    )
    tell({"muted": muted, "stored": stored}, text + later, as_json)


def _muted(settings: Mapping[str, object]) -> str:
    return "muted (locked)" if settings["mute_lock"] else "muted (by the block's button)"
