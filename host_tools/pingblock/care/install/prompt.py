"""Reads and writes files at a Pico's prompt and restarts it, through mpremote's transport."""

from __future__ import annotations

import ast
import io
import math
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from pingblock.common.plain_text import plain
from pingblock.common.stream import Stream
from pingblock.connection.cures import HOLD_BOOTSEL
from pingblock.connection.files import in_steps
from pingblock.connection.recovery import Keyboard, to_prompt
from pingblock.connection.transport import Lines, open_port
from pingblock.connection.untrusted import cleaned
from pingblock.errors import LinkLost, NoAnswer, PingblockError, Refused, WrongDevice

CHUNK_BYTES = 1024
_RESET = "import machine; machine.reset()"
ANSWER_S = 10.0  # mpremote has the same limit.
STOP_S = 3 * ANSWER_S  # mpremote can wait three times.
OPERATION_S = 300.0  # Limit of one operation. On worn flash, the largest file takes a tenth of it.
ALL_S = 900.0  # Limit of all operations. An install takes one or two minutes.
_LOOKS = 200  # empty reads of POLL_S each, which together take ANSWER_S
# Maximum bytes of an answer. The longest one lists a full file system with long names. mpremote
# copies all received bytes for each new byte, so a long answer would take minutes.
_ANSWER_BYTES = 200_000

Progress = Callable[[int], None]


class _Blocking:
    """A stream as mpremote's transport needs it: a read waits for all requested bytes."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._until_s = math.inf
        self._left_bytes = _ANSWER_BYTES
        self.close = stream.close

    def limit(self, for_s: float) -> None:
        """Makes reading fail after ``for_s`` seconds, because mpremote stops only at silence."""
        self._until_s = time.monotonic() + for_s

    def _check(self) -> None:
        if time.monotonic() > self._until_s or self._left_bytes < 0:
            raise TransportError("it sends data without a pause, unlike MicroPython's prompt")

    def inWaiting(self) -> int:
        """Returns how many bytes can be read at once. It has the old name of pyserial."""
        self._check()
        return self._stream.in_waiting

    def read(self, size: int = 1) -> bytes:
        """Returns ``size`` bytes, or fewer if the Pico is silent for long."""
        data, silent = b"", 0
        while len(data) < size and silent < _LOOKS:
            self._check()
            more = self._stream.read(size - len(data))
            silent = 0 if more else silent + 1
            data += more
            self._left_bytes -= len(more)
        return data

    def write(self, data: bytes) -> int | None:
        """Writes bytes."""
        self._left_bytes = _ANSWER_BYTES
        return self._stream.write(data)


class _Transport(SerialTransport):
    """mpremote's transport over an open stream."""

    def __init__(self, stream: Stream, name: str) -> None:
        self.serial: Any = _Blocking(stream)
        self.device_name = name
        self.in_raw_repl = self.mounted = self.is_pty = False
        self.use_raw_paste = True


class Prompt:
    """A Pico whose firmware this program stops, and restarts at the end.

    Args:
        port: see ``pingblock.connection.transport.open_port``.
    """

    def __init__(self, port: str) -> None:
        self.port = port
        self._stream = open_port(port)
        self._transport: Any = _Transport(self._stream, port)  # mpremote has no types
        self._rest_s = ALL_S  # The time in which a person answers does not count.
        self._left = False  # whether the Pico is already running on its own

    def __enter__(self) -> Prompt:
        try:
            self._stop()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Restarts the Pico, even after Ctrl-C."""
        try:
            if not self._left:
                with suppress(PingblockError):
                    self._rest_s = STOP_S
                    if error:
                        self._stop()
                    self.leave(_RESET)
        finally:
            self.close()

    def close(self) -> None:
        """Releases the port. It can be called twice."""
        with suppress(OSError):
            self._stream.close()

    def _stop(self) -> None:
        """Ends the running program. The new interpreter has all memory free and no watchdog."""
        with self._failing("MicroPython's prompt does not answer", STOP_S):
            with suppress(NoAnswer):  # mpremote tries again, and reports the error then.
                to_prompt(Keyboard(Lines(self._stream, self.port), time.monotonic))
            self._transport.enter_raw_repl(soft_reset=True, timeout_overall=ANSWER_S)

    def run(self, program: str) -> str:
        """Runs a program on the Pico. Returns its output.

        Raises:
            Refused: the program failed on the Pico. The code is ``board``.
            NoAnswer, LinkLost: the link failed.
        """
        with self._failing("The board stopped answering"):
            return bytes(self._transport.exec(program)).decode("utf-8", "backslashreplace")

    def ask(self, program: str) -> Any:
        """Runs a program whose last line prints a value. Returns the value. Control characters in
        its texts are removed.

        Raises:
            WrongDevice: the output is not a value.
        """
        said = self.run(program).strip()
        try:
            return cleaned(ast.literal_eval(said.splitlines()[-1]))
        except (ValueError, SyntaxError, IndexError, MemoryError, RecursionError):
            raise WrongDevice(
                f"{self.port} answered '{plain(said)[-80:]}', "
                "which MicroPython does not. Try again, or name another port."
            ) from None

    def read(self, path: str) -> bytes:
        """Returns the content of a file."""
        with self._failing(f"{path} cannot be read"):
            return bytes(self._transport.fs_readfile(path, CHUNK_BYTES))

    def write(self, path: str, data: bytes, progress: Progress) -> None:
        """Writes a file. Its folder must exist.

        ``progress`` is called with the bytes of each step.
        """
        with self._failing(f"{path} cannot be written"):
            self._transport.fs_writefile(path, data, CHUNK_BYTES, in_steps(progress))

    def leave(self, how: str) -> None:
        """Runs a line that never returns, such as a reset."""
        self._left = True
        with self._failing("It does not answer any more"):
            self._transport.exec_raw_no_follow(how)
            self._transport.read_until(1, b"\x04", timeout=0.5)

    @contextmanager
    def _failing(self, what: str, limit_s: float = OPERATION_S) -> Iterator[None]:
        """Raises errors of mpremote as ours, and keeps its output out of our results."""
        said = io.StringIO()
        begun_s = time.monotonic()
        self._transport.serial.limit(min(limit_s, self._rest_s))
        try:
            with redirect_stdout(said):
                yield
        except TransportExecError as error:
            last = (error.error_output.strip().splitlines() or ["it failed"])[-1]
            raise Refused("board", f"{what} ({self.port}): {plain(last)}.") from None
        # The Pico did not answer completely.
        except (TransportError, AssertionError, struct.error) as error:
            raise NoAnswer(f"{what} ({self.port}): {plain(str(error))}. {_HELP}") from None
        except serial.SerialException as error:
            raise LinkLost(
                f"The link to {self.port} was lost: check that the plug is pushed in."
            ) from error
        except OSError as error:  # mpremote raises this for an error of the Pico's file system.
            raise Refused("board", f"{what} ({self.port}): {error}.") from None
        finally:
            self._rest_s -= time.monotonic() - begun_s


_HELP = (
    "Is it the right port ('pingblock devices'), and does the board run MicroPython? If not: "
    f"{HOLD_BOOTSEL}, then 'pingblock flash pico' (or pico2, by its label)."
)
