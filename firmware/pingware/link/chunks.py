"""Chunks of a file, as they come from the host behind a ``put``: length, CRC-32, raw bytes.

One at a time: the host sends the next when an event has reported how far the file has come. Each
begins with ``MARK``, as no line does, and its CRC is that of the file up to the chunk's end.

Bytes are taken by blocking reads of a known length, as every other way costs 30 us a byte and not
8. A host that dies in the middle would hold that up for ever: so, after an alarm, a stand-in for
the port delivers what is missing, and the chunk is no good. It is asked only where there is no
byte of the host: a slow device loses nothing.
Source: MicroPython, ``ports/rp2/mphalport.c``: a read that finds no byte asks ``os.dupterm``.
"""

import io
import select
import struct
from binascii import crc32

from pingware.shared.chunk_format import CHUNK_BYTES, HEAD, HEAD_BYTES, MARK, SMALL_CHUNK_BYTES

WHOLE_MS = 40  # from then on no more is waited for; a chunk takes 34 ms to read
QUIET_MS = 20  # without a byte: nothing is on its way any more
_OPENINGS = b"\n\r "  # a program that has just opened the port sends one first
_READ_BYTES = 512  # of one read, which a stand-in can fill in 14 ms
_ROUNDS = 8  # of what is thrown away, each a chunk at most


class BrokenChunk(ValueError):
    """The bytes are not a chunk, or not the next one."""


class Stray(Exception):
    """A line is where a chunk should begin, so the host has given up: ``byte`` (int) opens it."""

    def __init__(self, byte):
        super().__init__("No block came: the host has ended the transfer.")
        self.byte = byte


class Chunks:
    """Reader of chunks of at most ``size`` bytes.

    Args:
        stdin: byte stream with ``readinto``.
        dupterm: ``os.dupterm``.
        alarm: ``machine.Timer``, not running.
        make_poll: callable without arguments; ``select.poll``.
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
        """Returns whether there is a byte to read (bool); waits for one up to ``wait_ms``."""
        for _ in self._poll.ipoll(wait_ms):
            return True
        return False

    def read_next(self, count, crc):
        """Reads the next chunk, of which something has come already.

        Args:
            count: int, bytes that it must hold, 1..``size``.
            crc: int, CRC-32 of the file before it.
        Returns:
            The bytes (memoryview, until the next call) and the CRC-32 of the file with them.
        Raises:
            Stray: a line's end, or a blank, came in its place; no more was read.
            BrokenChunk: it is not whole, or not the one that must come.
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
        """Fills ``buffer``; returns whether all its bytes are the host's (bool)."""
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
        """Reads what is on its way into nothing, a chunk at most. Returns whether it did."""
        return self.is_coming(QUIET_MS) and self._read(self._buffer) is not None

    def rounds(self):
        """Returns a range: so often to call ``throw_away``, though the host may send for ever."""
        return range(_ROUNDS)


def _room():
    """Returns a buffer for the largest chunk that memory allows. Raises MemoryError: for none."""
    try:
        return bytearray(HEAD_BYTES + CHUNK_BYTES)
    except MemoryError:  # it is in pieces
        return bytearray(HEAD_BYTES + SMALL_CHUNK_BYTES)


class StandIn(io.IOBase):
    """Input stream in place of the port's, which ends a read whose time is over."""

    def __init__(self):
        self.late = False  # from now on it gives
        self.gave = False  # it was asked then

    def begin(self):
        """Gives nothing, for a new read."""
        self.late = self.gave = False

    def ring(self, _alarm):
        """Gives zeros from now on: the time is over."""
        self.late = True

    def readinto(self, buffer):
        """Gives one zero, or None while there is time left."""
        if not self.late:
            return None
        self.gave = True
        buffer[0] = 0
        return 1

    def write(self, data):
        """Takes what is printed meanwhile, and drops it."""
        return len(data)

    def ioctl(self, _request, _argument):
        """Has nothing to wait for."""
        return 0
