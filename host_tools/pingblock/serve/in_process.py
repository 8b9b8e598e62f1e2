"""A virtual device inside this program, for ``--port virtual``: tried like a board, without one.

It runs in real time while its port is read, which is all that a program waiting for an answer
does. Each one is new: it forgets its settings when the program ends.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from secrets import randbits

from pingblock.common.stream import POLL_S
from pingblock.serve.launch import start
from pingblock.serve.server import Server
from pingblock.virtual.bench import Bench, open_bench
from pingblock.virtual.engines import choose
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.pacer import GIVE_UP_MS, Clock

_NAP_S = 0.001


class InProcess:
    """Implements ``common.stream.Stream``, and the listener by which this program came in.

    Args:
        bench: has started.
        line: in front of the bench's parts.
        clock: seconds, never going back.
        nap: lets that many seconds pass.
    """

    name = "virtual"

    def __init__(
        self,
        bench: Bench,
        line: SerialForwarder,
        clock: Clock = time.monotonic,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        self._bench = bench
        self._clock = clock
        self._nap = nap
        self._to_device = b""
        self._to_host = b""
        self._left_s = clock()  # when this program read last
        self._away_s = 0.0
        self._hands: deque[Callable[[Bench], None]] = deque()
        self._server = Server(bench, line, [self], _say, self._attended_s)
        self._server.step()

    # The stream

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._to_host)

    def read(self, size: int = 1, /) -> bytes:
        """Returns up to ``size`` bytes; none if none come soon."""
        until_s = self._come_back() + POLL_S
        while self._hands:
            self._hands.popleft()(self._bench)
        self._server.step()
        while not self._to_host and self._clock() < until_s:
            self._nap(_NAP_S)
            self._server.step()
        data, self._to_host = self._to_host[:size], self._to_host[size:]
        self._left_s = self._clock()
        return data

    def hand(self, act: Callable[[Bench], None]) -> None:
        """Has a hand do something at the device when it is read next; callable from any thread."""
        self._hands.append(act)

    def _attended_s(self) -> float:
        """Returns the time without the pauses in which this program did not read."""
        return self._clock() - self._away_s

    def _come_back(self) -> float:
        """Takes the pause since the last read, such as a question to a person, out of the time."""
        now_s = self._clock()
        if (now_s - self._left_s) * 1000 > GIVE_UP_MS:
            self._away_s += now_s - self._left_s
        return now_s

    def write(self, data: bytes, /) -> int:
        """Takes everything; the device reads it in its own time."""
        self._to_device += data
        return len(data)

    def close(self) -> None:
        """Ends the device. Safe to call twice."""
        self._bench.close()

    # The listener and the connection

    def handles(self) -> list[int]:
        """See ``Listener.handles``."""
        return []

    def answer(self) -> InProcess:
        """See ``Listener.answer``."""
        return self

    def turn_away(self) -> bool:
        """See ``Listener.turn_away``."""
        return False

    def fileno(self) -> int:
        """See ``Connection.fileno``: there is no file to wait for."""
        return -1

    def receive(self, most: int) -> bytes:
        """See ``Connection.receive``."""
        data, self._to_device = self._to_device[:most], self._to_device[most:]
        return data

    def send(self, data: bytes) -> int:
        """See ``Connection.send``."""
        self._to_host += data
        return len(data)

    def hang_up(self) -> None:
        """See ``Connection.hang_up``."""


def open_virtual(engine: str | None) -> InProcess:
    """Starts a virtual device.

    Args:
        engine: a name of ``ENGINES``; None takes what runs here, and says why it is no desk.

    Raises:
        BadInput: there is no such engine.
        Unavailable: it does not run here.
    """
    chosen = choose(engine)
    if chosen.note:
        _say(chosen.note)
    line = SerialForwarder()
    with ExitStack() as stack:
        bench = stack.enter_context(
            open_bench(chosen.name, in_front=line.in_front, entropy=randbits(32))
        )
        start(bench, lambda: False)
        port = InProcess(bench, line)
        stack.pop_all()
    return port


def _say(text: str) -> None:
    print(f"pingblock: {text}", file=sys.stderr, flush=True)
