"""The private line to the desk engine on the host: batches of records, little-endian.

A batch consists of records: kind (1 byte), time in ns (8), payload length (4), payload.
``pingblock.virtual.desk.messages`` is the other end and lists the kinds.
"""

try:
    import _engine as line
except ImportError:  # the unix port
    from sim import descriptors as line
from sim.clock import clock

on_input = {}  # kind -> function(payload), which is called when the input is due
put = line.put
flush = line.flush  # for a host that must see the records while the firmware is in an endless loop
receive = line.receive  # sends the queue and waits for a batch: [(kind, at_ns, payload)]


def send(kind, payload=b""):
    """Queues a record with the present time. It is sent at the next flush."""
    clock.catch_up()
    send_at(kind, clock.now_ns, payload)


def send_at(kind, at_ns, payload):
    """Queues a record with another time (speaker samples that were already played)."""
    put(kind, at_ns, payload)


def ask(kind, payload):
    """Sends a question and waits for the answer's payload."""
    send(kind, payload)
    return receive()[0][2]


def sync():
    """Reports to the host that its horizon is reached. Takes new inputs and the next horizon."""
    send("D")
    for kind, at_ns, payload in receive():
        if kind == "R":
            clock.set_horizon(at_ns)
        else:
            clock.at(at_ns, on_input[kind], payload)


def _final(kind, payload):
    """Sends the last record of this process and waits until the host ends it."""
    send(kind, payload)
    while True:
        receive()


def reset(cause, state):
    """Starts the chip again: the host replaces this process."""
    _final("!", bytes([len(cause)]) + cause.encode() + state)


def fault(text):
    """Reports an error of the firmware that real hardware would not forgive.

    The host raises it.
    """
    _final("F", text.encode())


def crash(text):
    """Reports an uncaught exception. The firmware's serial output gets it, too."""
    from sim import serial

    send("X", text.encode())
    serial.write(text.replace("\n", "\r\n").encode())


clock.on_input, clock.sync = on_input, sync
