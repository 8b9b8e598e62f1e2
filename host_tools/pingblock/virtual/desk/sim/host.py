"""The link to the desk engine on the host: batches of records, little-endian.

A batch consists of records: kind (1 byte), time in ns (8), payload length (4), payload.
``pingblock.virtual.desk.messages`` is the other end and lists the kinds.
"""

try:
    import _engine as line
except ImportError:  # the unix port
    from sim import descriptors as line
from sim.clock import clock

on_input = {}  # kind -> function(payload), called when the input is due
put = line.put
# sends the queue at once, so that the host sees the records of firmware in an endless loop
flush = line.flush
receive = line.receive  # sends the queue and waits for a batch: [(kind, at_ns, payload)]


def send(kind, payload=b""):
    """Queues a record with the current time. The next flush sends it."""
    clock.catch_up()
    send_at(kind, clock.now_ns, payload)


def send_at(kind, at_ns, payload):
    """Queues a record with another time, for speaker samples that were already played."""
    put(kind, at_ns, payload)


def ask(kind, payload):
    """Sends a question, and waits for the payload of the answer."""
    send(kind, payload)
    return receive()[0][2]


def sync():
    """Tells the host that its horizon is reached. Receives new inputs and the next horizon."""
    send("D")
    for kind, at_ns, payload in receive():
        if kind == "R":
            clock.set_horizon(at_ns)
        else:
            clock.at(at_ns, on_input[kind], payload)


def _final(kind, payload):
    """Sends the last record of this process, then waits until the host ends the process."""
    send(kind, payload)
    while True:
        receive()


def reset(cause, state):
    """Resets the chip: the host replaces this process."""
    _final("!", bytes([len(cause)]) + cause.encode() + state)


def fault(text):
    """Reports a firmware error that would also be an error on real hardware.

    The host raises it as an exception.
    """
    _final("F", text.encode())


def crash(text):
    """Reports an uncaught exception, also to the firmware's serial output."""
    from sim import serial

    send("X", text.encode())
    serial.write(text.replace("\n", "\r\n").encode())


clock.on_input, clock.sync = on_input, sync
