"""Writing of files so that a power cut leaves the old content or the new, never half of it."""

import json
import os
from binascii import crc32

_IS_FOLDER, _OUT_OF_THE_WAY = 21, ".old"  # EISDIR


def text_of(value):
    """Returns the JSON (str) of a value that is read back the same. Raises ValueError.

    The device's ``json.dumps`` writes junk for what it does not know, without a word.
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

    A folder in its place is moved out of the way.
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
