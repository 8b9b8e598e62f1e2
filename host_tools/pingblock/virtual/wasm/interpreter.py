"""MicroPython in WebAssembly, in this process. Each run is a thread. The flash is in memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from queue import Empty, SimpleQueue

from pingblock.errors import PingblockError
from pingblock.image import file_system
from pingblock.virtual.desk import messages
from pingblock.virtual.desk.interpreter import Answer
from pingblock.virtual.desk.messages import Record
from pingblock.virtual.wasm import flash as engine_flash
from pingblock.virtual.wasm import machine
from pingblock.virtual.wasm.machine import new_machine

# Maximum bytes between two batches of the host: a slice of 10 s of sound has 0.5 MB. A program
# that prints in a loop does not ask for the time, and would fill this computer's memory.
SAID_BYTES_MOST = 4_000_000
_TOO_MUCH = (
    f"A program on the device says more than {SAID_BYTES_MOST // 1_000_000} MB at one moment: it"
    " was ended."
)

# Time limit for a function in C, such as a product of huge numbers, because only loops are
# counted: see engine/README.md. Real programs need milliseconds between two batches.
SILENT_CPU_S, LOOK_S = 6.0, 1.0
_SILENT = (
    f"A program on the device computed for {SILENT_CPU_S:.0f} s without asking for the time: it"
    " was ended."
)


class _Ended(Exception):
    """The host ends this run."""


class WasmPort:
    """The desk engine's ``Interpreter`` on every computer.

    Args:
        files: path on the device to content.

    Raises:
        Unavailable: the WebAssembly module was not built.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        machine.loaded()
        self._flash = engine_flash.flash_of(files)
        self._process: WasmProcess | None = None

    def start(self) -> WasmProcess:
        """Starts a run with the files that the previous run left."""
        flash = self._process.flash() if self._process else self._flash
        self._process = WasmProcess(flash)
        return self._process

    def files(self) -> dict[str, bytes]:
        """Returns all files of the device: path with a leading slash to content."""
        whole = self._flash.ljust(engine_flash.FLASH_SIZE, file_system.ERASED)
        found = file_system.read(self._process.flash() if self._process else whole)
        return {f"/{name}": found[name] for name in sorted(found)}

    def close(self) -> None:
        """Frees the flash."""
        self._process, self._flash = None, b""


class WasmProcess:
    """A run in its own thread. It runs only while ``run`` waits for it.

    Args:
        flash: content of the flash at the start.
    """

    def __init__(self, flash: bytes) -> None:
        self._parts: list[bytes] = []
        self._said_bytes = 0
        self._said: SimpleQueue[BaseException | None] = SimpleQueue()
        self._told: SimpleQueue[list[Record]] = SimpleQueue()
        self._answer: Answer = lambda said: None
        self._ends = False
        self._last_flash = b""  # content of the flash after the run has ended
        self._machine = new_machine(self._keep, self._exchange)
        self._machine.write(self._machine.flash, flash)
        before = threading.stack_size(machine.THREAD_BYTES)
        self._thread = threading.Thread(target=self._live, daemon=True, name="pingblock-wasm")
        self._thread.start()
        threading.stack_size(before)

    def flash(self) -> bytes:
        """Returns the current content of the flash."""
        return self._last_flash or self._machine.read(self._machine.flash, engine_flash.FLASH_SIZE)

    def run(self, batch: list[Record], answer: Answer) -> None:
        """See ``Process.run``.

        ``answer`` is called in the firmware's thread, which avoids switching between threads.
        """
        self._answer = answer
        self._told.put(batch)
        if fault := self._heard():
            raise fault

    def _heard(self) -> BaseException | None:
        """Waits until the firmware has sent a batch, or has computed for too long."""
        began_s = time.process_time()
        while True:
            try:
                return self._said.get(timeout=LOOK_S)
            except Empty:
                if time.process_time() - began_s > SILENT_CPU_S:
                    self._machine.stop()
                    self._said.get()
                    return PingblockError(_SILENT)

    def close(self) -> None:
        """Ends the run and frees its memory. Its flash can still be read."""
        self._ends = True
        self._told.put([])
        if self._last_flash:
            return
        self._thread.join()
        self._last_flash = self.flash()
        self._machine.close()
        del self._machine, self._answer  # They refer to this object, and would keep it in memory.

    # These methods run in the thread of the firmware.

    def _live(self) -> None:
        try:
            self._machine.boot()
        except _Ended:
            return
        except PingblockError as fault:
            self._said.put(fault)
        except Exception as fault:
            words = self._machine.printed.decode(errors="replace").strip()
            # Only the last line of a trap's text says what happened. The other lines are
            # addresses.
            said = words or str(fault).strip().rpartition("\n")[2] or type(fault).__name__
            self._said.put(PingblockError(f"The MicroPython process died: {said[-4000:]}"))

    def _keep(self, said: bytes) -> None:
        """Keeps a piece of the firmware's output until the next exchange."""
        if self._ends:
            raise _Ended
        self._parts.append(said)
        self._said_bytes += len(said)
        if self._said_bytes > SAID_BYTES_MOST:
            raise PingblockError(_TOO_MUCH)

    def _exchange(self) -> bytes:
        """Passes on the firmware's output. Returns the next batch."""
        told = self._answered() if self._parts else None
        if told is None:
            told = self._told.get()
        if self._ends:
            raise _Ended
        return messages.pack(told)

    def _answered(self) -> list[Record] | None:
        said = b"".join(self._parts)
        self._parts.clear()
        self._said_bytes = 0
        fault: BaseException | None = None
        try:
            if (told := self._answer(messages.unpack(said))) is not None:
                return told
        except BaseException as raised:
            fault = raised
        self._said.put(fault)
        return None
