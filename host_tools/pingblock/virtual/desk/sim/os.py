"""``os``: the port's module, with repeatable entropy and the names of the rp2 port."""

import hashlib
from collections import namedtuple
from os import *  # noqa: F403  all that is not replaced below
from os import rename as _rename

from sim import serial

_BLOCKS_OF_FLASH = 352  # blocks of LittleFS on a Pico with MicroPython 1.24.1
_key = b""
_count = 0


def seed_entropy(key):
    """Sets the seed of ``urandom`` (bytes)."""
    global _key
    _key = key


def urandom(count):
    global _count
    data = b""
    while len(data) < count:
        data += hashlib.sha256(_key + _count.to_bytes(8, "little")).digest()
        _count += 1
    return data[:count]


_Uname = namedtuple("_Uname", ("sysname", "nodename", "release", "version", "machine"))


def uname():
    return _Uname("rp2", "rp2", "1.24.1", "v1.24.1 on the desk", "Raspberry Pi Pico with RP2040")


def rename(old, new):
    """Renames a file. With absolute paths, the port's function loses a folder mounted as root."""
    _rename(old.lstrip("/"), new.lstrip("/"))


def statvfs(_path):
    free = _BLOCKS_OF_FLASH - 100
    return (4096, 4096, _BLOCKS_OF_FLASH, free, free, 0, 0, 0, 0, 255)


def sync():
    pass


def dupterm(stream, _index=0):
    before, serial.stand_in = serial.stand_in, stream
    return before
