"""Writes files so that after a power cut they have the old content or the new."""

import json
import os
from binascii import crc32

_IS_FOLDER, _OUT_OF_THE_WAY = 21, ".old"  # EISDIR


def text_of(value):
    """Returns the JSON (str) of a value, if it restores the value. Raises ValueError.

    The device's ``json.dumps`` silently writes junk for unknown objects.
    """
    try:
        text = json.dumps(value)
        survives = json.loads(text) == value
    except (TypeError, ValueError):
        survives = False
    if not survives:
        raise ValueError("This value does not survive JSON.")
    return text


def slot_bytes(sequence, text):
    """Returns the content of a slot (bytes): a CRC, its number (int) and its JSON text."""
    body = ("%d %s" % (sequence, text)).encode()
    return ("%08x " % (crc32(body) & 0xFFFFFFFF)).encode() + body


def write_slot(path, sequence, text):
    """Writes the file of a slot: its number (int) and its JSON text. Raises OSError.

    A folder of that name is renamed first.
    """
    data = slot_bytes(sequence, text)
    try:
        _write(path, data)
    except OSError as wrong:
        if wrong.errno != _IS_FOLDER:
            raise
        os.rename(path, path + _OUT_OF_THE_WAY)
        _write(path, data)


def _write(path, data):
    with open(path, "wb") as file:
        file.write(data)
