"""Long runs of experiments on several processes, into a ledger. They can be stopped and continued.

A run that is stopped (Ctrl-C, SIGTERM) leaves no process and no temporary file behind.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children
from threading import Thread
from typing import Any, NoReturn, Protocol

from reliability.ledger import Ledger

_SAY_EVERY_S = 10.0
_LOOK_EVERY_S = 2.0
_AHEAD = 2  # experiments a process that wait for it
_STOP_S = 0.2  # after a signal
_STOPS = (signal.SIGINT, signal.SIGTERM)
_stopped: list[int] = []  # signals that have come


class Experiment(Protocol):
    """One experiment, with a unique name."""

    @property
    def key(self) -> str:
        """Name in the ledger."""


def run(
    what: str,
    ledger: Ledger,
    experiments: Iterable[Experiment],
    judge: Callable[[Any], Mapping[str, Any]],
    workers: int | None = None,
) -> list[str]:
    """Runs the experiments that the ledger lacks, and reports the progress on stderr.

    Args:
        what: one word for the experiments.
        ledger: gets the results.
        experiments: all of them.
        judge: runs one, in another process. It returns ``group`` (the row of the table that it
            counts in), ``result`` (a word, or a sentence that begins with "lost") and numbers.
        workers: number of processes, or None for one per core.

    Returns:
        All losses, including those of earlier runs: name and reason each.
    """
    wanted = list(experiments)
    missing = [each for each in wanted if each.key not in ledger]
    began_s, said_s = time.monotonic(), 0.0
    with _pool(workers or os.cpu_count() or 1) as pool:
        for done, (each, found) in enumerate(_tried(pool, judge, missing), 1):
            ledger.add(each.key, **found)
            now_s = time.monotonic() - began_s
            if now_s - said_s > _SAY_EVERY_S or done == len(missing):
                said_s = now_s
                left_s = now_s / done * (len(missing) - done)
                have = len(wanted) - len(missing) + done
                text = f"{what}: {have} of {len(wanted)}, {left_s / 60:.0f} minutes left"
                print(text, file=sys.stderr, flush=True)
    rows = (ledger.rows[each.key] for each in wanted)
    return [f"{row['key']}: {row['result']}" for row in rows if str(row["result"])[:4] == "lost"]


def _tried(
    pool: ProcessPoolExecutor, judge: Callable[[Any], Mapping[str, Any]], missing: list[Experiment]
) -> Iterator[tuple[Experiment, Mapping[str, Any]]]:
    """Yields each experiment with its result, in the order of their ends."""
    size = (os.cpu_count() or 1) * _AHEAD
    waiting = iter(missing)
    running = {pool.submit(judge, each): each for each in islice(waiting, size)}
    while running:
        ended, _ = wait(running, _STOP_S, FIRST_COMPLETED)
        if _stopped:
            _leave(_stopped[0])
        for done in ended:
            each = running.pop(done)
            running |= {pool.submit(judge, another): another for another in islice(waiting, 1)}
            yield each, done.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Lends processes that end with this one, and deletes the files in their folder."""
    with tempfile.TemporaryDirectory(prefix="reliability-") as folder:
        _stopped.clear()
        before = {number: signal.signal(number, _note) for number in _STOPS}
        pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(folder, os.getpid()))
        try:
            with pool:
                try:
                    yield pool
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    for each in active_children():
                        each.kill()
                    raise
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _note(number: int, _frame: object) -> None:
    """Notes a signal. An exception here could leave the pool's locks held forever."""
    _stopped.append(number)


def _leave(number: int) -> NoReturn:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)


def _begin(folder: str, parent: int) -> None:
    """Begins the life of a worker. Ctrl-C is for its parent, whose end also ends the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tempfile.tempdir = folder
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY_S)
    os._exit(1)
