"""The process that emulates the RP2350. Each line to and from node is a JSON array."""

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
# Processes that wait to be used again, because node runs twice as fast after a second of use.
_waiting: list[subprocess.Popen[bytes]] = []


class NodeProcess:
    """An emulated Pico 2.

    Args:
        flash: file with the initial content of the flash.
        speaker: GPIO of the speaker.
        told: called with each event: its kind, time in ns since the first power-on, and values.
    """

    def __init__(self, flash: Path, speaker: int, told: Callable[..., Any]) -> None:
        self._told = told
        self._answers = True
        self._node = _waiting.pop() if _waiting else _started()
        self.call("begin", str(flash), speaker)

    def call(self, *request: object) -> float:
        """Sends a request and passes on its events. Returns the emulated time in ns.

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
        """Keeps the process for the next device. If a request is running, ends it instead."""
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
