"""Host tools, virtual device and tests' benches for the Pingblock firmware.

``from pingblock import Device`` talks to a device; all errors are ``pingblock.errors``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pingblock.device import Device

__all__ = ["Device"]


def __getattr__(name: str) -> object:
    """Loads ``Device`` when it is asked for: the command line shall start fast."""
    if name != "Device":
        raise AttributeError(f"module 'pingblock' has no attribute '{name}'")
    from pingblock.device import Device

    return Device
