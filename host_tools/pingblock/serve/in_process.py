"""A virtual device inside this program, for ``--port virtual``, instead of a Pico.

It runs in real time while a program reads its port, and a program that waits for an answer always
reads. ``virtual`` is the user's own block, which is stored when the port is closed.
"""

from __future__ import annotations

import atexit
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack

from pingblock.block.owning import ENGINE, NEW, PORT, own, running
from pingblock.common.owner import Holder, Owner
from pingblock.common.plain_text import say
from pingblock.common.stream import POLL_S
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.serve.launch import start
from pingblock.serve.served_block import ServedBlock
from pingblock.serve.server import Server
from pingblock.virtual.engines import ENGINES, choose
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.pacer import GIVE_UP_MS, Clock
from pingblock.virtual.virtual_device import Bench

_NAP_S = 0.001
_NEW = "new"
_NAMES = "A port is 'virtual', 'virtual:ENGINE', 'virtual:new' or 'virtual:new:ENGINE'."


class InProcess:
    """Implements ``common.stream.Stream``, and the listener that connects this program to the
    device.

    Args:
        bench: a virtual device that has started.
        line: forwards between the parts of the device and this object.
        clock: returns seconds, and never goes back.
        nap: sleeps for a number of seconds.
        at_end: called once, before the bench is closed.
    """

    name = "virtual"

    def __init__(
        self,
        bench: Bench,
        line: SerialForwarder,
        clock: Clock = time.monotonic,
        nap: Callable[[float], None] = time.sleep,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._at_end = at_end
        self._bench = bench
        self._clock = clock
        self._nap = nap
        self._to_device = b""
        self._to_host = b""
        self._left_s = clock()  # time of the last read
        self._away_s = 0.0
        self._hands: deque[Callable[[Bench], None]] = deque()
        # The pauses in which the program did not read do not count.
        self._server = Server(bench, line, [self], say, lambda: clock() - self._away_s)
        self._server.step()

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once. A program can also wait with this instead of reading."""
        if not self._to_host:
            self._come_back()
            self._server.step()
            self._left_s = self._clock()
        return len(self._to_host)

    def read(self, size: int = 1, /) -> bytes:
        """Returns up to ``size`` bytes, or b"" if no byte comes soon."""
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
        """Moves a button, the lever or the cable at the next read. Any thread can call it."""
        self._hands.append(act)

    def _come_back(self) -> float:
        """Does not count the time since the last read, for example while a person was asked."""
        now_s = self._clock()
        if (now_s - self._left_s) * 1000 > GIVE_UP_MS:
            self._away_s += now_s - self._left_s
        return now_s

    def write(self, data: bytes, /) -> int:
        """Accepts all bytes. The device reads them in its own time."""
        self._to_device += data
        return len(data)

    def close(self) -> None:
        """Stops the device, and stores the user's own block. It can be called twice."""
        end, self._at_end = self._at_end, None
        try:
            if end:
                end()
        finally:
            self._bench.close()

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
        """See ``Connection.fileno``. There is no file to wait for."""
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


def open_virtual(name: str) -> InProcess | str:
    """Opens a virtual device by the name of its port.

    Args:
        name: ``virtual`` for the user's own block, or ``virtual:new`` for a new block that is not
            stored. To choose an engine of ``ENGINES``, append its name, such as ``:wasm``.

    Returns:
        The port of the device. If another program runs the user's own block, the URL of that
        program's port.

    Raises:
        BadInput: the engine is unknown, or the block runs on another engine.
        PortBusy: another program has the block.
        Unavailable: the engine cannot run here.
    """
    fresh, engine = _words(name)
    if fresh:
        return _opened(engine, None)
    try:
        owner = own(PORT)
    except BadInput as fault:  # The folder of the store cannot be used.
        raise BadInput(f"{fault} {NEW}.") from None
    if isinstance(owner, Holder):
        return _url_of(owner, engine)
    return _opened(engine, owner)


def engine_of(name: str) -> str:
    """Returns the engine on which the virtual device runs now, or would run.

    Raises:
        BadInput: the engine is unknown.
        Unavailable: no engine can run here.
    """
    fresh, engine = _words(name)
    holder = None if fresh else running()
    return engine or (holder.says[ENGINE] if holder else choose(None).name)


def _words(name: str) -> tuple[bool, str | None]:
    """Returns whether the name of a port means a new block, and its engine."""
    words = name.split(":")[1:]
    fresh = words[:1] == [_NEW]
    engine = ":".join(words[fresh:]) or None
    if engine and engine not in ENGINES:
        raise BadInput(no_such("engine", engine, ENGINES) + f" {_NAMES}")
    return fresh, engine


def _url_of(holder: Holder, engine: str | None) -> str:
    runs = holder.says.get(ENGINE)
    if engine not in (None, runs):
        raise BadInput(
            f"The virtual block runs on the engine {runs}, and is in use by {holder}. Name it"
            f" 'virtual', or stop that first to open it on {engine}."
        )
    return holder.says[PORT]


def _opened(engine: str | None, owner: Owner | None) -> InProcess:
    line = SerialForwarder()
    with ExitStack() as stack:
        if owner:
            stack.callback(owner.release)
        block = ServedBlock(owner)
        chosen = choose(engine)
        if chosen.note:
            say(chosen.note)
        bench = stack.enter_context(block.opened(chosen.name, None, line.in_front))
        start(bench, lambda: False)

        def store() -> None:
            atexit.unregister(port.close)
            block.keeper.changed()
            try:
                block.store_or_say()
            finally:
                block.close()

        port = InProcess(bench, line, at_end=store)
        atexit.register(port.close)  # This is for programs that do not close the port.
        stack.pop_all()
    return port
