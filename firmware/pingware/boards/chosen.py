"""The board that this firmware is for: exchange this line to build it for another."""

from pingware.boards import rev_a as board

__all__ = ["board"]
