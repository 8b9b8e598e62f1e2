"""Board and chip of this firmware. Change a line to build for another one."""

from pingware.boards import rev_a as board
from pingware.boards import rp2040 as chip

__all__ = ["board", "chip"]
