"""The console: bytes of the USB serial port in and out, without ever waiting for the host.

Streams and the poll factory are handed in. Nothing here prints, sleeps or needs asyncio.

Reading takes single bytes that are known to be there: the stream's ``readline`` would hold up
everything until the newline. Writing is left to ``link.outbox``.
"""

import select

from pingware.link.outbox import PACKET_BYTES, Outbox, is_ready
from pingware.shared import protocol, strict_json
from pingware.shared.ticks import diff

try:
    import micropython
except ImportError:  # CPython, in tests: nothing there makes native code

    class micropython:  # type: ignore[no-redef]
        native = staticmethod(lambda function: function)


READ_MAX_BYTES = 128  # of one `drain`: about 4 ms of the processor
SILENCE_MS = 100  # before the wish to leave; mpremote and people keep it, random bytes do not
_NEWLINE = 10
_RETURN = 13  # ends a line as well: it is all that many terminals send
_CTRL_C = 3
_LINE_END_BYTES = 2
NO_MEMORY = "No memory is left for this: restart the device and ask again."


class Console:
    """Lines of the protocol over a pair of streams.

    Args:
        stdin: byte stream with ``readinto``; ``sys.stdin.buffer`` (the text stream turns a
            carriage return into a newline).
        stdout: byte stream with ``write``; ``sys.stdout.buffer``.
        declarations: ``shared.declarations.Declarations``: which requests there are.
        kbd_intr: callable(int); -1 lets Ctrl-C through as a byte, 3 makes it interrupt.
        port: ``boards.usb_port_rp2.UsbPort``.
        make_poll: callable without arguments; ``select.poll``.
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
        self._overlong = False  # the line was reported already: skip to its end
        self._last_ms = None  # when the last byte came; None = silence
        self._more = False  # was there when reading ended: what is read next came at once
        self._returned = False  # the last line end came with a return after a silence
        self.outbox = Outbox(stdout, port, make_poll)
        self.refused = 0  # lines of the host that were no request

    def open(self):
        """Takes the port over: from now on Ctrl-C is a byte like others."""
        self._readable = self._make_poll()
        self._readable.register(self._stdin, select.POLLIN)
        self.outbox.open()
        self._kbd_intr(-1)

    def close(self):
        """Gives the port back to the prompt, where Ctrl-C interrupts. Safe to call twice."""
        self._kbd_intr(_CTRL_C)

    def drain(self, now_ms):
        """Reads what is there, at most ``READ_MAX_BYTES``; answers wrong lines itself.

        Args:
            now_ms: ticks.
        Returns:
            requests (list of dict, see ``shared.protocol``); empty if no line was completed.
        Raises:
            KeyboardInterrupt: the host wants the prompt: a carriage return and Ctrl-C after
                ``SILENCE_MS`` without a byte.
        """
        requests: list = []
        self._port.opened()  # a session may have begun
        if self._session != self._port.session:  # the rest of a line will not come any more
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
        """Watches for a carriage return after a silence, and Ctrl-C next.

        Both end what ``_pull`` reads, so that no byte behind Ctrl-C is kept from the prompt.
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
        """Ends the line if it is complete, or gives it up if it cannot be."""
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
        """Checks a request whose declaration was loaded only now; counts a refused one.

        Args:
            request: dict of ``drain``.

        Raises:
            ProtocolError: what is wrong with it.
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
        """Notes that another reader has read bytes until now (ticks), so there was no silence."""
        self._last_ms = now_ms

    def push(self, byte, now_ms):
        """Takes a byte that another reader has read, an empty line's, as if it came here.

        Args:
            byte: int, ``\\n``, ``\\r`` or a blank.
            now_ms: ticks.
        """
        self._line[0] = byte
        self._listen(0, 1, now_ms)

    def send(self, message):
        """Queues a message (dict) for the host, see ``link.outbox``."""
        self.outbox.put(message)

    def send_json(self, body):
        """Queues the JSON of a message (bytes) that somebody waits for: no time to encode it."""
        self.outbox.put_line(protocol.sealed(body, PACKET_BYTES), True)

    def waits(self):
        """Returns whether there is something to read, and whether the host takes nothing."""
        outbox = self.outbox
        return is_ready(self._readable), outbox.pending and not outbox.ready()

    @property
    def pending(self):
        """Number of lines that wait to be sent (int)."""
        return self.outbox.pending

    @property
    def dropped(self):
        """Lines that gave way because the host did not read (int)."""
        return self.outbox.dropped

    def flush(self):
        """Sends what the host has room for, see ``link.outbox``; returns True if more is left."""
        return self.outbox.flush()


@micropython.native
def _pull(poll, readinto, one, line, at, end):
    """Reads bytes that are there into ``line[at:end]``, up to a line end or Ctrl-C.

    Returns how many. Native code, and one loop for all: this runs once a byte.
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
