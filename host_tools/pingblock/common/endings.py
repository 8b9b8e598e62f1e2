"""Lets a program clean up when a signal ends it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

# The terminal was closed, or the computer shuts down. Windows has only the second signal.
_NAMES = ("SIGHUP", "SIGTERM")
_ENDING = [signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__]
_SHELL = 128  # A shell reports 128 plus the signal's number as the exit code.


def ending() -> list[signal.Signals]:
    """Returns the ending signals, except those ignored since the start, for example by nohup."""
    return [each for each in _ENDING if signal.getsignal(each) is not signal.SIG_IGN]


def call_at_the_end(leave: Callable[[], object]) -> None:
    """Makes the event loop call ``leave`` at an ending signal, instead of ending the program."""
    # asyncio is slow to load, but the running loop has already loaded it.
    from asyncio import get_running_loop

    for number in ending():
        with suppress(NotImplementedError):  # Windows has no such handlers.
            get_running_loop().add_signal_handler(number, leave)


@contextmanager
def raising() -> Iterator[None]:
    """Makes the signals that end a program raise SystemExit, so that running work can clean up."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(_SHELL + number)

    before = {number: signal.signal(number, end) for number in ending()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
