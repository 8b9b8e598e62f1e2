"""The process in which the RP2350 is emulated: a JSON array a line to node and back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pingblock.errors import PingblockError
from pingblock.virtual.pico2.emulator import emulator, node

_BENCH = Path(__file__).parent / "node" / "bench.mjs"


class NodeProcess:
    """One emulated Pico 2.

    Args:
        flash: file of its flash at first.
        speaker: GPIO of the speaker.
        told: receives each event: kind, time since the first power-on in ns, values.
    """

    def __init__(self, flash: Path, speaker: int, told: Callable[..., Any]) -> None:
        self._told = told
        self._node = subprocess.Popen(
            [node(), str(_BENCH), str(emulator()), str(flash), str(speaker)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def call(self, *request: object) -> float:
        """Sends a request and hands on what comes of it; returns the time then, ns.

        Raises:
            PingblockError: the process has ended.
        """
        self._write(request)
        while True:
            kind, nanos, *values = self._read()
            if kind == "done":
                return float(nanos)
            answer = self._told(kind, nanos, *values)
            if answer is not None:
                self._write(answer)

    def close(self) -> None:
        """Ends the process. Safe to call twice."""
        for stream in (self._node.stdin, self._node.stdout):
            if stream:
                stream.close()
        self._node.wait()

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
