"""Runs many jobs at once, in this process, in several, or on a Dask cluster, with the same
results.

pickle transports jobs and results. The cluster's workers must have the same version of pingblock,
which is checked before the first job.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pingblock
from pingblock.common.extras import need
from pingblock.common.firmware import firmware_dir
from pingblock.errors import PingblockError

CONNECT_S = 10.0
Job = TypeVar("Job")
Result = TypeVar("Result")

_NO_SCHEDULER = (
    "No Dask scheduler answers at {url}. Start one with 'dask scheduler', and on each computer "
    "that is to work 'dask worker URL'."
)
_NO_WORKER = "The scheduler at {url} has no workers: start some with 'dask worker {url}'."
_OTHER = (
    "{who} has another version of pingblock than this computer: install the same version on both."
)
_LOST = "The cluster at {url} has lost the work: {why}"


def run(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    processes: int,
    scheduler: str | None,
    step: Callable[[int], None],
) -> list[Result]:
    """Does all jobs and returns their results in the order of the jobs.

    Args:
        work: a function at the top level of a module.
        jobs: the arguments, one for each job.
        processes: number of processes on this computer, from 1. A cluster ignores it.
        scheduler: address of a Dask scheduler, such as tcp://10.0.0.1:8786. None uses this
            computer.
        step: called with 1 after each job.

    Raises:
        PingblockError: Dask, its scheduler or a matching worker is missing, or all work was lost.
    """
    results: list[Result] = []
    if scheduler is None and processes == 1:
        for job in jobs:
            results.append(work(job))
            step(1)
        return results
    with _cluster(scheduler) if scheduler else _processes(processes) as pool:
        futures = [pool.submit(work, job) for job in jobs]
        for future in as_completed(futures):
            future.result()
            step(1)
        return [future.result() for future in futures]


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(count, initializer=_deaf)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Ignores Ctrl-C, because the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(url: str) -> Iterator[Executor]:
    need("distributed")
    from distributed import Client, KilledWorker

    try:
        client: Any = Client(url, timeout=CONNECT_S)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise PingblockError(_NO_SCHEDULER.format(url=url)) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise PingblockError(_NO_WORKER.format(url=url))
        _same_everywhere(client)
        try:
            yield client.get_executor(pure=False)
        except (KilledWorker, CancelledError) as lost:
            raise PingblockError(_LOST.format(url=url, why=lost)) from None


def _same_everywhere(client: Any) -> None:
    own = fingerprint()
    found = client.run(fingerprint, on_error="return")
    for who, theirs in found.items():
        if theirs != own:
            raise PingblockError(_OTHER.format(who=who))


def fingerprint() -> str:
    """Returns a digest of all code that decides results: rules and engines."""
    root = Path(pingblock.__file__).parent
    rooms = (root / "tables", root / "virtual", root / "study", firmware_dir() / "pingware")
    digest = hashlib.sha256()
    for room in rooms:
        for path in sorted(room.rglob("*.*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(room).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def cores() -> int:
    """Returns how many processes this computer can run at the same time."""
    return os.cpu_count() or 1
