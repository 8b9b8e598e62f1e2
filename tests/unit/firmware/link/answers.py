"""Decodes a file of lines (hexadecimal) and prints the results, also in hexadecimal.

It runs on every Python.

Usage: answers.py FIRMWARE_DIR FILE
"""

import sys
from binascii import hexlify, unhexlify

sys.path.insert(0, sys.argv[1])

from stable import stable

from pingware.games.declared import DECLARATIONS
from pingware.shared import protocol


def answer(line):
    """Returns the outcome of decoding ``line`` (bytes) as one line of text."""
    try:
        message = protocol.decode(line, DECLARATIONS)
    except protocol.ProtocolError as wrong:
        return stable(wrong.reply())
    return stable(message)


with open(sys.argv[2]) as lines:
    for text in lines:
        print(hexlify(answer(unhexlify(text.strip())).encode()).decode())
