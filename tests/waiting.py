"""Cases in which MicroPython's C code waits: `tests/data/waiting`, on the engine's module.

Each wait makes every function of the module return, and continue later, as in a browser.
"""

from __future__ import annotations

import threading
from pathlib import Path

import wasmtime

from pingblock.virtual.wasm.machine import THREAD_BYTES, Machine

CASES = sorted((Path(__file__).parent / "data/waiting").glob("*.py"))
# Run first in each machine: defines the function with which the cases wait.
WAIT = "import _engine\ndef wait():\n    _engine.receive()\n    return 0\n"


class Waiting(Machine):
    """A machine in which each exchange with the host is a wait."""

    waits = 0

    def __init__(self, module: bytes | None = None) -> None:
        super().__init__(lambda said: None, bytes, module)
        self._call("_initialize")
        self._call("start")
        self._frames = self._call("frames")

    def _exchanged(self, at: int, count: int, into: int, room: int) -> int:
        if self._call("asyncify_get_state"):
            self._call("asyncify_stop_rewind")
        else:
            self.waits += 1
            self._call("asyncify_start_unwind", self._frames)
        return 0

    def runs(self, source: str) -> bool:
        """Runs Python code to its end. Returns whether it raised no error."""
        code = source.encode()
        self.write(self._call("source"), code)
        failed = self._call("run", len(code))
        while self._call("asyncify_get_state"):
            self._call("asyncify_stop_unwind")
            self._call("asyncify_start_rewind", self._frames)
            failed = self._call("run", len(code))
        return not failed


def outcome(case: Path, module: bytes | None = None) -> tuple[str, int]:
    """Returns the error of a case, or "", and the number of its waits.

    Args:
        case: path of the case.
        module: replaces the engine's module.
    """
    found: list[tuple[str, int]] = []

    def play() -> None:
        machine = Waiting(module)
        try:
            passed = machine.runs(WAIT) and machine.runs(case.read_text())
            said = "" if passed else machine.printed.decode(errors="replace") or "it failed"
        except (wasmtime.WasmtimeError, wasmtime.Trap) as fault:
            said = str(fault)
        found.append((said, machine.waits))

    before = threading.stack_size(THREAD_BYTES)
    thread = threading.Thread(target=play)
    thread.start()
    threading.stack_size(before)
    thread.join()
    return found[0] if found else ("it raised something else", 0)
