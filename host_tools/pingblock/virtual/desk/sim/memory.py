"""The interpreter's own memory; its addresses differ from those of an RP2040."""

import uctypes

_FLASH = 0x10000000  # the lowest address of an RP2040 that anything here is about
_WIDE = uctypes.addressof(bytearray(1)) >> 32  # a computer of 64 bits: all of its memory is above


def is_ours(address):
    """Returns whether an address is one of a buffer here."""
    return address >> 32 if _WIDE else address < _FLASH
