"""Chunks of a file, as the host sends them after a ``put``: length, CRC-32, raw bytes.

The host sends one at a time, after an event has reported how much of the file has arrived. Each
begins with ``MARK``, which is not the start of any line, and its CRC covers the file up to the
chunk's end.

Bytes are read by blocking reads of a known length, because any other way takes 30 us a byte
instead of 8. A host that stops in the middle would block such a read for ever. So after an alarm,
a stand-in for the port supplies the missing bytes, and the chunk is dropped. The stand-in is used
only if the host has sent no byte, so a slow device loses no data. Source: MicroPython,
``ports/rp2/mphalport.c``: a read that finds no byte asks ``os.dupterm``.
"""

import io
import select
import struct
from binascii import crc32

from pingware.shared.chunk_format import CHUNK_BYTES, HEAD, HEAD_BYTES, MARK, SMALL_CHUNK_BYTES

WHOLE_MS = 40  # the longest wait. A chunk takes 34 ms to read.
QUIET_MS = 20  # If no byte arrives for this long, no more will come.
_OPENINGS = b"\n\r "  # a program that has just opened the port sends one of these first
_READ_BYTES = 512  # size of one read, which a stand-in can fill in 14 ms
_ROUNDS = 8  # rounds of dropped data, each a chunk at most


class BrokenChunk(ValueError):
    """The bytes are not a chunk, or not the next one."""


class Stray(Exception):
    """A line begins instead of a chunk, so the host has given up. ``byte`` (int) opens it."""

    def __init__(self, byte):
        super().__init__("No block came: the host has ended the transfer.")
        self.byte = byte


class Chunks:
    """Reader of chunks of at most ``size`` bytes.

    Args:
        stdin: byte stream with ``readinto``.
        dupterm: ``os.dupterm``.
        alarm: ``machine.Timer``, not running.
        make_poll: callable without arguments, for example ``select.poll``.
    """

    def __init__(self, stdin, dupterm, alarm, make_poll=select.poll):
        self._stdin = stdin
        self._dupterm = dupterm
        self._alarm = alarm
        self._stand_in = StandIn()
        self._buffer = memoryview(_room())
        self.size = len(self._buffer) - HEAD_BYTES
        self._poll = make_poll()
        self._poll.register(stdin, select.POLLIN)

    def is_coming(self, wait_ms):
        """Returns whether a byte can be read (bool). Waits for one up to ``wait_ms``."""
        for _ in self._poll.ipoll(wait_ms):
            return True
        return False

    def read_next(self, count, crc):
        """Reads the next chunk, after its first byte has arrived.

        Args:
            count: int, its required number of bytes, 1..``size``.
            crc: int, CRC-32 of the file before it.
        Returns:
            The bytes (memoryview, until the next call) and the CRC-32 of the file with them.
        Raises:
            Stray: a line's end or a blank came instead. Only that was read.
            BrokenChunk: it is incomplete, or not the expected one.
        """
        whole = self._buffer[: HEAD_BYTES + count]
        self._stdin.readinto(whole[:1])
        if whole[0] in _OPENINGS:
            raise Stray(whole[0])
        if whole[0] != MARK:
            raise BrokenChunk("The received data is not a block.")
        if not self._read(whole[1:]):
            raise BrokenChunk("A block was cut off.")
        _, sent, sent_crc = struct.unpack_from(HEAD, whole)
        data = whole[HEAD_BYTES:]
        crc = crc32(data, crc)
        if sent != count or sent_crc != crc & 0xFFFFFFFF:
            raise BrokenChunk("A block was damaged on its way.")
        return data, crc

    def _read(self, buffer):
        """Fills ``buffer``. Returns whether all its bytes came from the host (bool)."""
        self._stand_in.begin()
        self._alarm.init(mode=0, period=WHOLE_MS, callback=self._stand_in.ring)
        self._dupterm(self._stand_in)
        try:
            for at in range(0, len(buffer), _READ_BYTES):
                self._stdin.readinto(buffer[at : at + _READ_BYTES])
                if self._stand_in.gave:
                    return False
        finally:
            self._dupterm(None)
            self._alarm.deinit()
        return True

    def throw_away(self):
        """Reads and drops arriving bytes, a chunk at most. Returns whether any came."""
        return self.is_coming(QUIET_MS) and self._read(self._buffer) is not None

    def rounds(self):
        """Returns a range to limit calls of ``throw_away``, because a host can send for ever."""
        return range(_ROUNDS)


def _room():
    """Returns a buffer for the largest chunk that fits in memory. Raises MemoryError."""
    try:
        return bytearray(HEAD_BYTES + CHUNK_BYTES)
    except MemoryError:  # free memory is fragmented
        return bytearray(HEAD_BYTES + SMALL_CHUNK_BYTES)


class StandIn(io.IOBase):
    """Input stream that replaces the port's and ends a read after its time is over."""

    def __init__(self):
        self.late = False  # whether the time is over, so that it supplies zeros
        self.gave = False  # whether a read took zeros

    def begin(self):
        """Supplies no bytes, for a new read."""
        self.late = self.gave = False

    def ring(self, _alarm):
        """Supplies zeros from now on, because the time is over."""
        self.late = True

    def readinto(self, buffer):
        """Supplies a zero, or None while time is left."""
        if not self.late:
            return None
        self.gave = True
        buffer[0] = 0
        return 1

    def write(self, data):
        """Drops printed output."""
        return len(data)

    def ioctl(self, _request, _argument):
        """Has no condition to wait for."""
        return 0
