"""A virtual device that runs in real time in its own thread, takes actions and sends messages for
a page.

During a sound, the device runs a little ahead of the clock, so that a page always has the next
samples. To get ahead, the engine computes the first samples as fast as it can.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from pingblock.block.keeper import Keeper
from pingblock.block.state import BlockState, Pack
from pingblock.errors import BadInput, PingblockError
from pingblock.serve_page.changes import Changes
from pingblock.serve_page.hands import Hands
from pingblock.serve_page.link_turns import LinkTurns
from pingblock.serve_page.page_tap import SERIAL, Message, PageTap
from pingblock.serve_page.program_port import ProgramPort
from pingblock.virtual.engine import Sink
from pingblock.virtual.engines import SAME_EVERY_TIME, check_sealed
from pingblock.virtual.harness import Harness
from pingblock.virtual.pacer import Pacer
from pingblock.virtual.scenario import Action
from pingblock.virtual.virtual_device import Bench, open_bench

TICK_S = 0.010
SOUND_TICK_S = 0.006
TALK_TICK_S = 0.002  # pause between two steps while a command is connected
# How far a sound runs ahead of the clock, in emulated time. After an action, the device computes
# this much at once, which fills the page's buffer. Each time a busy computer uses up the lead, the
# lead grows. Each action reduces it again, because an action during a sound is heard later by the
# lead.
LEAD_MS, MORE_MS, MOST_MS = 28.0, 18.0, 64.0
# After each slice, other threads run and messages are sent. Without a sound, slices can be longer.
SLICE_MS, REST_MS = 4.0, 12.0
# A recorded session skips quiet time, except this much before each action.
BEFORE_MS = 1000.0
# Maximum number of waiting orders. A running device performs each of them within milliseconds.
MOST_ORDERS = 1000
_PROGRAM = "program"  # name of the program at the port in ``LinkTurns``

TellAll = Callable[[list[Message]], None]


@dataclass(frozen=True)
class Opening:
    """The choice of a device: everything that decides its behaviour.

    Args:
        engine: name of the engine.
        seed: seed for the draws and for the random behaviour of the parts, or None.
        chance: seed for the device's own random source.
        files: more files for the device, path to content.
        script: actions that the device performs automatically.
        replay: whether files and script come from a link, and therefore possibly from a stranger.
        own: state of the user's own block, which this device continues, or None.
    """

    engine: str
    seed: int | None = None
    chance: int = SAME_EVERY_TIME
    files: Mapping[str, bytes] = field(default_factory=dict)
    script: Sequence[Action] = ()
    replay: bool = False
    own: BlockState = field(default_factory=BlockState)


class LiveDevice:
    """A virtual device that runs until ``end``.

    Args:
        opening: which device to open.
        tell: called with the messages in order, in the device's thread.
        port: the port for commands.

    Raises:
        BadInput: a script or a link cannot run on the desk.
        PingblockError: see ``open_bench``.
    """

    def __init__(self, opening: Opening, tell: TellAll, port: ProgramPort | None = None) -> None:
        if opening.replay or opening.script:
            check_sealed(opening.engine, "the link of a session")
        self._tell = tell
        self._pacer = Pacer(time.monotonic)
        self._told: list[Message] = []
        self._orders: deque[Callable[[Hands], None]] = deque()
        self._turns = LinkTurns()
        self._port = port
        self._wake = threading.Condition()
        self._ending = False
        self._moved_s = -math.inf
        self._sound_lead_ms = LEAD_MS
        self._is_ahead = False
        self._taps: list[PageTap] = []
        self._bench: Bench = open_bench(
            opening.engine,
            opening.seed,
            {**opening.own.files, **opening.files},
            in_front=self._tapped,
            entropy=opening.chance,
        )
        if opening.replay or opening.script:
            self._bench.limit(live=True)
        note = self._told.append
        self._changes = Changes(self._bench, self._pacer, note)
        self._hands = Hands(self._bench, opening.seed or 0, opening.script, note)
        if opening.own.pack != Pack():
            self._hands.fit(opening.own.pack.cell, opening.own.pack.count)
        self._bench.parts.battery.drawn_mah = opening.own.drawn_mah
        # A stranger's program can have broken the file system of its device, so it is not read.
        self._keeper = None if opening.replay else Keeper(self._bench, opening.own)
        self._thread = threading.Thread(target=self._run, daemon=True, name="device")

    def _tapped(self, parts: Sink) -> PageTap:
        self._taps.append(PageTap(cast(Harness, parts), self._told.append))
        return self._taps[-1]

    def start(self) -> None:
        """Starts the device's clock."""
        self._thread.start()

    def order(self, act: Callable[[Hands], None]) -> None:
        """Queues an action. Raises BadInput if too many are waiting."""
        with self._wake:
            if len(self._orders) >= MOST_ORDERS:
                raise BadInput("The page sends presses faster than the device handles them.")
            self._orders.append(act)
            self._wake.notify()

    def send(self, data: bytes, by: Hashable) -> None:
        """Sends bytes over the serial link as fast as the device reads them.

        Args:
            data: the bytes.
            by: the page that sends them. Lines and files of several pages are not mixed.

        Raises:
            BadInput: too many bytes are waiting.
        """
        with self._wake:
            self._turns.add(by, data)
            self._wake.notify()

    def part(self, by: Hashable) -> None:
        """Ends the line or file of a page or a program that has left."""
        with self._wake:
            self._turns.leave(by)
            self._wake.notify()

    def block(self) -> BlockState | None:
        """Returns the state of the user's own block shortly after a change, otherwise None."""
        return self._keeper.state if self._keeper else None

    def end(self) -> BlockState | None:
        """Stops the device. Returns its state if it is the user's own block, otherwise None."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        self._thread.join()
        return self.block()

    def _run(self) -> None:
        try:
            while self._wait():
                self._step()
            if self._keeper:
                self._keeper.finish()
        except Exception as error:
            why = str(error) if isinstance(error, PingblockError) else repr(error)
            self._told.append({"kind": "lost", "reason": why, "canRetry": True})
            self._deliver()
        finally:
            if self._port:
                self._port.hang_up()
            self._bench.close()

    def _wait(self) -> bool:
        """Waits until there is work. Returns False when the device is stopped."""
        short_ms = self._pacer.behind_ms(self._bench.now_ms - self._lead_ms)
        talks = self._port is not None and self._port.is_used
        tick_s = TALK_TICK_S if talks else SOUND_TICK_S if self._lead_ms else TICK_S
        pause_s = tick_s - short_ms / 1000
        self._keep_ahead(self._lead_ms - short_ms)
        with self._wake:
            if pause_s > 0 and not (self._orders or self._sends or self._ending):
                self._wake.wait(pause_s)
            return not self._ending

    def _keep_ahead(self, ahead_ms: float) -> None:
        """Increases the lead if the device fell behind the clock in spite of it."""
        if ahead_ms < 0 and self._is_ahead:
            self._sound_lead_ms = min(self._sound_lead_ms + MORE_MS, MOST_MS)
        self._is_ahead = self._taps[0].sounding and ahead_ms > (
            0 if self._is_ahead else LEAD_MS / 2
        )

    @property
    def _lead_ms(self) -> float:
        moved = time.monotonic() - self._moved_s < LEAD_MS / 1000
        return self._sound_lead_ms if moved or self._taps[0].sounding else 0.0

    def _obey(self) -> None:
        while self._orders:
            self._hands.take_over()
            self._orders.popleft()(self._hands)
            self._moved_s = time.monotonic()
            self._sound_lead_ms = max(self._sound_lead_ms - MORE_MS / 6, LEAD_MS)

    def _step(self) -> None:
        """Performs the queued actions, and runs the device up to now."""
        self._obey()
        now_ms = self._bench.now_ms
        due_ms = self._pacer.due_ms(now_ms - self._lead_ms)
        slice_ms = SLICE_MS if self._lead_ms else REST_MS
        if not self._lead_ms and 2 * BEFORE_MS < self._hands.next_ms - now_ms < math.inf:
            due_ms, slice_ms = self._hands.next_ms - BEFORE_MS - now_ms, BEFORE_MS
            self._pacer.jump(due_ms)
        # Whole milliseconds, because an engine that counts ns never quite reaches some fractions.
        until_ms = math.floor(now_ms + due_ms)
        while self._bench.now_ms < until_ms and not self._orders and not self._ending:
            self._hands.go_on()
            self._push()
            next_ms = math.floor(self._bench.now_ms + slice_ms)
            self._bench.advance_to(min(next_ms, until_ms, self._hands.next_ms))
            self._changes.look()
            self._deliver()
        # During a sound, the files of the device are not read.
        if self._keeper and self._lead_ms:
            self._keeper.changed()
        elif self._keeper:
            self._keeper.look()
        self._bench.parts.forget(self._bench.engine.now_us)

    @property
    def _sends(self) -> bool:
        """True if the device can receive bytes. A playing recording must not be disturbed."""
        return self._turns.waits and self._hands.next_ms == math.inf

    def _push(self) -> None:
        if self._port:
            full = self._turns.is_full(_PROGRAM)
            self._port.step(full, partial(self._turns.add, _PROGRAM), partial(self.part, _PROGRAM))
        if self._sends and (room := self._bench.engine.room) > 0:
            with self._wake:
                piece = self._turns.take(room)
            self._hands.send(piece)
            if self._keeper:
                self._keeper.changed()

    def _deliver(self) -> None:
        if self._told:
            told = self._told.copy()
            self._told.clear()
            for message in told:
                self._pass_on(message)
            self._tell(told)

    def _pass_on(self, message: Message) -> None:
        """Sends the device's serial output to the program at the port."""
        if isinstance(message, bytes):
            if message[0] == SERIAL:
                self._turns.hear(message[1:])
                if self._port:
                    self._port.say(message[1:])
        elif message["kind"] == "reset":
            self._turns.restart()
