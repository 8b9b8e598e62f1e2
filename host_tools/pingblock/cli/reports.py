"""``pingblock status``, ``battery`` and ``log``: reports of a device about itself."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

from pingblock.cli.attached import AsJson, Port, tell
from pingblock.connection.device import Device
from pingblock.errors import WrongDevice
from pingblock.owner import battery_report, notes, status_report
from pingblock.update import words
from pingblock.update.plan import UpdateState, state


def status(port: Port = None, as_json: AsJson = False) -> None:
    """Shows version, settings, draws, supply, faults and health."""
    with Device(port) as device:
        hello, found = device.hello, device.status(memory=True)
        now = _firmware(device)
    fields = {"device": asdict(hello), **found} | ({"firmware": now.fields()} if now else {})
    tell(fields, status_report.text(hello, found, words.text(now) if now else ""), as_json)


def _firmware(device: Device) -> UpdateState | None:
    """Returns the state of a device's slots, or None if its firmware is too old."""
    with suppress(WrongDevice):
        return state(device)
    return None


def battery(port: Port = None, as_json: AsJson = False) -> None:
    """Tests the batteries; while USB powers the device, shows the latest test.

    Exit code 1 if there was no test yet, or it failed.
    """
    with Device(port) as device:
        found = battery_report.read(device)
    tell(found.as_dict(), found.text(), as_json)


def log(port: Port = None, as_json: AsJson = False) -> None:
    """Shows faults since power-on, the last crash, and the battery tests."""
    with Device(port) as device:
        found = notes.read(device)
    tell(asdict(found), notes.text_of(found), as_json)
