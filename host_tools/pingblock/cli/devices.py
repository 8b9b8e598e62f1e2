"""``pingblock devices``: the serial ports that a Pingblock may be at."""

from __future__ import annotations

import sys
from dataclasses import asdict

from pingblock.cli.attached import AsJson, tell
from pingblock.connection.discovery import picos


def devices(as_json: AsJson = False) -> None:
    """Lists serial ports that look like a Pico, with the board's serial number."""
    found = picos()
    for each in found:
        text = f"{each.port}  {each.serial_number or '(no serial number)'}  {each.description}"
        tell(asdict(each), text, as_json)
    if not found:
        print("No Pico is plugged in. A cable may be for charging only.", file=sys.stderr)
