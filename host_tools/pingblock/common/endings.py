"""Signals that end a program: what it has begun is put in order first."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

# A closed terminal, and a computer that shuts down; Windows has the second alone.
_NAMES = ("SIGHUP", "SIGTERM")
_ENDING = [signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__]
_SHELL = 128  # a shell adds it to the number of the signal that has ended a program


def ending() -> list[signal.Signals]:
    """Returns these signals, but for one that whoever started the program ignores, as nohup."""
    return [each for each in _ENDING if signal.getsignal(each) is not signal.SIG_IGN]


def call_at_the_end(leave: Callable[[], object]) -> None:
    """Has the running event loop call ``leave`` at such a signal, instead of dying of it."""
    from asyncio import get_running_loop  # slow to load, and there if a loop runs

    for number in ending():
        with suppress(NotImplementedError):  # Windows
            get_running_loop().add_signal_handler(number, leave)


@contextmanager
def raising() -> Iterator[None]:
    """Makes such a signal raise SystemExit, so that what is under way is put in order."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(_SHELL + number)

    before = {number: signal.signal(number, end) for number in ending()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
