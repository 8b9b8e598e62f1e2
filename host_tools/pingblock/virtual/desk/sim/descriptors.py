"""The private line of the unix port: two file descriptors, each batch after its length."""

import os
import struct

_BATCH_BYTES = 32768  # a firmware that spins plays half a second in pieces of one sample
_line_in = None
_line_out = None
_outgoing = bytearray(4)  # the length of the batch, then its records


def open_line(number):
    """Opens the file descriptor that the host handed over."""
    global _line_in, _line_out
    _line_in = open(number, "rb")  # noqa: SIM115
    _line_out = open(number, "wb")  # noqa: SIM115


def put(kind, at_ns, payload):
    """Queues a record; a long batch leaves at once, as a worn heap may lack room for more."""
    _outgoing.extend(struct.pack("<BqI", ord(kind), at_ns, len(payload)))
    _outgoing.extend(payload)
    if len(_outgoing) > _BATCH_BYTES:
        flush()


def flush():
    """Sends all that is queued."""
    global _outgoing
    struct.pack_into("<I", _outgoing, 0, len(_outgoing) - 4)
    _line_out.write(_outgoing)
    _outgoing = bytearray(4)


def _read(count):
    data = _line_in.read(count)
    while len(data) < count:
        more = _line_in.read(count - len(data))
        if not more:
            os.system("kill -9 $PPID")  # the host is gone; no exception must be swallowed here
        data += more
    return data


def receive():
    """Waits for a batch from the host; returns it without its length."""
    return _read(struct.unpack("<I", _read(4))[0])
