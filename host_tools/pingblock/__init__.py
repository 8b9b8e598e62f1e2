"""Host tools, virtual device and tests' benches for the Pingblock firmware.

``from pingblock import Device`` talks to a device; what it returns are the other types here, and
all errors are a ``PingblockError``; ``pingblock.errors`` has the kinds. ``__version__`` is the
version of this package and of the firmware in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["BatteryCheck", "Device", "Hello", "Outcome", "PingblockError", "Volume"]

if TYPE_CHECKING:
    __version__: str
    from pingblock.connection.answers import BatteryCheck, Hello, Outcome, Volume
    from pingblock.connection.device import Device
    from pingblock.errors import PingblockError
else:  # a type checker that sees a module's __getattr__ takes any name for a good one

    def __getattr__(name):
        """Loads a type when it is asked for: the command line shall start fast."""
        if name not in (*__all__, "__version__"):
            raise AttributeError(f"module 'pingblock' has no attribute '{name}'")
        if name == "Device":
            from pingblock.connection.device import Device as found
        elif name == "__version__":
            from importlib.metadata import version

            found = version("pingblock")
        elif name == "PingblockError":
            from pingblock.errors import PingblockError as found
        else:
            from pingblock.connection import answers

            found = getattr(answers, name)
        return globals().setdefault(name, found)

    def __dir__():
        return sorted({*globals(), *__all__, "__version__"})
