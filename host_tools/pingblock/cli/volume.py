"""``pingblock volume``: loudness, its cap, the chime and the mute that children cannot undo."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device


def volume(
    level: Annotated[
        int | None, typer.Argument(help="Volume, 0 to 10. Without it nothing changes.")
    ] = None,
    cap: Annotated[int | None, typer.Option(help="Loudest volume allowed, 0 to 10.")] = None,
    chime: Annotated[
        int | None, typer.Option(help="Volume of the ping at power-on, 0 to 10.")
    ] = None,
    mute: Annotated[
        bool | None, typer.Option("--mute/--unmute", help="Lock the device silent, or unlock it.")
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Shows or sets the volume; it is never louder than the cap."""
    with Device(port) as device:
        found = device.volume(level, cap, chime, mute)
    locked = ", muted (locked)" if found.mute_lock else ""
    text = f"volume {found.volume}, cap {found.cap}, chime {found.chime}{locked}"
    tell(asdict(found), text, as_json)
