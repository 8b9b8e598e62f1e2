"""``pingblock pins``: the wiring of a device, for one that was wired otherwise."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.care.owner import pins as wiring
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.connection.device import Device
from pingblock.errors import BadInput

_RESTARTS = "The device restarts with these pins."
Changes = Annotated[
    list[str] | None,
    typer.Argument(
        help="Pins to change, such as speaker=10. base=no is for a block without the apple base."
    ),
]
Reset = Annotated[bool, typer.Option("--reset", help="Restore the default pins.")]


def pins(
    changes: Changes = None, reset: Reset = False, port: Port = None, as_json: AsJson = False
) -> None:
    """Shows the pins of a device, or changes them for different wiring.

    The device stores the pins in a file, so an update does not change them. Two signals cannot
    have the same pin. To swap two pins, change both in one command.
    """
    if changes and reset:
        raise BadInput("--reset cannot be combined with pins: leave out one of the two.")
    with Device(port) as device:
        found = wiring.read(device)
        if changes or reset:
            found = wiring.USUAL if reset else wiring.changed(found, changes or ())
            wiring.store(device, found)
    text = f"{found.text()}\n{_RESTARTS}" if changes or reset else found.text()
    tell(found.fields(), text, as_json)
