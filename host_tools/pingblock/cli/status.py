"""``pingblock status``: who the device is and how it is."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, sentence, tell
from pingblock.device import Device


def status(port: Port = None, as_json: AsJson = False) -> None:
    """Tells version, settings, draws, supply, faults and health."""
    with Device(port) as device:
        found = {"device": asdict(device.hello), **device.status()}
    width = max(map(len, found))
    lines = [
        f"{name:<{width}}  {(sentence(value) or '-') if isinstance(value, dict) else value}"
        for name, value in found.items()
    ]
    tell(found, "\n".join(lines), as_json)
