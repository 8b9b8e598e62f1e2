"""MicroPython's module in wasmtime. It is compiled and started once, then copied for each run."""

from __future__ import annotations

import ctypes
import functools
import platform
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import wasmtime

from pingblock.common.cache import cache_dir, kept
from pingblock.errors import Unavailable
from pingblock.virtual.wasm.flash import simulation
from pingblock.virtual.wasm.module import module_path

_STACK_BYTES = 2 << 20  # stack of WebAssembly's own calls: the maximum of wasmtime
THREAD_BYTES = 4 * _STACK_BYTES
_EPOCHS = 1  # the running code ends after this many calls of ``stop``
_PAGE = 65_536
_LOAD = """
import vfs, _engine
vfs.mount(vfs.VfsLfs2(_engine.Flash(), progsize=256), "/")
import sim.entry
vfs.umount("/")
"""
_START = "from sim import entry; entry.start()"
_NOTHING = bytes(_PAGE)


class Machine:
    """An instance of the module.

    Args:
        out: called with the module's output, which consists of records.
        exchange: returns the next batch for the module.
        module: replaces the engine's module in tests.
    """

    def __init__(
        self,
        out: Callable[[bytes], None],
        exchange: Callable[[], bytes],
        module: bytes | None = None,
    ) -> None:
        self._engine, compiled = _compiled() if module is None else _fresh(module)
        self._out, self._exchange, self._batch = out, exchange, b""
        self.printed = b""
        self._store = wasmtime.Store(self._engine)
        self._store.set_epoch_deadline(_EPOCHS)
        linker = wasmtime.Linker(self._engine)
        i32 = wasmtime.ValType.i32()
        for name, given, returned, function in (
            ("out", [i32, i32], [], self._said),
            ("exchange", [i32, i32, i32, i32], [i32], self._exchanged),
            ("print", [i32, i32], [], self._print),
        ):
            linker.define_func("host", name, wasmtime.FuncType(given, returned), function)
        self._exports: Any = linker.instantiate(self._store, compiled).exports(self._store)
        memory: Any = self._exports["memory"]
        self._size: int = memory.data_len(self._store)
        self._base = ctypes.addressof(memory.data_ptr(self._store).contents)
        self.flash = self._call("flash")

    def _call(self, name: str, *values: int) -> Any:
        return self._exports[name](self._store, *values)

    def read(self, at: int, count: int) -> bytes:
        """Returns ``count`` bytes of the module's memory at an address."""
        return ctypes.string_at(self._base + at, count)

    def write(self, at: int, data: bytes) -> None:
        """Writes into the module's memory."""
        ctypes.memmove(self._base + at, data, len(data))

    def run(self, source: str) -> None:
        """Runs Python code. Returns when it ends.

        Raises:
            RuntimeError: the code raised an exception, which was printed.
        """
        self.write(self._call("source"), source.encode())
        if self._call("run", len(source.encode())):
            raise RuntimeError(self.printed.decode(errors="replace"))

    def load(self) -> None:
        """Starts MicroPython and imports the simulation."""
        self._call("_initialize")
        self._call("start")
        files = simulation()
        self.write(self.flash, files)
        self.run(_LOAD)
        self.write(self.flash, bytes(len(files)))

    def pages(self) -> dict[int, bytes]:
        """Returns the parts of the memory that are not zero: address to page."""
        found = ((at, self.read(at, _PAGE)) for at in range(0, self._size, _PAGE))
        return {at: page for at, page in found if page != _NOTHING}

    def fill(self, pages: dict[int, bytes]) -> None:
        """Copies another machine's memory, as ``pages`` returned it, into this new machine."""
        for at, page in pages.items():
            self.write(at, page)

    def boot(self) -> None:
        """Runs the device until its host raises an exception in ``exchange``."""
        self.run(_START)

    def stop(self) -> None:
        """Ends the running code, even inside a C function. Any thread can call this."""
        self._engine.increment_epoch()

    def close(self) -> None:
        """Frees the memory.

        wasmtime keeps the functions above, which would keep this object in memory.
        """
        self._store.close()

    # functions that the module imports

    def _said(self, at: int, count: int) -> None:
        self._out(self.read(at, count))

    def _exchanged(self, at: int, count: int, into: int, room: int) -> int:
        if count:
            self._said(at, count)
        batch, self._batch = self._batch or self._exchange(), b""
        if len(batch) > room:
            self._batch = batch  # The module asks again, with more memory for the batch.
        else:
            self.write(into, batch)
        return len(batch)

    def _print(self, at: int, count: int) -> None:
        self.printed = (self.printed + self.read(at, count))[-4000:]


def new_machine(out: Callable[[bytes], None], exchange: Callable[[], bytes]) -> Machine:
    """Returns a machine that can be booted. Its flash is empty."""
    machine = Machine(out, exchange)
    machine.fill(loaded())
    return machine


@functools.cache
def loaded() -> dict[int, bytes]:
    """Returns the memory of a machine that has imported the simulation, which all others copy.

    Raises:
        Unavailable: the WebAssembly module was not built.
    """
    machine = Machine(lambda data: None, bytes)
    machine.load()
    return machine.pages()


def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Returns an engine, and the module compiled for it.

    Each machine has its own engine, because ``stop`` ends all code of an engine. All engines map
    the same file in the cache, which contains the compiled module.
    """
    engine, place = wasmtime.Engine(_config()), _compiled_file()
    try:
        return engine, wasmtime.Module.deserialize_file(engine, str(place))
    except wasmtime.WasmtimeError as fault:
        raise Unavailable(f"{place} cannot be used here ({fault}): delete it.") from None


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.max_wasm_stack = _STACK_BYTES
    config.epoch_interruption = True
    return config


@functools.cache
def _compiled_file() -> Path:
    """Returns the file with the module compiled for this computer, which is kept in the cache."""
    module = module_path().read_bytes()
    digest = sha256(module).hexdigest()
    about = ("stop", version("wasmtime"), sys.platform, platform.machine(), digest)
    place = cache_dir("engine") / f"{sha256(repr(about).encode()).hexdigest()[:16]}.compiled"
    kept(place, lambda: bytes(wasmtime.Module(wasmtime.Engine(_config()), module).serialize()))
    return place


@functools.cache
def _fresh(module: bytes) -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = wasmtime.Engine(_config())
    return engine, wasmtime.Module(engine, module)
