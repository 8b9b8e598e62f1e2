"""The engine ``pico2``: MicroPython for the Pico 2 or 2 W, on an RP2350 that node emulates."""

from __future__ import annotations

import heapq
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import numpy as np

from pingblock.boards.board import BOARD, BoardData, gpios
from pingblock.image import file_system, uf2
from pingblock.virtual.chip.corrections.usb_host import QUEUE_LIMIT
from pingblock.virtual.chip.reporter import Reporter
from pingblock.virtual.engine import Sink
from pingblock.virtual.pico2.process import NodeProcess
from pingblock.virtual.report_tap import TapLines

FLASH_SIZE = 4 * 1024 * 1024


class Pico2Engine:
    """An emulated Pico 2. Implements ``pingblock.virtual.engine.Engine``.

    Args:
        sink: receives everything that the chip reports.
        micropython: the UF2 file to boot.
        files: path on the device to content.
        board: the pin map, with the pins of the speaker and VBUS.

    Raises:
        Unavailable: node or the emulator is missing.
    """

    name = "pico2"

    def __init__(
        self,
        sink: Sink,
        *,
        micropython: Path,
        files: Mapping[str, bytes],
        board: BoardData = BOARD,
    ) -> None:
        self._now_us = 0.0
        self._told_us = 0.0
        self._report = Reporter(sink, lambda: self._told_us)
        self._tap = TapLines()
        self._hears: dict[str, Callable[..., object]] = {
            "pin": self._report.pin,
            "pwm": self._report.pwm,
            "clocks": self._report.clocks,
            "adc": self._report.adc,
            "samples": self._on_samples,
            "serial": lambda text: self._report.serial(b64decode(text)),
            "tap": self._on_tap,
            "reset": self._on_reset,
        }
        self._gpio = gpios(board)
        self._actions: list[tuple[float, int, tuple[object, ...]]] = []
        self._order = count()
        self._folder = tempfile.TemporaryDirectory()
        flash = Path(self._folder.name) / "flash"
        flash.write_bytes(new_flash(micropython, files))
        self._process: NodeProcess | None = NodeProcess(flash, self._gpio["speaker"], self._take)
        self.plug(0.0, True)
        self.power(0.0, True)

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, unpowered time included."""
        return self._now_us

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin. None releases it to its pull."""
        self._schedule(at_us, "drive", gpio, level)

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""
        self._schedule(at_us, "send", b64encode(data).decode())

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules whether the USB host reads. The port stays open."""
        self._schedule(at_us, "reads", reading)

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules closing or opening the serial port with the cable in (DTR)."""
        self._schedule(at_us, "open", opened)

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` takes now."""
        return QUEUE_LIMIT

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules the USB cable: the link, and VBUS."""
        if "vbus_sense" in self._gpio:  # A Pico W does not have this signal.
            self._schedule(at_us, "drive", self._gpio["vbus_sense"], connected, True)
        self._schedule(at_us, "plug", connected)

    def power(self, at_us: float, on: bool) -> None:
        """Schedules loss or return of power. Only the flash keeps its content."""
        self._schedule(at_us, "power", on)

    def advance(self, until_us: float) -> None:
        """Runs until ``until_us``."""
        while self._actions and self._actions[0][0] <= until_us:
            at_us, _order, request = heapq.heappop(self._actions)
            self._run(at_us)
            self._call(*request)
        self._run(until_us)
        self._report.flush()

    def close(self) -> None:
        """Ends the process. It can be called twice."""
        if self._process:
            self._process.close()
            self._folder.cleanup()
        self._process = None

    # only for tests of this engine

    @property
    def cycles(self) -> float:
        """Clock cycles in which the processor worked since the last start."""
        return self._call("cycles")

    def device_files(self) -> dict[str, bytes]:
        """Returns the files that are now in the device's file system."""
        path = Path(self._folder.name) / "read"
        self._call("flash", str(path))
        start = file_system.PICO_2.offset
        return file_system.read(path.read_bytes()[start : start + file_system.PICO_2.size])

    def _schedule(self, at_us: float, *request: object) -> None:
        heapq.heappush(self._actions, (at_us, next(self._order), request))

    def _run(self, until_us: float) -> None:
        if until_us > self._now_us:
            self._now_us = self._call("run", until_us * 1000) / 1000

    def _call(self, *request: object) -> float:
        assert self._process is not None, "the engine is closed"
        return self._process.call(*request)

    def _take(self, kind: str, nanos: float, *values: object) -> object:
        self._told_us = nanos / 1000
        return self._hears[kind](*values)

    def _on_samples(self, levels: list[int], times: list[float], top: int, wrap: float) -> None:
        self._report.samples(levels, np.array(times), top, lambda: wrap / 1000)

    def _on_tap(self, word: int) -> None:
        if line := self._tap.add(word):
            self._report.report(line)

    def _on_reset(self, cause: str) -> None:
        self._report.epoch_us = self._told_us
        self._report.reset(cause)


def new_flash(micropython: Path, files: Mapping[str, bytes]) -> bytes:
    """Returns the flash of a Pico 2 with the blocks of a UF2 file and these files."""
    flash = bytearray(b"\xff" * FLASH_SIZE)
    for offset, block in uf2.flash_blocks(micropython.read_bytes()):
        flash[offset : offset + len(block)] = block
    storage = file_system.PICO_2
    flash[storage.offset : storage.offset + storage.size] = file_system.build(files, storage)
    return bytes(flash)
