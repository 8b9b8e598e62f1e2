"""The process that emulates the RP2350. Each line to node and back is a JSON array."""

from __future__ import annotations

import atexit
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pingblock.errors import PingblockError
from pingblock.virtual.pico2.emulator import emulator, node

_BENCH = Path(__file__).parent / "node" / "bench.mjs"
# Processes that wait for the next bench, because after a second of use they are twice as fast.
_waiting: list[subprocess.Popen[bytes]] = []


class NodeProcess:
    """One emulated Pico 2.

    Args:
        flash: file with the initial flash.
        speaker: GPIO of the speaker.
        told: called with each event: kind, time since the first power-on in ns, values.
    """

    def __init__(self, flash: Path, speaker: int, told: Callable[..., Any]) -> None:
        self._told = told
        self._answers = True
        self._node = _waiting.pop() if _waiting else _started()
        self.call("begin", str(flash), speaker)

    def call(self, *request: object) -> float:
        """Sends a request and passes on its events. Returns the emulated time, ns.

        Raises:
            PingblockError: the process has ended.
        """
        self._answers = False
        self._write(request)
        while True:
            kind, nanos, *values = self._read()
            if kind == "done":
                self._answers = True
                return float(nanos)
            answer = self._told(kind, nanos, *values)
            if answer is not None:
                self._write(answer)

    def close(self) -> None:
        """Leaves the process to the next bench. If a request is still running, ends it."""
        if self._answers:
            _waiting.append(self._node)
        else:
            _end(self._node)

    def _write(self, value: object) -> None:
        assert self._node.stdin
        self._node.stdin.write(json.dumps(value).encode() + b"\n")
        self._node.stdin.flush()

    def _read(self) -> list[Any]:
        assert self._node.stdout
        line = self._node.stdout.readline()
        if not line:
            raise PingblockError(f"The emulated Pico 2 has ended ({self._node.wait()}).")
        read: list[Any] = json.loads(line)
        return read


def _started() -> subprocess.Popen[bytes]:
    words = [node(), str(_BENCH), str(emulator())]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
    process.wait()


@atexit.register
def _end_all() -> None:
    while _waiting:
        _end(_waiting.pop())
