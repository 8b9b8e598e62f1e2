"""``pingblock devices``: the serial ports that a Pingblock may be at."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from pingblock.cli.attached import AsJson
from pingblock.connection.discovery import picos

_NONE = (
    "No Pico is plugged in. If one is, try another cable: some can only charge. "
    "'pingblock doctor' looks further."
)


def devices(as_json: AsJson = False) -> None:
    """Lists the Picos that are plugged in: port, serial number and description."""
    found = picos()
    if as_json:
        print(json.dumps([asdict(each) for each in found], sort_keys=True))
    for each in () if as_json else found:
        print(f"{each.port}  {each.serial_number or '(no serial number)'}  {each.description}")
    if not found:
        print(_NONE, file=sys.stderr)
