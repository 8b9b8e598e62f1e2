"""``pingblock log``: faults, the last crash, and the battery tests."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device
from pingblock.owner import notes


def log(port: Port = None, as_json: AsJson = False) -> None:
    """Shows faults since power-on, the last crash, and the battery tests."""
    with Device(port) as device:
        found = notes.read(device)
    tell(asdict(found), notes.text_of(found), as_json)
