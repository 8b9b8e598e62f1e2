"""``pingblock devices``: the boards that are plugged in."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from pingblock.cli.attached import AsJson
from pingblock.connection.transport import VIRTUAL

if TYPE_CHECKING:
    from pingblock.care.doctor.listing import Listed

_NONE = (
    "No Pico is plugged in. If one is, try another cable: some can only charge. "
    "'pingblock doctor' looks further."
)


def devices(as_json: AsJson = False) -> None:
    """Lists the Picos that are plugged in, with port, serial number, board and firmware.

    The command asks each Pico for its firmware. For a Pico in BOOTSEL mode it lists the drive. A
    running virtual block is listed, too.
    """
    from pingblock.care.doctor.listing import listed

    found = listed()
    if as_json:
        print(json.dumps([asdict(each) for each in found], sort_keys=True))
    for each in () if as_json else found:
        print(_line(each))
    if not found:
        print(_NONE, file=sys.stderr)


def _line(each: Listed) -> str:
    if each.drive:
        return f"{each.drive}  {each.say}"
    if each.port == VIRTUAL:
        return f"{each.port}  {each.say}"
    number = each.serial_number or "(no serial number)"
    return f"{each.port}  {number}  {each.say or each.description}"
