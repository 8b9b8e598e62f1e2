"""``pingblock`` without a command: a greeting, the devices, and the most useful next command."""

from __future__ import annotations

import os
from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING

from pingblock.cli.attached import tell
from pingblock.connection.transport import VIRTUAL

if TYPE_CHECKING:
    from pingblock.care.doctor.listing import Listed

_PLAY = ("pingblock play", "plays in the browser; no board is needed")
_NONE = "No Pico is plugged in."
_MORE = "All commands: pingblock --help"


def greet(as_json: bool) -> None:
    """Prints the connected devices and the next command. It does not change the devices.

    With PINGBLOCK_PORT, it looks at the port that other commands would use.
    """
    from pingblock.care.doctor.listing import listed
    from pingblock.connection.discovery import PORT_VARIABLE, choose

    found = listed(choose() if os.environ.get(PORT_VARIABLE) else None)
    ours = version("pingblock")
    command, what = next_step(found, ours)
    boards = [f"{each.drive or each.port}  {each.say or each.description}" for each in found]
    text = "\n".join(
        [
            f"Pingblock {ours}: a box with one big button, on a Raspberry Pi Pico.",
            *(boards or [_NONE]),
            f"Next: {command}  ({what})",
            *([f"Or:   {_PLAY[0]}  ({_PLAY[1]})"] if command != _PLAY[0] else []),
            _MORE,
        ]
    )
    tell({"devices": [asdict(each) for each in found], "next": command}, text, as_json)


def next_step(found: list[Listed], ours: str) -> tuple[str, str]:
    """Returns the command that helps with the first Pico, and text about its effect.

    Args:
        found: the connected Picos.
        ours: the version of this program, such as ``1.0.0``.
    """
    if not found:
        return _PLAY
    board = found[0]
    named = len(found) > 1 or board.port == VIRTUAL
    at = f" --port {board.port}" if named and board.port else ""
    if board.runs == "pingblock":
        if board.version == ours:
            return "pingblock press" + at, "as if the block was pressed"
        return "pingblock update" + at, f"brings it from {board.version} to {ours}"
    if board.runs == "prompt":
        return "pingblock install" + at, "puts the firmware on it"
    if board.runs == "bootsel":
        command = f"pingblock flash {board.boards[0]}"
        return command, "puts MicroPython and firmware on it"
    return "pingblock doctor" + at, "finds out what is wrong"
