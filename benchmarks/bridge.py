"""Connects programs on this computer with a virtual Pico, for any engine and any port.

The clock follows real time while the port is silent. While a program sends, it runs as fast as
possible, so that copying a file does not take as long as on a real Pico.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from benchmarks.ports import Port
from pingblock.virtual.engine import Engine
from pingblock.virtual.forwarder import SerialForwarder

SLICE_US = 1000.0
# A program that waits this long for an answer waits for the device's time to pass. A shorter wait
# is a part of a transfer, because copying a file erases flash, which takes 45 ms for each sector.
TALK_US = 150_000.0
# Emulated time runs ahead of a program that is paused in the middle of a long write. USB would
# have transferred that write as a whole.
LONG_BYTES = 1024
PIECE_S = 0.01


class Bridge:
    """Transports bytes between an engine and a port, and advances the engine's time.

    Args:
        engine: the engine, which reports to ``forwarder``.
        forwarder: the engine's sink, or a sink in front of it.
        port: the port of the program.
        clock: returns seconds, and never goes back.
    """

    def __init__(
        self,
        engine: Engine,
        forwarder: SerialForwarder,
        port: Port,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._forwarder = forwarder
        self._port = port
        self._clock = clock
        self._talked_us = engine.now_us
        self._set_clock()

    def run(self, stopped: Callable[[], bool]) -> None:
        """Serves until ``stopped()`` returns True."""
        while not stopped():
            self.step()

    def step(self) -> None:
        """Lets a slice of emulated time pass. Sleeps if the engine is ahead of real time."""
        data = self._read()
        if data:
            self._engine.send(self._engine.now_us, data)
        self._engine.advance(self._engine.now_us + SLICE_US)
        answer = self._forwarder.take()
        if answer:
            self._port.write(answer)
        if data or answer:
            self._talked_us = self._engine.now_us

    def _read(self) -> bytes:
        """Reads the available bytes. A long write arrives in pieces, which are all read."""
        data = piece = self._port.read(self._ahead_s())
        while piece and len(data) >= LONG_BYTES:
            piece = self._port.read(PIECE_S)
            data += piece
        return data

    def _ahead_s(self) -> float:
        if self._engine.now_us - self._talked_us < TALK_US:
            self._set_clock()
            return 0.0
        ahead_s = (self._engine.now_us - self._start_us) / 1e6 - (self._clock() - self._start_s)
        return max(ahead_s, 0.0)

    def _set_clock(self) -> None:
        self._start_us, self._start_s = self._engine.now_us, self._clock()


@contextmanager
def serving(engine: Engine, forwarder: SerialForwarder, port: Port) -> Iterator[str]:
    """Runs a bridge in a thread. Meanwhile, other code must not use the engine.

    Yields:
        The name of the port for the program.
    """
    stop = Event()
    thread = Thread(target=Bridge(engine, forwarder, port).run, args=(stop.is_set,))
    thread.start()
    try:
        yield port.name
    finally:
        stop.set()
        thread.join()
        port.close()
