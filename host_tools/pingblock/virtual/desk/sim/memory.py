"""The interpreter's own memory, whose addresses differ from those of an RP2040."""

import uctypes

_FLASH = 0x10000000  # the lowest address of an RP2040 that the firmware uses
# On a 64-bit computer, all memory of this interpreter is above the RP2040's addresses.
_WIDE = uctypes.addressof(bytearray(1)) >> 32


def is_ours(address):
    """Returns whether an address is in a buffer of this interpreter."""
    return address >> 32 if _WIDE else address < _FLASH
