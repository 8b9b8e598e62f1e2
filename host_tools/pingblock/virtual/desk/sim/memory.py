"""The interpreter's own memory. Its addresses differ from those of an RP2040."""

import uctypes

_FLASH = 0x10000000  # the lowest address of an RP2040 that is used here
# On a computer of 64 bits, all of its memory is above the RP2040's.
_WIDE = uctypes.addressof(bytearray(1)) >> 32


def is_ours(address):
    """Returns whether an address is in a buffer of this interpreter."""
    return address >> 32 if _WIDE else address < _FLASH
