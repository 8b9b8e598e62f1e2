"""Keeps a virtual device running in real time, and lets one program at a time use its port.

If a program connects or leaves, the device's port opens or closes. If the program stops reading,
the USB host stops reading. The device does not wait for it.
"""

from __future__ import annotations

import math
import select
import time
from collections.abc import Callable, Sequence

from pingblock.block.keeper import Keeper
from pingblock.serve.listener import Connection, Listener
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.pacer import STEP_MS, Clock, Pacer
from pingblock.virtual.virtual_device import Bench

# While a program is connected, the device runs one USB frame at a time, so that answers are sent
# at once.
FRAME_MS = 1.0
IDLE_S = 0.010
TALK_S = 0.25
CHUNK_BYTES = 1024
# After a shorter delay, the device catches up. After a longer one, the time is lost.
LOST_MS = 500.0

Say = Callable[[str], None]


class Server:
    """A device with its listeners.

    Args:
        bench: a virtual device that has started.
        line: forwards between the parts of the device and the connection.
        listeners: the ways to connect. The first that has a waiting program gets the device.
        say: called with sentences for people.
        clock: returns seconds, and never goes back.
        keeper: reads the device's files while they can change.
    """

    def __init__(
        self,
        bench: Bench,
        line: SerialForwarder,
        listeners: Sequence[Listener],
        say: Say,
        clock: Clock = time.monotonic,
        keeper: Keeper | None = None,
    ) -> None:
        self._keeper = keeper
        self._bench = bench
        self._line = line
        self._listeners = listeners
        self._say = say
        self._clock = clock
        self._pacer = Pacer(clock)
        self._connection: Connection | None = None
        self._unread = b""
        self._reading = True
        self._talked_s = -math.inf
        self._late = False
        self._told_slow = self._told_busy = False

    def run(self, stopped: Callable[[], bool]) -> None:
        """Serves until ``stopped()`` returns True."""
        while not stopped():
            self._wait()
            self.step()
        if self._connection:
            self._connection.hang_up()

    def start_anew(self) -> None:
        """Switches the device's power off and on. The program must connect again."""
        if self._connection:
            self._part(self._connection)
        self._bench.power_off()
        self._bench.power_on()

    def step(self) -> None:
        """Passes on the received bytes, runs the device up to now, and sends its output."""
        if self._connection:
            self._listen(self._connection)
        if self._connection is None:
            self._answer()
        self._advance()
        self._speak()
        if self._keeper:
            self._keeper.look()
        self._bench.parts.forget(self._bench.engine.now_us)

    @property
    def _talking(self) -> bool:
        return self._clock() - self._talked_s < TALK_S

    def _talks(self) -> None:
        self._talked_s = self._clock()
        if self._keeper:
            self._keeper.changed()

    def _wait(self) -> None:
        """Waits for a program or for the device's next step."""
        handles = [handle for listener in self._listeners for handle in listener.handles()]
        if self._connection and self._bench.engine.room:
            handles.append(self._connection.fileno())
        wait_s = 0.0 if self._late else FRAME_MS / 1000 if self._talking else IDLE_S
        writing = [self._connection.fileno()] if self._connection and self._unread else []
        if handles or writing:
            select.select(handles, writing, [], wait_s)
        else:
            time.sleep(wait_s)

    def _answer(self) -> None:
        engine = self._bench.engine
        for listener in self._listeners:
            self._connection = listener.answer()
            if self._connection:
                self._told_busy = False
                self._line.take()
                engine.port(engine.now_us, True)
                return
        # Each restart opens the port again, so it is closed each time.
        engine.port(engine.now_us, False)

    def _listen(self, connection: Connection) -> None:
        engine = self._bench.engine
        room = min(CHUNK_BYTES, engine.room)
        data = connection.receive(room) if room else b""
        if data is None:
            self._part(connection)
        elif data:
            self._talks()
            engine.send(engine.now_us, data)
        else:  # A write shows that the program has not left.
            self._turn_away()

    def _part(self, connection: Connection) -> None:
        connection.hang_up()
        self._connection = None
        self._unread = b""
        engine = self._bench.engine
        engine.port(engine.now_us, False)
        self._host_reads(True)

    def _turn_away(self) -> None:
        if any(listener.turn_away() for listener in self._listeners) and not self._told_busy:
            self._told_busy = True
            self._say("A second program was turned away: only one may use the port at a time.")

    def _advance(self) -> None:
        now_ms = self._bench.now_ms
        due_ms = self._pacer.due_ms(now_ms)
        # Whole milliseconds, because an engine that counts ns never quite reaches some fractions.
        run_ms = math.floor(now_ms + min(due_ms, FRAME_MS if self._talking else STEP_MS)) - now_ms
        self._bench.advance(max(run_ms, 0.0))
        self._late = due_ms - run_ms >= FRAME_MS
        if self._pacer.slow and self._pacer.lost_ms >= LOST_MS and not self._told_slow:
            self._told_slow = True
            pace = f"{self._pacer.speed:.0%} of real time"
            self._say(f"This computer runs the {self._bench.engine.name} engine at {pace}.")

    def _speak(self) -> None:
        data = self._line.take()
        if self._connection is None:
            return
        if data:
            self._talks()
        self._unread += data
        if self._unread:
            self._unread = self._unread[self._connection.send(self._unread) :]
        self._host_reads(not self._unread)

    def _host_reads(self, reading: bool) -> None:
        if reading != self._reading:
            self._reading = reading
            self._bench.engine.host_reads(self._bench.engine.now_us, reading)
