"""The private line to the desk engine on the host: batches of records, little-endian.

A batch is a 4-byte length and then records: kind (1 byte), time in ns (8), payload length (4),
payload. ``pingblock.virtual.desk.messages`` is the other end and lists the kinds.
"""

import os
import struct

from sim.clock import clock

_RECORD = "<BqI"
_RECORD_SIZE = 13
_BATCH_BYTES = 32768  # a firmware that spins plays half a second in pieces of one sample
_line_in = None
_line_out = None
_outgoing = bytearray(4)  # the length of the batch, then its records
on_input = {}  # kind -> function(payload), called when its time has come


def open_line(number):
    """Opens the file descriptor that the host handed over."""
    global _line_in, _line_out
    _line_in = open(number, "rb")  # noqa: SIM115
    _line_out = open(number, "wb")  # noqa: SIM115


def send(kind, payload=b""):
    """Queues a record with the present time; it leaves at the next flush."""
    clock.catch_up()
    send_at(kind, clock.now_ns, payload)


def send_at(kind, at_ns, payload):
    """Queues a record with a time of its own (speaker samples already played).

    A long batch leaves at once: a large buffer may find no room in a worn heap.
    """
    _outgoing.extend(struct.pack(_RECORD, ord(kind), at_ns, len(payload)))
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
    """Waits for a batch from the host; returns a list of (kind, at_ns, payload)."""
    batch = _read(struct.unpack("<I", _read(4))[0])
    records = []
    place = 0
    while place < len(batch):
        kind, at_ns, size = struct.unpack_from(_RECORD, batch, place)
        place += _RECORD_SIZE
        records.append((chr(kind), at_ns, batch[place : place + size]))
        place += size
    return records


def ask(kind, payload):
    """Sends a question and waits for the answer's payload."""
    send(kind, payload)
    flush()
    return receive()[0][2]


def sync():
    """Reports to the host that its horizon is reached; takes new inputs and the next horizon."""
    send("D")
    flush()
    for kind, at_ns, payload in receive():
        if kind == "R":
            clock.set_horizon(at_ns)
        else:
            clock.at(at_ns, on_input[kind], payload)


def _final(kind, payload):
    """Sends the last record of this process and waits for the host to end it."""
    send(kind, payload)
    flush()
    while True:
        receive()


def reset(cause, state):
    """The chip starts again: the host replaces this process."""
    _final("!", bytes([len(cause)]) + cause.encode() + state)


def fault(text):
    """The firmware did what no real board would forgive: the host raises an error."""
    _final("F", text.encode())


def crash(text):
    """Reports an uncaught exception; the firmware's serial output gets it too."""
    from sim import serial

    send("X", text.encode())
    serial.write(text.replace("\n", "\r\n").encode())


clock.sync = sync
