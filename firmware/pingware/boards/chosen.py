"""Board and chip that this firmware is for: exchange a line to build it for another."""

from pingware.boards import rev_a as board
from pingware.boards import rp2040 as chip

__all__ = ["board", "chip"]
