"""Starts the listeners, and then a virtual device whose firmware has started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from pingblock.common.endings import ending
from pingblock.errors import PingblockError
from pingblock.serve.listener import Listener
from pingblock.serve.pty_listener import PtyListener, available
from pingblock.serve.served_block import served_block
from pingblock.serve.server import Say, Server
from pingblock.serve.tcp_listener import TcpListener
from pingblock.virtual.engines import check_sealed
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench

START_STEP_MS, START_LIMIT_MS = 10.0, 5000.0
RESTART_MS = 1000.0  # A restart takes a fifth of this.

Ready = Callable[[str | None, str | None], None]


def serve(
    engine: str,
    seed: int | None,
    tcp: int | None,
    pty: bool,
    ready: Ready,
    say: Say,
    token: str = "",
    fresh: bool = False,
) -> None:
    """Serves the user's virtual block until SIGINT, SIGTERM or SIGHUP.

    Args:
        engine: name of the engine. The desk is allowed only for a pseudo terminal.
        seed: makes the draws repeatable, or None.
        tcp: number of the TCP port, 0 for any free port, or None for no port.
        pty: whether to offer a pseudo terminal. Without ``tcp`` and ``pty``, both are offered.
        ready: called after the start with the URL and the terminal's name, or None for each.
        say, token: ``say`` is called with sentences. For ``token`` see ``TcpListener``.
        fresh: whether to serve a new block, which is not stored.

    Raises:
        PortBusy: another program has the user's block.
        BadInput: the TCP port is in use, the token is wrong, or the desk has a TCP port.
        PingblockError: this engine cannot run here, or it stopped again right after a restart.
    """
    line = SerialForwarder()
    with _until_signal() as stopped, ExitStack() as stack:
        url, terminal = _listeners(engine, tcp, pty, stack, token)
        block = stack.enter_context(served_block(fresh))
        bench = stack.enter_context(block.opened(engine, seed, line.in_front))
        with _engine_errors(engine):
            start(bench, stopped)
        ways = (url, terminal, block.offer(engine))
        if not stopped():
            ready(*(way.name if way else None for way in ways[:2]))
        server = Server(bench, line, [way for way in ways if way], say, keeper=block.keeper)
        with _engine_errors(engine):
            _stay(server, bench, say, block.storing(stopped))
            block.store()


def start(bench: Bench, stopped: Callable[[], bool]) -> None:
    """Runs the device as fast as possible until its firmware sends its hello, or ``stopped()``.

    Raises:
        PingblockError: no hello came within five emulated seconds.
    """
    while not stopped() and not bench.events("hello"):
        if bench.now_ms >= START_LIMIT_MS:
            raise PingblockError("The firmware did not say hello within 5 s.")
        bench.advance(START_STEP_MS)


def _stay(server: Server, bench: Bench, say: Say, stopped: Callable[[], bool]) -> None:
    """Restarts the device after a program stopped it, unless it stops again at once."""
    again_ms = 0.0
    while not stopped():
        try:
            server.run(stopped)
        except Exception as error:
            if bench.now_ms < again_ms:
                raise
            why = str(error) if isinstance(error, PingblockError) else repr(error)
            server.start_anew()
            # The firmware must be running when the next program connects, as after the first
            # start.
            bench.advance(RESTART_MS)
            again_ms = bench.now_ms + START_LIMIT_MS
            say(
                f"The {bench.engine.name} engine stopped, so the virtual device was "
                f"restarted: {why}"
            )


def _listeners(
    engine: str, tcp: int | None, pty: bool, stack: ExitStack, token: str
) -> tuple[Listener | None, Listener | None]:
    both = tcp is None and not pty
    if both or tcp is not None:
        check_sealed(engine, "a TCP port")
    url = TcpListener(tcp or 0, token) if both or tcp is not None else None
    if url:
        stack.callback(url.close)
    terminal = PtyListener() if pty or (both and available()) else None
    if terminal:
        stack.callback(terminal.close)
    return url, terminal


@contextmanager
def _until_signal() -> Iterator[Callable[[], bool]]:
    """Yields a function that returns whether a signal asked this program to end.

    Meanwhile, these signals do not end the process.
    """
    came = threading.Event()

    def note(_number: int, _frame: FrameType | None) -> None:
        came.set()

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, *ending())}
    try:
        yield came.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _engine_errors(engine: str) -> Iterator[None]:
    try:
        yield
    except PingblockError:
        raise
    except Exception as error:
        raise PingblockError(f"The {engine} engine stopped: {error!r}.") from error
