"""MicroPython in WebAssembly, in this process: a thread for each life, a flash in memory."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

from pingblock.build import image
from pingblock.errors import PingblockError
from pingblock.virtual.desk import messages
from pingblock.virtual.desk.interpreter import Hung
from pingblock.virtual.desk.messages import Record
from pingblock.virtual.wasm import machine
from pingblock.virtual.wasm.machine import Machine, new_machine


class _Ended(Exception):
    """The host ends this life."""


class WasmPort:
    """The desk engine's ``Interpreter`` on every computer.

    Args:
        files: path on the device to content.

    Raises:
        Unavailable: the module was not built.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        machine.prepare()
        self._flash = machine.flash_of(files)
        self._process: WasmProcess | None = None

    def start(self, settings: dict[str, Any]) -> WasmProcess:
        """Starts a life with the files of the last one."""
        flash = self._process.flash() if self._process else self._flash
        self._process = WasmProcess(settings, flash)
        return self._process

    def _present(self) -> bytes:
        if self._process:
            return self._process.flash()
        return self._flash.ljust(machine.FLASH_SIZE, image.ERASED)

    def files(self) -> dict[str, bytes]:
        """Returns every file of the device: path with a leading slash to content."""
        found = image.read(self._present())
        return {f"/{name}": found[name] for name in sorted(found)}

    def close(self) -> None:
        """Lets the flash go."""
        self._process, self._flash = None, b""


class WasmProcess:
    """One life. The firmware runs only while ``receive`` waits for it.

    Args:
        settings: what ``sim/entry.py`` reads at its start.
        flash: what the flash holds.
    """

    def __init__(self, settings: dict[str, Any], flash: bytes) -> None:
        self._parts: list[bytes] = []
        self._said: SimpleQueue[bytes | Exception] = SimpleQueue()
        self._told: SimpleQueue[bytes | None] = SimpleQueue()
        self._machine: Machine | None = new_machine(self._out, self._wait)
        self._machine.write(self._machine.flash, flash)
        self.send([Record("c", 0, json.dumps(settings).encode())])
        before = threading.stack_size(machine.THREAD_BYTES)
        self._thread = threading.Thread(target=self._live, daemon=True, name="pingblock-wasm")
        self._thread.start()
        threading.stack_size(before)

    def flash(self) -> bytes:
        """Returns what the flash holds now."""
        assert self._machine
        return self._machine.read(self._machine.flash, machine.FLASH_SIZE)

    def send(self, records: list[Record]) -> None:
        """Sends one batch."""
        self._told.put(messages.pack(records)[4:])

    def receive(self) -> list[Record]:
        """Waits for one batch.

        Raises:
            Hung: the firmware spins.
            PingblockError: the interpreter died; the message holds its last words.
        """
        said = self._said.get()
        if isinstance(said, Exception):
            raise said
        return messages.unpack(said)

    def close(self) -> None:
        """Ends the life; its flash can still be read."""
        self._told.put(None)
        self._thread.join()

    # --- in the thread of the firmware

    def _live(self) -> None:
        assert self._machine
        try:
            self._machine.boot()
        except _Ended:
            return
        except Exception as fault:
            words = self._machine.printed.decode(errors="replace").strip()
            said = words or str(fault).strip() or type(fault).__name__
            self._said.put(PingblockError(f"The MicroPython process died: {said[-4000:]}"))

    def _out(self, data: bytes) -> None:
        if data:
            self._parts.append(data)
        else:
            self._hand_over()
            self._said.put(Hung())

    def _wait(self) -> bytes:
        self._hand_over()
        told = self._told.get()
        if told is None:
            raise _Ended
        return told

    def _hand_over(self) -> None:
        if self._parts:
            self._said.put(b"".join(self._parts))
            self._parts = []
