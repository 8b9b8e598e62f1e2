"""Runs calculations in a separate process, so that the event loop can send a device's sound in
time.

A thread is not enough, because Python runs one thread at a time, and the device needs the
processor often.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import struct
import sys
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from pingblock.errors import PingblockError

Result = TypeVar("Result")

_START = "import sys; sys.path[:] = sys.argv[1:]; from {module} import obey; obey()"
_LENGTH = struct.Struct("<Q")
_NICE = 5  # A lower priority, because the sound comes first.
_LOOK_S = 1.0


class WorkerStopped(PingblockError):
    """The process has ended before it answered, or was ended because it took too long."""


class Worker:
    """Calls functions in one process, one after the other. The first call starts it.

    Variables of a function's module keep their values until a call raises ``WorkerStopped``.
    """

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def call(
        self, within_s: float, function: Callable[..., Result], *arguments: object
    ) -> Result:
        """Calls a function in the process. Returns its result, or raises its exception.

        Args:
            within_s: time limit in seconds, from the start of the call.
            function: a function at the top level of a module of this project.
            arguments: they must be picklable.

        Raises:
            WorkerStopped: the process ended, or the time was over. The next call starts a new
                process.
        """
        # The call continues even if the caller was cancelled. Otherwise the next call would get
        # its answer.
        return await asyncio.shield(self._called(within_s, function, arguments))

    async def _called(self, within_s: float, function: object, arguments: object) -> Any:
        async with self._turn:
            process = self._process = self._process or await _started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                async with asyncio.timeout(within_s):
                    process.stdin.write(_packed((function, arguments)))
                    await process.stdin.drain()
                    (size,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
                    result, error = pickle.loads(await process.stdout.readexactly(size))
            except (TimeoutError, EOFError, OSError):
                await self.end()
                raise WorkerStopped(
                    f"The work took more than {within_s:g} s, or its process ended."
                ) from None
        if error:
            raise error
        return result

    async def end(self) -> None:
        """Stops the process. It can be called twice."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _started() -> Process:
    # `-m` would look for modules in the current folder.
    program = (sys.executable, "-c", _START.format(module=__name__), *sys.path)
    # The process is in a new session, so that Ctrl-C reaches only the server, which then stops the
    # process.
    return await asyncio.create_subprocess_exec(
        *program, stdin=PIPE, stdout=PIPE, start_new_session=True
    )


def _packed(value: object) -> bytes:
    data = pickle.dumps(value)
    return _LENGTH.pack(len(data)) + data


def obey() -> None:
    """Runs in the process: makes the calls from standard input until it ends."""
    answers = os.fdopen(os.dup(1), "wb")
    # The standard output carries the answers, so other output goes to standard error.
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    while head := sys.stdin.buffer.read(_LENGTH.size):
        function, arguments = pickle.loads(sys.stdin.buffer.read(_LENGTH.unpack(head)[0]))
        answers.write(_answer(function, arguments))
        answers.flush()


def _end_with(parent: int) -> None:
    """Ends this process when the process that started it was killed, even during a calculation."""
    while os.getppid() == parent:
        time.sleep(_LOOK_S)
    os._exit(1)


def _answer(function: Callable[..., Any], arguments: tuple[object, ...]) -> bytes:
    try:
        return _packed((function(*arguments), None))
    except PingblockError as error:
        return _packed((None, error))
    except Exception as error:
        return _packed((None, PingblockError(f"{function.__name__} failed: {error!r}")))
