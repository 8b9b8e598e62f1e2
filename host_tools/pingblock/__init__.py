"""Host tools, virtual device and test fixtures for the Pingblock firmware.

``from pingblock import Device`` connects to a device. The other types here are its results. Every
error is a ``PingblockError`` (kinds: ``pingblock.errors``). ``__version__`` is the version of this
package and of its firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["BatteryCheck", "Device", "Hello", "Outcome", "PingblockError", "Volume"]

if TYPE_CHECKING:
    __version__: str
    from pingblock.connection.answers import BatteryCheck, Hello, Outcome, Volume
    from pingblock.connection.device import Device
    from pingblock.errors import PingblockError
else:  # If a type checker saw a module's __getattr__, it would accept any name.

    def __getattr__(name):
        """Loads a type on first use, so that the command line starts fast."""
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
