"""A value in a file: its CRC, a number and its JSON text. Device and host write the same bytes."""

import json
from binascii import crc32

PINS = "/pins"  # the file of pins: ``pins`` (signal to GPIO) and ``base`` (whether it is fitted)


def slot_bytes(sequence: int, text: str) -> bytes:
    """Returns the content of a file: a CRC, its number and its JSON text."""
    body = ("%d %s" % (sequence, text)).encode()
    return ("%08x " % (crc32(body) & 0xFFFFFFFF)).encode() + body


def parsed(raw: bytes) -> "tuple[int, str]":
    """Returns the sequence number and the JSON text of a file. Raises ValueError."""
    body = raw[9:]
    if raw[:9] != ("%08x " % (crc32(body) & 0xFFFFFFFF)).encode():
        raise ValueError("The CRC does not fit.")
    number, _, text = str(body, "utf-8").partition(" ")
    json.loads(text)
    return int(number), text
