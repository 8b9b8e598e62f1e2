"""Restores signals that tests need, however pytest was started.

A script's background job ignores SIGINT, a program under ``nohup`` SIGHUP, and some CI systems
block others. Children inherit that, so a test that sends such a signal would wait forever.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager

HEARD = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGCHLD")


def _unheard(_number, _frame):
    """Ignores a signal only in this process. Child processes get the default handler."""


@contextmanager
def signals_as_in_a_terminal():
    """Lets the code in the ``with`` block, and programs that it starts, receive these signals."""
    numbers = [signal.Signals[each] for each in HEARD if each in signal.Signals.__members__]
    deaf = [each for each in numbers if signal.getsignal(each) is signal.SIG_IGN]
    for each in deaf:
        usual = each == signal.SIGINT  # Python's default, as in a terminal
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
