"""Runs experiments for a long time in several processes, with a ledger. A run can be stopped and
continued.

If a run is stopped (Ctrl-C, SIGTERM), no process and no temporary file remain.
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
_AHEAD = 2  # experiments that wait for each process
_STOP_S = 0.2  # time to end after a signal
_STOPS = (signal.SIGINT, signal.SIGTERM)
_stopped: list[int] = []  # the signals that were received


class Experiment(Protocol):
    """An experiment with a unique name."""

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""


def run(
    what: str,
    ledger: Ledger,
    experiments: Iterable[Experiment],
    judge: Callable[[Any], Mapping[str, Any]],
    workers: int | None = None,
) -> list[str]:
    """Runs the experiments that are not in the ledger. Reports the progress on stderr.

    Args:
        what: a word for the experiments.
        ledger: stores the results.
        experiments: all experiments.
        judge: runs an experiment in another process. It returns ``group`` (the row of the table in
            which it counts), ``result`` (a word, or a sentence that begins with "lost") and
            numbers.
        workers: number of processes, or None for one on each core.

    Returns:
        All losses with name and reason, including those of earlier runs.
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
    """Yields each experiment with its result, in the order in which they end."""
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
    """Yields processes that end together with this one. Then deletes the files in their folder."""
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
    """Prepares a worker process. It ignores Ctrl-C, and ends when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tempfile.tempdir = folder
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY_S)
    os._exit(1)
