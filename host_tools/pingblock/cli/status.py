"""``pingblock status``: who the device is and how it is."""

from __future__ import annotations

from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device
from pingblock.owner import status_report


def status(port: Port = None, as_json: AsJson = False) -> None:
    """Shows version, settings, draws, supply, faults and health."""
    with Device(port) as device:
        hello, found = device.hello, device.status(memory=True)
    tell({"device": asdict(hello), **found}, status_report.text(hello, found), as_json)
