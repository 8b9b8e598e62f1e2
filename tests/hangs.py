"""Pytest plugin: every test has a time limit, and a test that reaches it shows the stack of every
thread.

SIGALRM makes a test that hangs fail, and the run continues. If no signal handler can run, as in C
code that keeps the interpreter's lock, the watchdog thread of ``faulthandler`` ends the process
later. Then pytest-xdist reports the test as failed and starts another worker.

pytest-timeout was considered. Its method "thread" needs the interpreter's lock. Its method
"signal" acts only once, so a clean-up that hangs after its test would not end. Both print the
stacks where pytest-xdist mixes them with those of other workers.
"""

from __future__ import annotations

import asyncio
import faulthandler
import io
import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager

import pytest

LIMIT_S = 300.0  # in real time, which only a set-up, test or clean-up that hangs can reach
LONG, SOAK = 6, 150  # multiples of the limit for rare long cases, and for soak tests of hours
AGAIN = 0.2  # The alarm repeats after this share of the limit, because a clean-up can hang, too.
END = 2  # multiple of the limit after which the process is ended, if alarms have no effect
STDERR = pytest.StashKey[int]()


def pytest_addoption(parser):
    parser.addoption(
        "--limit-s",
        type=float,
        default=LIMIT_S,
        help="real time after which a test has failed because it hangs, 300 by default",
    )


def pytest_configure(config):
    # Copied before a test captures it. Pytest's own copy is private.
    config.stash[STDERR] = os.dup(sys.__stderr__.fileno())


def pytest_unconfigure(config):
    os.close(config.stash[STDERR])


def every_stack():
    """Returns the stacks of all threads and of the tasks of a running event loop, as text."""
    said = io.StringIO()
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        print(f"Thread {names.get(ident, ident)}:", file=said)
        traceback.print_stack(frame, file=said)
    if asyncio._get_running_loop() is not None:
        for task in asyncio.all_tasks():
            task.print_stack(file=said)
    return said.getvalue()


def limit_s(item):
    """Returns the limit of a set-up, a test or a clean-up in seconds."""
    limit = item.config.getoption("limit_s")
    if "soak" in item.path.parts:
        return limit * SOAK
    if "hardware" in item.path.parts or item.get_closest_marker("long") is not None:
        return limit * LONG
    return limit


@contextmanager
def _ended_if_it_hangs(config, limit):
    """Ends code that takes over ``limit`` seconds, by an exception or by ending the process."""
    faulthandler.dump_traceback_later(limit * END, exit=True, file=config.stash[STDERR])
    try:
        with _alarm(limit):
            yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _alarm(limit):
    if not hasattr(signal, "setitimer"):  # Windows has no alarms.
        yield
        return

    def fail(_number, _frame):
        pytest.fail(f"This hangs: it has run for more than {limit:g} s.\n{every_stack()}")

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, limit, limit * AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    with _ended_if_it_hangs(item.config, limit_s(item)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    with _ended_if_it_hangs(item.config, limit_s(item)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    with _ended_if_it_hangs(item.config, limit_s(item)):
        return (yield)
