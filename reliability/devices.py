"""Contents of the flash before an operation."""

from __future__ import annotations

from functools import cache
from random import Random

from benchmarks.firmware_changes import Flashed, rebuilt

from pingblock.image import file_system
from pingware.storage.partial_file import kept_at

CRASHES_S = 70  # uptime that a cut device does not reach in a test
_TASKS = "pingware/app/boot/tasks.py"
_STEP = "            seconds += 1\n"


@cache
def new_device() -> bytes:
    """Returns the flash of a new device: the download."""
    return Flashed().flash()


def filled(free_blocks: int) -> bytes:
    """Returns the flash of a new device on which other files leave this number of blocks free."""
    room = file_system.SLOTS.blocks - len(
        file_system.used_blocks(file_system.build({}, file_system.SLOTS))
    )
    filler = Random(3).randbytes(kept_at(room - free_blocks))
    return Flashed({"filler.bin": filler}).flash()


def crashing() -> bytes:
    """Returns the flash of a device whose firmware crashes every ``CRASHES_S`` seconds."""

    def change(text: str) -> str:
        assert text.count(_STEP) == 1
        crash = "                raise ValueError('on purpose')\n"
        return text.replace(_STEP, f"{_STEP}            if seconds == {CRASHES_S}:\n{crash}")

    return rebuilt({_TASKS: change}).flash()
