"""``pingblock battery``: how good the batteries are."""

from __future__ import annotations

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.device import Device
from pingblock.owner import battery_report


def battery(port: Port = None, as_json: AsJson = False) -> None:
    """Tests the batteries; while USB powers the device, shows the latest test.

    Exit code 1 if there was no test yet, or it failed.
    """
    with Device(port) as device:
        found = battery_report.read(device)
    tell(found.as_dict(), found.text(), as_json)
