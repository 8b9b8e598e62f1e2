"""A device at the other end of a stream, in time that passes only during waits."""

from pingblock.common.declared import DECLARATIONS
from pingware.shared import protocol

HELLO = {
    "protocol": protocol.PROTOCOL_VERSION,
    "product": "pingblock",
    "version": "0.1.0",
    "board": "rev_a",
    "uid": "e660583883112233",
    "seeded": False,
    "ended": "",
}
SETTINGS = {"volume": 6, "cap": 10, "chime": 4, "mute_lock": False, "profile": "manual"}
OUTCOME = {"event": "outcome", "outcome": "coins", "coins": 4, "draw": 1, "ms": 5}
POLL_S = 0.05


class Wire:
    """Implements ``common.stream.Stream``. ``replies`` maps requests to answers.

    A reply is a dict for ``ok``, a ProtocolError, a function of the request that returns one of
    these, or None for no answer.
    """

    def __init__(self, **replies):
        self.replies = {"hello": HELLO, "status": {"draws": 0, "settings": SETTINGS}, **replies}
        self.now_s = 0.0
        self.asked = []
        self.closed = 0
        self.fails = None  # an OSError that the port raises from now on
        self.written = b""
        self._to_host = b""

    def clock(self):
        return self.now_s

    @property
    def in_waiting(self):
        return len(self._to_host)

    def read(self, size=1, /):
        if self.fails:
            raise self.fails
        if not self._to_host:
            self.now_s += POLL_S
        data, self._to_host = self._to_host[:size], self._to_host[size:]
        return data

    def write(self, data, /):
        if self.fails:
            raise self.fails
        self.written += data
        if b"{" in data:  # otherwise these are keys for a prompt
            self._answer(protocol.decode(data, DECLARATIONS))
        return len(data)

    def close(self):
        self.closed += 1

    def says(self, text):
        """Sends bytes to the host unchanged."""
        self._to_host += text

    def tells(self, *messages):
        """Sends messages to the host."""
        for message in messages:
            self.says(protocol.encode(message))

    def _answer(self, request):
        self.asked.append({name: request[name] for name in request if name != "id"})
        reply = self.replies[request["do"]]
        reply = reply(request) if callable(reply) else reply
        if isinstance(reply, protocol.ProtocolError):
            self.tells(protocol.error(request["id"], reply.code, reply.say))
        elif reply is not None:
            self.tells(protocol.ok(request["id"], reply))
