"""Signals that end a program: at a table the device gets its own settings back first."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

# A closed terminal, and a computer that shuts down; Windows has the second alone.
_NAMES = ("SIGHUP", "SIGTERM")
ENDING = tuple(signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__)
_SHELL = 128  # a shell adds it to the number of the signal that has ended a program


def call_at_the_end(leave: Callable[[], object]) -> None:
    """Has the running event loop call ``leave`` at such a signal, instead of dying of it."""
    for number in ENDING:
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, leave)


@contextmanager
def raising() -> Iterator[None]:
    """Makes such a signal raise SystemExit, so that what is under way is put in order."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(_SHELL + number)

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
