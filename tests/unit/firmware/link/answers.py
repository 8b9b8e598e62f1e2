"""Decodes a file of lines (hexadecimal) and prints the results, also in hexadecimal.

It runs on every Python.

Usage: answers.py FILE, with the firmware in the path
"""

import sys
from binascii import hexlify, unhexlify

from stable import stable

from pingblock.common.declared import DECLARATIONS
from pingware.shared import protocol


def answer(line):
    """Returns the result of decoding ``line`` (bytes) as one line of text."""
    try:
        message = protocol.decode(line, DECLARATIONS)
    except protocol.ProtocolError as wrong:
        return stable(wrong.reply())
    return stable(message)


with open(sys.argv[1]) as lines:
    for text in lines:
        print(hexlify(answer(unhexlify(text.strip())).encode()).decode())
