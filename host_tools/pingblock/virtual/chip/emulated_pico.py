"""Code for the engines of both emulated chips: actions at their times, and the initial flash."""

from __future__ import annotations

import heapq
from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from itertools import count

from pingblock.boards.board import BoardData, gpios
from pingblock.image import file_system, uf2
from pingblock.virtual.chip.reporter import Reporter
from pingblock.virtual.engine import Sink


class EmulatedPico:
    """Schedules the calls of ``pingblock.virtual.engine.Engine``, and makes each at its time.

    Args:
        sink: receives everything that the chip reports.
        board: the pin map, with the pins of the speaker and VBUS.
    """

    _storage: file_system.Storage  # the place of the files in the chip's flash

    def __init__(self, sink: Sink, board: BoardData) -> None:
        self._report = Reporter(sink, lambda: self.now_us)
        self._gpio = gpios(board)
        self._actions: list[tuple[float, int, str, tuple[object, ...]]] = []
        self._order = count()

    @property
    @abstractmethod
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, including time without power."""

    @abstractmethod
    def flash_image(self) -> bytes:
        """Returns a copy of the whole flash, also while the power is off."""

    @abstractmethod
    def _act(self, what: str, *values: object) -> object:
        """Performs an action of ``_schedule`` now."""

    @abstractmethod
    def _run_until(self, until_us: float) -> None:
        """Runs the chip, if it has power, until ``until_us``."""

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin. None releases the pin to its pull."""
        self._schedule(at_us, "drive", gpio, level)

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""
        self._schedule(at_us, "send", data)

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules whether the USB host reads. The port stays open."""
        self._schedule(at_us, "reads", reading)

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules closing or opening the serial port (DTR) while the cable is plugged in."""
        self._schedule(at_us, "open", opened)

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules plugging or unplugging the USB cable, which changes the link and VBUS."""
        if "vbus_sense" in self._gpio:  # A Pico W does not have this signal.
            self._schedule(at_us, "drive", self._gpio["vbus_sense"], connected, True)
        self._schedule(at_us, "plug", connected)

    def power(self, at_us: float, on: bool) -> None:
        """Schedules loss or return of power. Only the flash keeps its content."""
        self._schedule(at_us, "power", on)

    def advance(self, until_us: float) -> None:
        """Runs until ``until_us``."""
        while self._actions and self._actions[0][0] <= until_us:
            at_us, _order, what, values = heapq.heappop(self._actions)
            self._run_until(at_us)
            self._act(what, *values)
        self._run_until(until_us)
        self._report.flush()

    def device_files(self) -> dict[str, bytes]:
        """Returns the files that are now in the device's file system."""
        start = self._storage.offset
        return file_system.read(self.flash_image()[start : start + self._storage.size])

    def _schedule(self, at_us: float, what: str, *values: object) -> None:
        heapq.heappush(self._actions, (at_us, next(self._order), what, values))


def whole_flash(content: bytes, files: Mapping[str, bytes], storage: file_system.Storage) -> bytes:
    """Returns a whole flash with the blocks of a UF2 file and these files.

    Args:
        content: content of the UF2 file.
        files: path on the device to content.
        storage: place of the file system, which is at the end of the flash.
    """
    flash = _programmed(content, storage.offset + storage.size)
    return flash[: storage.offset] + file_system.build(files, storage)


@lru_cache(maxsize=4)
def _programmed(content: bytes, size: int) -> bytes:
    """Returns a flash with the blocks of a UF2 file. Cached, because most chips use one file."""
    flash = bytearray(file_system.ERASED * size)
    for offset, block in uf2.flash_blocks(content):
        flash[offset : offset + len(block)] = block
    return bytes(flash)
