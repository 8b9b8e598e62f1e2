"""Runs command lines in child processes of a warm process, and measures the resources of each.

    python -m tests.strangers.stage

A line on stdin is a JSON list of orders, which run at the same time. Each has ``words``, ``stdin``
and ``environment``. Its answer has ``code`` (a negative one is the signal that ended the child),
``out``, ``err``, and ``mb``, the peak memory above that of an idle child. A child gets ``CPU_S``
of processor time, which does not depend on other load, and ``MB_ENDED`` of memory.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from typing import Any, NoReturn

CPU_S = 10
MB_ENDED = 400.0  # limit, so that a failing test does not use all memory
HUNG_S = 300.0  # in real time, which only a child that waits forever can reach
LOOK_S = 0.02
NO_CODE = 99  # code of a child that an exception ended
TEXT_BYTES = 1_000_000  # limit of its output
_KB_IN_MB = 1000 if sys.platform != "darwin" else 1_000_000


def _child(order: dict[str, Any], handles: list[int]) -> None:
    from pingblock.cli import main

    for place, handle in enumerate(handles):
        os.dup2(handle, place)
    os.environ.update(order["environment"])
    tempfile.tempdir = None
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    sys.argv = ["pingblock", *order["words"]]
    if order["words"]:
        main()


def _memory_mb(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    except (OSError, IndexError):  # The process has ended, or this system has no /proc.
        return 0.0


class _Visit:
    """A child that runs one command line."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._given, *self._said = (tempfile.TemporaryFile() for _ in range(3))  # noqa: SIM115
        self._given.write(order["stdin"].encode(errors="surrogateescape"))
        self._given.seek(0)
        self._pid = os.fork()
        if not self._pid:
            _play(order, [each.fileno() for each in (self._given, *self._said)])

    def end(self, idle_mb: float) -> dict[str, Any]:
        """Waits until the program has ended. Returns its answer."""
        status, usage = _waited(self._pid)
        texts = []
        for stream in self._said:
            stream.seek(0)
            texts.append(stream.read(TEXT_BYTES).decode(errors="replace"))
        for stream in (self._given, *self._said):
            stream.close()
        mb = usage.ru_maxrss / _KB_IN_MB - idle_mb
        code = os.waitstatus_to_exitcode(status)
        return {"code": code, "out": texts[0], "err": texts[1], "mb": mb}


def _play(order: dict[str, Any], handles: list[int]) -> NoReturn:
    """Plays a command line in this child, and ends it."""
    code = NO_CODE
    try:
        _child(order, handles)
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _waited(pid: int) -> tuple[int, resource.struct_rusage]:
    until_s = time.monotonic() + HUNG_S
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return status, usage
        if _memory_mb(pid) > MB_ENDED or time.monotonic() > until_s:
            os.kill(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            return status, usage
        time.sleep(LOOK_S)


# Each of these loads the modules that a child of its kind needs. It finds no files or devices.
_WARM = (
    "virtual run none --json",
    "virtual sweep none",
    "virtual serve --engine none",
    "table board check none",
    "table storm --json --log none/none",
    "sounds check none",
    "sounds render none none.wav",
    "settings import none --port virtual:new",
    "status --port socket://127.0.0.1:1",
    "sounds list --port socket://127.0.0.1:1",
)


def _warm() -> None:
    """Imports the modules that every child would import."""
    from pingblock.cli import frame

    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        before, sys.stdout, sys.stderr = (sys.stdout, sys.stderr), nowhere, nowhere
        for words in _WARM:
            frame.run(words.split())
        sys.stdout, sys.stderr = before


def main() -> None:
    """Answers orders until stdin ends."""
    _warm()
    idle_mb = _Visit({"words": [], "stdin": "", "environment": {}}).end(0.0)["mb"]
    print(json.dumps({"idle_mb": idle_mb}), flush=True)
    for line in sys.stdin:
        visits = [_Visit(order) for order in json.loads(line)]
        print(json.dumps([visit.end(idle_mb) for visit in visits]), flush=True)


if __name__ == "__main__":
    main()
