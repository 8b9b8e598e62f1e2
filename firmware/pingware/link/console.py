"""The console: bytes of the USB serial port in and out, without waiting for the host.

Streams and the poll factory are arguments. This module does not print, sleep or need asyncio.

It reads single bytes that are known to be available, because the stream's ``readline`` would block
everything until the newline. ``Outbox`` is a bounded queue of lines for the host, written only
when the write does not wait.

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

from pingware.shared import protocol, strict_json
from pingware.shared.ticks import diff

PACKET_BYTES = 64  # one full-speed USB packet
FLUSH_PACKETS = 4  # most packets in one `flush`: the port's buffer, 2 ms of the processor
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
        long one, becomes an error with the code ``unsendable``, because an error in the firmware
        must not stop the device.
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
            if not (self._queue and self.ready() and self._queue):  # ``ready`` can drop lines
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


try:
    import micropython
except ImportError:  # CPython, in tests: it has no native code

    class micropython:  # type: ignore[no-redef]
        native = staticmethod(lambda function: function)


READ_MAX_BYTES = 128  # in one `drain`: about 4 ms of the processor
# before the request to leave. mpremote and people keep it, but random bytes do not.
SILENCE_MS = 100
_NEWLINE = 10
_RETURN = 13  # also ends a line, because many terminals send only this
_CTRL_C = 3
_LINE_END_BYTES = 2
NO_MEMORY = "No memory is left for this: restart the device and ask again."


class Console:
    """Lines of the protocol over a pair of streams.

    Args:
        stdin: byte stream with ``readinto``, ``sys.stdin.buffer`` (the text stream turns a
            carriage return into a newline).
        stdout: byte stream with ``write``, ``sys.stdout.buffer``.
        declarations: ``shared.declarations.Declarations``, the known requests.
        kbd_intr: callable(int). -1 lets Ctrl-C through as a byte, 3 makes it interrupt.
        port: ``boards.usb_port_rp2.UsbPort``.
        make_poll: callable without arguments, for example ``select.poll``.
    """

    def __init__(self, stdin, stdout, declarations, kbd_intr, port, make_poll=select.poll):
        self._declarations = declarations
        self._port = port
        self._session = port.session
        self._stdin = stdin
        self._kbd_intr = kbd_intr
        self._make_poll = make_poll
        self._readable = None
        self._byte = bytearray(1)
        self._line = bytearray(protocol.MAX_LINE_BYTES + _LINE_END_BYTES)
        self._filled = 0
        self._overlong = False  # the line was already reported, so its rest is skipped
        self._last_ms = None  # time of the last byte. None = silence
        # whether more input was ready at the end of a read, so the next byte came at once
        self._more = False
        self._returned = False  # whether the last line end was a return after a silence
        self.outbox = Outbox(stdout, port, make_poll)
        self.refused = 0  # lines of the host that were not requests

    def open(self):
        """Takes the port over: from now on Ctrl-C is a normal byte."""
        self._readable = self._make_poll()
        self._readable.register(self._stdin, select.POLLIN)
        self.outbox.open()
        self._kbd_intr(-1)

    def close(self):
        """Returns the port to the prompt, where Ctrl-C interrupts. It can be called twice."""
        self._kbd_intr(_CTRL_C)

    def drain(self, now_ms):
        """Reads available bytes, at most ``READ_MAX_BYTES``. It answers wrong lines itself.

        Args:
            now_ms: ticks.
        Returns:
            requests (list of dict, see ``shared.protocol``), empty without a complete line.
        Raises:
            KeyboardInterrupt: the host asks for the prompt, by a carriage return and Ctrl-C after
                ``SILENCE_MS`` without a byte.
        """
        requests: list = []
        self._port.opened()  # notices a new session
        if self._session != self._port.session:  # the rest of a line will not arrive
            self._session = self._port.session
            self._forget_line()
        left = READ_MAX_BYTES
        while left:
            start = self._filled
            end = min(start + left, len(self._line))
            count = _pull(self._readable, self._stdin.readinto, self._byte, self._line, start, end)
            self._listen(start, count, now_ms)
            if not count:
                break
            left -= count
            self._filled += count
            self._take_line(requests)
        if left < READ_MAX_BYTES:
            self._port.heard()
        self._more = not left
        return requests

    def _listen(self, start, count, now_ms):
        """Watches for a carriage return after a silence, followed by Ctrl-C.

        Both end the read in ``_pull``, so that bytes after Ctrl-C reach the prompt.
        """
        silent = self._last_ms is None or diff(now_ms, self._last_ms) > SILENCE_MS
        fresh = silent and not self._more
        self._last_ms = now_ms if count else (None if fresh else self._last_ms)
        if not count:
            return
        byte = self._line[start]
        if self._returned and byte == _CTRL_C:
            self._forget_line()
            raise KeyboardInterrupt
        follows = self._returned and byte == _NEWLINE
        self._returned = follows or (fresh and byte == _RETURN)

    def _forget_line(self):
        self._returned = self._overlong = False
        self._filled = 0

    def _take_line(self, requests):
        """Handles a complete line, or drops it if it cannot be completed."""
        if self._line[self._filled - 1] in (_NEWLINE, _RETURN):
            filled, self._filled = self._filled, 0
            if not self._overlong:
                self._take_request(memoryview(self._line)[:filled], requests)
            self._overlong = False
        elif self._filled == len(self._line):
            self._filled = 0
            if not self._overlong:
                self._overlong = True
                self._refuse(protocol.too_long())

    def _take_request(self, line, requests):
        try:
            raw = bytes(line).strip()
            if not raw:
                return
            message = protocol.decode(raw, self._declarations, strict_json.LINE_WORK, True)
        except protocol.ProtocolError as wrong:
            self._refuse(wrong)
            return
        except MemoryError:
            self._refuse(protocol.ProtocolError("no_memory", NO_MEMORY))
            return
        if "do" in message:
            requests.append(message)
        else:
            self._refuse(protocol.no_request(message))

    def checked(self, request):
        """Checks a request whose declaration was loaded late. Counts a refused one.

        Args:
            request: dict of ``drain``.

        Raises:
            ProtocolError: the error in the request.
        """
        try:
            protocol.checked(request, self._declarations)
        except protocol.ProtocolError:
            self.refused += 1
            raise

    def _refuse(self, wrong):
        self.refused += 1
        self.send(wrong.reply())

    def heard(self, now_ms):
        """Notes that another reader has read bytes until now (ticks), so it was not silent."""
        self._last_ms = now_ms

    def push(self, byte, now_ms):
        """Takes a byte of an empty line that another reader has read.

        Args:
            byte: int, ``\\n``, ``\\r`` or a blank.
            now_ms: ticks.
        """
        self._line[0] = byte
        self._listen(0, 1, now_ms)

    def send(self, message):
        """Queues a message (dict) for the host, see ``link.console``."""
        self.outbox.put(message)

    def send_json(self, body):
        """Queues the JSON of an urgent message (bytes) without the time to encode it."""
        self.outbox.put_line(protocol.sealed(body, PACKET_BYTES), True)

    def waits(self):
        """Returns whether input is available, and whether the host takes no output."""
        outbox = self.outbox
        return is_ready(self._readable), outbox.pending and not outbox.ready()


@micropython.native
def _pull(poll, readinto, one, line, at, end):
    """Reads available bytes into ``line[at:end]``, up to a line end or Ctrl-C.

    Returns their number. It is native code with one loop, because it runs once a byte.
    """
    start = at
    while at < end:
        ready = False
        for _ in poll.ipoll(0):
            ready = True
        if not (ready and readinto(one)):
            break
        line[at] = one[0]
        at += 1
        byte = one[0]
        if byte == 10 or byte == 13 or byte == 3:
            break
    return at - start
