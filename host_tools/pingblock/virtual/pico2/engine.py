"""The engine ``pico2``: MicroPython for the Pico 2 or 2 W, on an RP2350 that node emulates."""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from pingblock.boards.board import BOARD, BoardData
from pingblock.image import file_system
from pingblock.virtual.chip.corrections.usb_host import QUEUE_LIMIT
from pingblock.virtual.chip.emulated_pico import EmulatedPico, whole_flash
from pingblock.virtual.engine import Sink
from pingblock.virtual.pico2.process import NodeProcess


class Pico2Engine(EmulatedPico):
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
        super().__init__(sink, board)
        self._now_us = 0.0
        self._told_us = 0.0
        self._report.now_us = lambda: self._told_us
        self._hears: dict[str, Callable[..., object]] = {
            "pin": self._report.pin,
            "pwm": self._report.pwm,
            "clocks": self._report.clocks,
            "adc": self._report.adc,
            "samples": self._on_samples,
            "serial": lambda text: self._report.serial(b64decode(text)),
            "tap": self._report.tap,
            "reset": self._on_reset,
        }
        self._folder = tempfile.TemporaryDirectory()
        flash = Path(self._folder.name) / "flash"
        self._storage = file_system.PICO_2
        flash.write_bytes(whole_flash(micropython.read_bytes(), files, self._storage))
        self._process: NodeProcess | None = NodeProcess(flash, self._gpio["speaker"], self._take)
        self.plug(0.0, True)
        self.power(0.0, True)

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, including time without power."""
        return self._now_us

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` accepts now."""
        return QUEUE_LIMIT

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

    def flash_image(self) -> bytes:
        """Returns a copy of the whole flash, also while the power is off."""
        path = Path(self._folder.name) / "read"
        self._call("flash", str(path))
        return path.read_bytes()

    def _run_until(self, until_us: float) -> None:
        if until_us > self._now_us:
            self._now_us = self._call("run", until_us * 1000) / 1000

    def _act(self, what: str, *values: object) -> None:
        texts = (b64encode(v).decode() if isinstance(v, bytes) else v for v in values)
        self._call(what, *texts)

    def _call(self, *request: object) -> float:
        assert self._process is not None, "the engine is closed"
        return self._process.call(*request)

    def _take(self, kind: str, nanos: float, *values: object) -> object:
        self._told_us = nanos / 1000
        return self._hears[kind](*values)

    def _on_samples(self, levels: list[int], times: list[float], top: int, wrap: float) -> None:
        self._report.samples(levels, np.array(times), top, lambda: wrap / 1000)

    def _on_reset(self, cause: str) -> None:
        self._report.epoch_us = self._told_us
        self._report.reset(cause)
