"""Flashes of devices that operations begin with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

from tests.bench.firmware_changes import Flashed, changed, rebuilt
from tests.version import VERSION

from pingblock.build import image
from pingblock.virtual.chip.engine import new_flash
from pingware.storage.partial_file import kept_at

CRASHES_S = 70  # up; no life of a cut device lasts so long
_LINK, _TASKS = "pingware/app/requests/link.py", "pingware/app/boot/tasks.py"
_STEP = "            seconds += 1\n"


@cache
def new_device() -> bytes:
    """Returns the flash of a new device: the download."""
    return Flashed().flash()


@cache
def older_files() -> dict[str, bytes]:
    """Returns the files of a device with an older version of the firmware as files."""
    return changed({_LINK: lambda text: text.replace(f'"{VERSION}"', '"0.0.9"')})


def in_slot_b(files: dict[str, bytes]) -> dict[str, bytes]:
    """Returns the firmware of slot a as that of slot b."""
    return {f"b{path[1:]}": data for path, data in files.items() if path.startswith("a/")}


def two_slots(newer: dict[str, bytes]) -> bytes:
    """Returns the flash of a device with older firmware in slot a and this in slot b."""
    return new_flash({**older_files(), **in_slot_b(newer)})


def filled(free_blocks: int) -> bytes:
    """Returns the flash of a new device on which other files leave so many blocks free."""
    room = image.SLOTS.blocks - len(image.used_blocks(image.build({}, image.SLOTS)))
    filler = Random(3).randbytes(kept_at(room - free_blocks))
    return Flashed({"filler.bin": filler}).flash()


def crashing() -> bytes:
    """Returns the flash of a device whose firmware crashes each ``CRASHES_S``."""

    def change(text: str) -> str:
        assert text.count(_STEP) == 1
        crash = "                raise ValueError('on purpose')\n"
        return text.replace(_STEP, f"{_STEP}            if seconds == {CRASHES_S}:\n{crash}")

    return rebuilt({_TASKS: change}).flash()


def damaged(newer: Mapping[str, bytes]) -> bytes:
    """Returns the flash of a device whose slot in force is damaged, and whose other one is not.

    Args:
        newer: all files of a device; those of its slot a are the other slot, its start is used.
    """
    files = {**older_files(), **newer}
    files |= {name: data for name, data in older_files().items() if name.startswith("a/")}
    files |= in_slot_b(dict(newer))
    largest = max(
        (name for name in files if name.startswith("a/")), key=lambda name: len(files[name])
    )
    files[largest] = files[largest][: len(files[largest]) // 2]
    return new_flash(files)
