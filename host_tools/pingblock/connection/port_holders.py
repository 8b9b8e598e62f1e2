"""Finds the programs that have opened a device, on Linux, as far as this user can see them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pingblock.common.owner import Holder

PROC = Path("/proc")


def holders(port: str) -> list[Holder]:
    """Returns the other programs that have opened ``port``. The list is empty if the system hides
    them.

    Args:
        port: device name. It can be a link.
    """
    device = os.path.realpath(port)
    found = []
    for place in PROC.glob("[0-9]*"):
        if int(place.name) != os.getpid() and _has_open(place, device):
            found.append(Holder(int(place.name), _command(place)))
    return sorted(found, key=lambda each: each.pid)


def _has_open(place: Path, device: str) -> bool:
    with suppress(OSError):  # The process has ended, or belongs to another user.
        return any(_target(link) == device for link in (place / "fd").iterdir())
    return False


def _target(link: Path) -> str:
    with suppress(OSError):
        return os.readlink(link)
    return ""


def _command(place: Path) -> str:
    with suppress(OSError):
        words = (place / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        return " ".join([Path(words[0]).name, *words[1:]]).strip()
    return "a program"
