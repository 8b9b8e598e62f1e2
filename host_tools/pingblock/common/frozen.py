"""Firmware that is frozen into a device's MicroPython: how a device tells which it is."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from pingware.shared import slots

NAME = "factory"  # in the root folder: names the frozen firmware that has started there last
RUNNING = "f"  # in the place of a slot, as ``update`` tells it


def identity(firmware: Mapping[str, bytes]) -> str:
    """Returns what ``NAME`` holds where this firmware is frozen.

    Args:
        firmware: of a slot, as ``build.image.slot_files`` returns it.
    """
    return sha256(firmware[slots.MANIFEST]).hexdigest()[:16]
