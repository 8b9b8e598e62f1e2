"""Lines for the host: a bounded queue, written only when the write does not wait.

A write of n bytes waits up to 500 ms when fewer than n are free, but the poll reports ready from
one free byte on. So every line is padded to a multiple of ``PACKET_BYTES``, which divides the
port's 256-byte buffer, and only whole packets are written: if any byte is free, a packet is. Bytes
of another writer (a traceback) can break that once. The write then falls short, and empty lines
pad the rest of the line to whole packets again.

It writes only while a program has the port open, and it does not continue a line in another
session. Events begin again after an empty line. Answers are dropped, because no program waits for
them any more. Source: MicroPython, ``shared/tinyusb/mp_usbd_cdc.c``.
"""

import select

from pingware.shared import protocol

PACKET_BYTES = 64  # one full-speed USB packet
FLUSH_PACKETS = 4  # of one `flush`: as much as the port's buffer holds, 2 ms of the processor
QUEUE_MAX_LINES = 16


class Outbox:
    """Queue of lines for the host.

    Args:
        stdout: byte stream with ``write``.
        port: ``boards.usb_port_rp2.UsbPort``.
        make_poll: callable without arguments, for example ``select.poll``.
    """

    def __init__(self, stdout, port, make_poll):
        self._stdout = stdout
        self._port = port
        self._session = port.session
        self._make_poll = make_poll
        self.writable = None  # poll of the stream, from ``open`` on
        self._queue = []  # (is an answer with an id, line)
        self._sent = 0  # sent bytes of the first line
        self.dropped = 0  # lines that were dropped because the host did not read

    def open(self):
        """Starts watching the stream."""
        self.writable = self._make_poll()
        self.writable.register(self._stdout, select.POLLOUT)

    def put(self, message):
        """Queues a message (dict). If the queue is full, it drops the least important line.

        Events and answers without an id are dropped before answers with an id, older ones before
        younger ones. A partly sent line stays. A message that cannot be written, for example a too
        long one, becomes an error with the code ``unsendable``, because a slip of ours must not
        stop the device.
        """
        try:
            line = protocol.encode(message, PACKET_BYTES)
        except (ValueError, MemoryError) as wrong:
            refusal = protocol.error(message.get("id"), "unsendable", str(wrong))
            line = protocol.encode(refusal, PACKET_BYTES)
        self.put_line(line, message.get("id") is not None)

    def put_line(self, line, answer):
        """Queues a line (bytes) of ``protocol.encode``, padded to ``PACKET_BYTES``.

        Args:
            answer: bool, whether a program waits for it, so that other lines are dropped first.
        """
        if self._session != self._port.session:
            self._renew()
        self._queue.append((answer, line))
        if len(self._queue) > QUEUE_MAX_LINES:
            self._drop_one()

    def _drop_one(self):
        first = 1 if self._sent else 0
        victim = first
        for place in range(first, len(self._queue)):
            if not self._queue[place][0]:
                victim = place
                break
        del self._queue[victim]
        self.dropped += 1

    @property
    def pending(self):
        """Number of waiting lines (int)."""
        return len(self._queue)

    def flush(self):
        """Sends as much as the host can take, at most ``FLUSH_PACKETS``, without waiting.

        Returns:
            int, number of waiting lines.
        """
        for _ in range(FLUSH_PACKETS):
            if not (self._queue and self.ready() and self._queue):  # ``ready`` may drop lines
                break
            self._write_packet()
        return self.pending

    def ready(self):
        """Returns whether a program has the port open and a packet fits (bool)."""
        opened = self._port.opened()
        if self._session != self._port.session:
            self._renew()
        return opened and is_ready(self.writable)

    def _renew(self):
        """Drops the lines of an earlier session."""
        self._session = self._port.session
        for place in range(len(self._queue) - 1, -1, -1):
            if self._queue[place][0]:
                del self._queue[place]
        if self._sent:
            self._sent = 0
            self._queue.insert(0, (False, b"\n" * PACKET_BYTES))

    def _write_packet(self):
        answer, line = self._queue[0]
        packet = memoryview(line)[self._sent : self._sent + PACKET_BYTES]
        written = self._stdout.write(packet) or 0
        self._sent += written
        if 0 < written < len(packet):  # the buffer is full, so whole packets start from here
            line += b"\n" * ((self._sent - len(line)) % PACKET_BYTES)
            self._queue[0] = (answer, line)
        if self._sent == len(line):
            self._queue.pop(0)
            self._sent = 0


def is_ready(poll):
    """Returns whether a poll reports that its stream is ready (bool)."""
    for _ in poll.ipoll(0):
        return True
    return False
