"""Real programs on this computer that use the emulated chip like a Pico on a cable.

Everything runs in one thread. Time passes on the chip only while it serves a program, and only
after the program's first byte. So the program's start-up time has no effect.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest
from benchmarks.bridge import Bridge
from benchmarks.ports import Port, PtyPort, TcpPort
from tests.scenarios.trials.cable import Cable, OpenEngine

from pingblock.errors import Unavailable
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engines import ENGINES, Loaded

READY_MS = 1000.0
AT_ONCE_MS = 60.0  # An ear needs some time to recognize a note, and some notes begin softly.
PORT = "{port}"  # replaced with the port's name in a command line
START_STEP_S = 0.05  # in real time


class Patient:
    """A port that stops the chip's time until the program at the other end has sent a byte."""

    def __init__(self, port: Port, prefix: str = "") -> None:
        self._port = port
        self.carried = 0  # number of bytes from the program until now
        self.name = prefix + port.name
        self.write = port.write
        self.close = port.close

    def read(self, wait_s: float) -> bytes:
        data = self._port.read(wait_s if self.carried else START_STEP_S)
        self.carried += len(data)
        return data


class Program:
    """A real process at one end of a port, and the chip at the other.

    Args:
        board: the chip.
        port: the program's end of the cable.
        words: arguments after ``python -m``.
        streams: streams of the process, for ``subprocess.Popen``.
    """

    def __init__(self, board: Board, port: Patient, words: tuple[str, ...], **streams: object):
        self.port = port
        self._bridge = Bridge(board.bench.engine, board.forwarder, port)
        command = [sys.executable, "-m", *(word.replace(PORT, port.name) for word in words)]
        self.process = subprocess.Popen(command, start_new_session=True, **streams)

    def serve(self, until: Callable[[], bool]) -> None:
        """Carries bytes in both directions until ``until()``. The process must not end earlier."""
        while not until():
            self._bridge.step()
            if self.process.poll() is not None and not until():
                raise ChildProcessError(f"{self.process.args}: {self.process.communicate()}")

    def finish(self) -> str:
        """Serves until the process ends, which must succeed. Returns its output."""
        self.serve(lambda: self.process.poll() is not None)
        said, complaint = self.process.communicate()
        assert self.process.returncode == 0, f"{said}\n{complaint}"
        return said

    def kill(self) -> None:
        """Ends the process, and the processes that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


class Terminal:
    """A person at a terminal program.

    Args:
        program: runs on the terminal's other end.
        keyboard: the person's end of a pseudo terminal.
    """

    def __init__(self, program: Program, keyboard: int) -> None:
        self._program = program
        self._keyboard = keyboard
        self._seen = b""

    def type(self, keys: bytes) -> None:
        """Types, as fast as a machine."""
        os.write(self._keyboard, keys)

    def end(self, number: int) -> None:
        """Sends the program a signal, as a terminal does when it is closed."""
        self._program.process.send_signal(number)

    def until(self, text: str) -> str:
        """Lets time pass until the program prints ``text``. Returns all output up to its end."""
        wanted = text.encode()
        self._program.serve(lambda: wanted in self._look())
        shown, _, self._seen = self._seen.partition(wanted)
        return (shown + wanted).decode(errors="replace")

    def _look(self) -> bytes:
        while select.select([self._keyboard], [], [], 0)[0]:
            self._seen += os.read(self._keyboard, 4096)
        return self._seen


class Board(Cable):
    """A device on a cable that programs outside of this process can also use.

    Args:
        open_engine: makes the engine, which reports to a sink.
        cleanup: ends running processes after the test.
    """

    def __init__(self, open_engine: OpenEngine, cleanup: ExitStack) -> None:
        self._cleanup = cleanup
        super().__init__(open_engine, READY_MS)
        cleanup.enter_context(self.bench)

    @contextmanager
    def started(
        self, *words: str, over: Callable[[], Port] = PtyPort, stdin: int | None = None
    ) -> Iterator[Program]:
        """Starts ``python -m`` with these words over a kind of port, and kills it at the end."""
        port = Patient(over(), "socket://" if over is TcpPort else "")
        pipe = subprocess.PIPE
        program = Program(self, port, words, stdin=stdin, stdout=pipe, stderr=pipe, text=True)
        try:
            yield program
        finally:
            program.kill()
            port.close()

    def run(self, *words: str, over: Callable[[], Port] = PtyPort) -> str:
        """Runs ``python -m`` with these words to its end. Returns its output."""
        with self.started(*words, over=over) as program:
            return program.finish()

    def mpremote(self, *words: str, over: Callable[[], Port] = PtyPort) -> str:
        """Runs mpremote with these commands. Returns its output."""
        return self.run("mpremote", "connect", PORT, *words, over=over)

    def terminal(self, *words: str) -> Terminal:
        """Starts ``python -m`` with these words for a person. It ends with the test."""
        port = Patient(PtyPort())
        keyboard, screen = os.openpty()
        program = Program(self, port, words, stdin=screen, stdout=screen, stderr=screen)
        os.close(screen)
        for end in (port.close, lambda: _close(keyboard), program.kill):
            self._cleanup.callback(end)
        return Terminal(program, keyboard)

    def plays(self) -> bool:
        """Presses the block. Returns whether it reports one outcome and sounds at once."""
        told, at_ms = len(self.bench.events("outcome")), self.bench.now_ms
        self.bench.press()
        self.bench.advance(300)
        if len(self.bench.events("outcome")) != told + 1:
            return False
        return any(0 <= onset.at_ms - at_ms < AT_ONCE_MS for onset in self.bench.heard().onsets)


def _close(handle: int) -> None:
    with suppress(OSError):
        os.close(handle)


@pytest.fixture
def boards() -> Iterator[Callable[[OpenEngine], Board]]:
    """Opens devices, and ends them and their programs after the test."""
    with ExitStack() as cleanup:

        def opened(open_engine: OpenEngine) -> Board:
            try:
                return Board(open_engine, cleanup)
            except Unavailable as missing:
                pytest.skip(str(missing))

        yield opened


@pytest.fixture
def board(boards, stored, only) -> Callable[..., Board]:
    """Opens a device with the download. Every press gives the chosen outcome."""
    return partial(_board, boards, stored, only)


def _board(boards, stored, only, kind: str = "laugh", coins: int = 0, **files: bytes) -> Board:
    held = {"/seed": b"7", **stored(volume=10, **only(kind, coins)), **files}
    return boards(lambda sink: ENGINES["chip"](sink, Loaded(held)))


@pytest.fixture
def any_board(engine, boards, stored, only) -> Callable[..., Board]:
    """Does the same as ``board`` on each engine."""

    def opened(kind: str = "laugh", coins: int = 0, **files: bytes) -> Board:
        held = {"/seed": b"7", **stored(**only(kind, coins)), **files}
        return boards(lambda sink: ENGINES[engine](sink, Loaded(held)))

    return opened


@pytest.fixture
def empty_board(boards) -> Board:
    """A new Pico: MicroPython without any file."""
    return boards(lambda sink: ChipEngine(sink, files={}))
