"""Links the unix port to the host through two file descriptors. Each batch follows its length."""

import os
import struct

# Size of the queue. Firmware in an endless loop can send half a second of sound as single samples.
_BATCH_BYTES = 32768
_RECORD = "<BqI"
_RECORD_SIZE = 13
_line_in = None
_line_out = None
_outgoing = bytearray(4)  # the length of the batch, then its records


def open_line(number):
    """Opens the file descriptor that the host has passed on."""
    global _line_in, _line_out
    _line_in = open(number, "rb")  # noqa: SIM115
    _line_out = open(number, "wb")  # noqa: SIM115


def put(kind, at_ns, payload):
    """Queues a record.

    A long batch is sent at once, because a full heap may have no memory for more.
    """
    _outgoing.extend(struct.pack(_RECORD, ord(kind), at_ns, len(payload)))
    _outgoing.extend(payload)
    if len(_outgoing) > _BATCH_BYTES:
        flush()


def flush():
    """Sends all queued records."""
    global _outgoing
    struct.pack_into("<I", _outgoing, 0, len(_outgoing) - 4)
    _line_out.write(_outgoing)
    _outgoing = bytearray(4)


def _read(count):
    data = _line_in.read(count)
    while len(data) < count:
        more = _line_in.read(count - len(data))
        if not more:
            # The host has ended. The firmware could catch an exception, so this kills the process.
            os.system("kill -9 $PPID")
        data += more
    return data


def receive():
    """Sends the queue and waits for a batch. Returns a list of (kind, at_ns, payload)."""
    flush()
    batch = _read(struct.unpack("<I", _read(4))[0])
    records = []
    place = 0
    while place < len(batch):
        kind, at_ns, size = struct.unpack_from(_RECORD, batch, place)
        place += _RECORD_SIZE
        records.append((chr(kind), at_ns, batch[place : place + size]))
        place += size
    return records
