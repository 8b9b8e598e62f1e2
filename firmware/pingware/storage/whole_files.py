"""File system for what is loaded late: it opens no damaged file, half of which hangs MicroPython.

The start itself looks at no file: it is in doubt only after a bad end, see ``root/start.py``. Once
it is over, this stands before the slot, and MicroPython asks it as any other file system; so
loading goes no deeper for it.
"""

import os
import sys
from binascii import crc32

from pingware.shared import events, seal

_PLACE = "/whole"
_ENDING = ".mpy"
_NOT_THERE = 2  # ENOENT
_READ_BYTES = 1024
SAY = "A file of the firmware is damaged (%s): 'pingblock install' repairs it."


class WholeFiles:
    """The slot that runs (``/whole/a`` is ``/a``), but for damaged files.

    Args:
        reports: ``app.care.reports.Reports``, for the fault.
    """

    def __init__(self, reports):
        self._reports = reports
        os.mount(self, _PLACE)
        sys.path[0] = _PLACE + sys.path[0]

    def close(self):
        """Leaves the slot as it lies there to whoever comes next."""
        sys.path[0] = sys.path[0][len(_PLACE) :]
        os.umount(_PLACE)

    def mount(self, *_how):
        """Called by ``os.mount``."""

    umount = mount

    def stat(self, path):
        """Returns ``os.stat`` of a module of the slot. Raises OSError: it is not there."""
        if not path.endswith(_ENDING):  # MicroPython looks for folders and sources first
            raise OSError(_NOT_THERE)
        return os.stat(path)

    def open(self, path, mode):
        """Opens a file of the slot. Raises ImportError: it is damaged."""
        file = open(path, mode)  # noqa: SIM115 - the loader closes it
        piece = memoryview(bytearray(_READ_BYTES))
        crc, left = 0, file.seek(0, 2) - seal.SEAL_BYTES
        file.seek(0)
        while left > 0:
            count = file.readinto(piece[:left])
            crc = crc32(piece[:count], crc)
            left -= count or left
        if left or file.read() != seal.seal(crc & 0xFFFFFFFF):
            name = path.rsplit("/", 1)[1][: -len(_ENDING)]
            sys.modules.pop(name, None)  # else it counts as loaded, with nothing in it
            self._reports.fault(events.DAMAGED, SAY % name)
            raise ImportError(name)
        file.seek(0)
        return file
