"""``pingblock status`` and ``battery``: reports of a device about itself."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.care.owner import battery_report, notes, status_report
from pingblock.care.update import words
from pingblock.care.update.plan import UpdateState, state
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.connection.device import Device
from pingblock.errors import WrongDevice


def status(
    log: Annotated[
        bool,
        typer.Option("--log", help="Also show each fault, the last crash, and the battery tests."),
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Shows version, settings, draws, supply, faults and health."""
    with Device(port) as device:
        hello, found = device.hello, device.status(memory=True)
        now = _firmware(device)
        noted = notes.read(device) if log else None
    fields = {"device": asdict(hello), **found} | ({"firmware": now.fields()} if now else {})
    text = status_report.text(hello, found, words.text(now) if now else "")
    if noted:
        fields, text = fields | {"log": asdict(noted)}, f"{text}\n{notes.text_of(noted)}"
    tell(fields, text, as_json)


def _firmware(device: Device) -> UpdateState | None:
    """Returns the state of a device's slots, or None if the firmware is too old to report it."""
    with suppress(WrongDevice):
        return state(device)
    return None


def battery(port: Port = None, as_json: AsJson = False) -> None:
    """Tests the batteries. If USB powers the device, shows the latest test instead.

    The exit code is 1 if the batteries were not tested yet, or if the test failed.
    """
    with Device(port) as device:
        found = battery_report.read(device)
    tell(found.as_dict(), found.text(), as_json)
