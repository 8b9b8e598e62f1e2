"""Seal at the end of a module's file, which shows damage; MicroPython stops reading before it."""

SEAL_BYTES = 4


def seal(crc: int) -> bytes:
    """Returns the seal for a CRC-32 of all before it.

    The CRC itself would not do: all files that end with their own have the same one as a whole.
    """
    return (crc * 3 & 0xFFFFFFFF).to_bytes(SEAL_BYTES, "little")
