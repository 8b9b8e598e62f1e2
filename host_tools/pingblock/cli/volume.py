"""``pingblock volume``: loudness, its cap, the chime and the mute that children cannot undo."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device


def volume(
    level: Annotated[
        int | None, typer.Argument(help="0 to 10; without it nothing changes.")
    ] = None,
    cap: Annotated[int | None, typer.Option(help="The loudest allowed, 0 to 10.")] = None,
    chime: Annotated[int | None, typer.Option(help="The ping of power-on, 0 to 10.")] = None,
    mute: Annotated[
        bool | None, typer.Option("--mute/--unmute", help="Lock it silent, or unlock it.")
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Sets what is given and tells what holds; a level above the cap sounds as the cap."""
    with Device(port) as device:
        found = device.volume(level, cap, chime, mute)
    locked = ", muted (locked)" if found.mute_lock else ""
    text = f"volume {found.volume}, cap {found.cap}, chime {found.chime}{locked}"
    tell(asdict(found), text, as_json)
