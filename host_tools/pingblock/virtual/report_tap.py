"""Copies the events in the firmware's queue, so that they can be seen without a cable.

On batteries no program reads the link, so the firmware keeps its last 32 events until a host
connects. On a chip, the tap is one file. MicroPython finds it before its own module ``select``,
which the firmware imports for its link. On the desk, a ``main.py`` loads the tap before the
firmware. A quarter of a second later, when the firmware has started, the tap begins to copy each
queued event to ``PORT``, a register that an RP2040 does not have. An empty object comes first.

On the chip, the tap costs some ms of the boot, up to 6 kB of memory and about 1 ms for each event.
It works outside of interrupts, so it does not delay the reaction to a press.
"""

from __future__ import annotations

from pingblock.common.firmware import firmware_dir
from pingblock.image.mpy import compile_file
from pingblock.virtual.source_layout import start

REPORTS = "Reports"  # a class in ``app.care.watch``
PORT = 0x40070000
WORD_BYTES = 4
_FIRST = b"{}\n\n"  # an empty object as the first event
_FOLDER = "/tap"
_SHADOW = "select"

_MAIN = "/main.py"
_BEFORE = f"""\
import sys; sys.path[:0] = ["{_FOLDER}"]; import tap; sys.path.pop(0)
"""
_TAP = f"""\
import sys
from machine import Timer


def tell(message):
    line = dumps(message).encode() + b"\\n\\n\\n\\n"
    for place in range(0, len(line) - 3, {WORD_BYTES}):
        mem32[{PORT}] = int.from_bytes(line[place : place + {WORD_BYTES}], "little")


def begin(_timer):
    global dumps, mem32
    from json import dumps
    from machine import mem32

    for module in list(sys.modules.values()):
        if hasattr(module, "{REPORTS}"):
            tap(module.{REPORTS})
            return


def tap(reports):
    report = reports.report

    def tapped(self, event):
        report(self, event)
        tell(event)

    reports.report = tapped
    tell({{}})


timer = Timer(-1, mode=Timer.ONE_SHOT, period=250, callback=begin)
"""


def files(compiled: bool) -> dict[str, bytes]:
    """Returns the tap's file: path on the device to content.

    Args:
        compiled: whether the device runs compiled files, as the chip does.
    """
    if compiled:
        source = f"from u{_SHADOW} import *\n{_TAP}"
        return {f"/{_SHADOW}.mpy": compile_file(source.encode(), f"{_SHADOW}.py")}
    main = _BEFORE.encode() + start(firmware_dir())[_MAIN]
    return {_MAIN: main, f"{_FOLDER}/tap.py": _TAP.encode()}


class TapLines:
    """Joins the words of the tap into lines."""

    def __init__(self) -> None:
        self._part = b""

    def add(self, word: int) -> bytes:
        """Adds a word. Returns the line that the word completes, or b""."""
        part = word.to_bytes(WORD_BYTES, "little")
        # A reset can have interrupted the previous line.
        self._part = part if part == _FIRST else self._part + part
        line, newline, _padding = self._part.partition(b"\n")
        if newline:
            self._part = b""
        return line if newline else b""
