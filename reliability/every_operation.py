"""All operations that write to the flash: see ``operations`` and ``slot_operations``."""

from __future__ import annotations

from dataclasses import replace

from reliability import operations, slot_operations
from reliability.operations import Recorded

IN_SLOTS = {f"{name} in place": name for name in slot_operations.NAMES}
NAMES = (*operations.NAMES, *IN_SLOTS)


def recorded(name: str) -> Recorded:
    """Returns the record of an operation, one of ``NAMES``."""
    if name in IN_SLOTS:
        return replace(slot_operations.recorded(IN_SLOTS[name]), name=name)
    return operations.recorded(name)
