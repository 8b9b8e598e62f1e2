"""The signals that tests need, however pytest was started.

A script's background job ignores SIGINT, a program under ``nohup`` SIGHUP, and some CI systems
block others. Children inherit that: a test that sends one of them would wait for ever.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager

HEARD = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGCHLD")


def _unheard(_number, _frame):
    """Does what ignoring does, for this process only: its children get the default back."""


@contextmanager
def signals_as_in_a_terminal():
    """Lets what runs inside it, and the programs that it starts, receive these signals."""
    numbers = [signal.Signals[each] for each in HEARD if each in signal.Signals.__members__]
    deaf = [each for each in numbers if signal.getsignal(each) is signal.SIG_IGN]
    for each in deaf:
        usual = each == signal.SIGINT  # Python's own, as in a terminal
        signal.signal(each, signal.default_int_handler if usual else _unheard)
    blocked = None
    if hasattr(signal, "pthread_sigmask"):
        blocked = signal.pthread_sigmask(signal.SIG_SETMASK, [])
    try:
        yield
    finally:
        for each in deaf:
            signal.signal(each, signal.SIG_IGN)
        if blocked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
