"""The desk engine: runs the firmware on MicroPython for this computer, with a virtual clock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from pingblock.boards.board import BOARD, BoardData, firmware_files, gpios
from pingblock.virtual.desk.inputs import Inputs
from pingblock.virtual.desk.interpreter import Interpreter
from pingblock.virtual.desk.life import Life, Restart
from pingblock.virtual.desk.messages import LET_GO
from pingblock.virtual.desk.outputs import DeskOutputs
from pingblock.virtual.desk.process import UnixPort
from pingblock.virtual.engine import Sink
from pingblock.virtual.source_layout import FIRMWARE, layout

# Time from a reset to the first line of main.py. A chip is ready after 56 to 77 ms.
BOOT_US = 60_000
# Time from a reset, or from plugging in the cable, until a program can send. The host starts the
# bus after 100 ms (``sim/serial.py``), then asks the device for its description.
BUS_US = 130_000
_SLICE_NS = 10_000_000_000  # longest time between two reports of the process
_ROOM_BYTES = 65_536
_OFF, _ON, _RUN = 0, 1, 2
# The state after power-on and after a RUN reset, in which scratch words and reset reason are zero.
_STARTS = {_ON: Restart("power_on", bytes(40)), _RUN: Restart("run_pin", bytes(40))}


class DeskTimes(NamedTuple):
    """Emulated times of a start, in us.

    Args:
        boot_us: time from a reset to the first line of ``main.py``.
        bus_us: time from a reset, or from plugging in, until the host can send.
        ticks_offset_us: offset of the firmware's tick counters, to test their overflow.
    """

    boot_us: int = BOOT_US
    bus_us: int = BUS_US
    ticks_offset_us: int = 0


USUAL = DeskTimes()


class DeskEngine:
    """A virtual Pico. Implements ``pingblock.virtual.engine.Engine``.

    It runs only in ``advance``. At time 0, the power is on and, if ``plugged``, the cable is
    plugged in. Firmware code takes no emulated time.

    Args:
        sink: receives everything that the firmware reports.
        firmware_dir: the firmware's folder, which is copied and not changed.
        files: path on the device (``/seed``) to content, in addition to the firmware.
        entropy_seed: seed of ``os.urandom``, whose bytes differ after each power-on and reset.
        plugged: whether USB is connected at power-on.
        board: the pin map, with the pins of the speaker and VBUS, and the firmware's data about
            it.
        times: how long the device and the host take to start.
        name: ``desk``, or the name of the engine with another interpreter.
        interpreter: called with the device's files. Returns the interpreter that runs them.

    Raises:
        Unavailable: the interpreter cannot run on this computer.
    """

    def __init__(
        self,
        sink: Sink,
        *,
        firmware_dir: Path,
        files: Mapping[str, bytes] | None = None,
        entropy_seed: int = 1,
        plugged: bool = True,
        board: BoardData = BOARD,
        times: DeskTimes = USUAL,
        name: str = "desk",
        interpreter: Callable[[Mapping[str, bytes]], Interpreter] = UnixPort,
    ) -> None:
        self.name = name
        of_board = {f"{FIRMWARE}{path}": data for path, data in firmware_files(board).items()}
        files = layout(firmware_dir, {**of_board, **(files or {})}, board)
        self._interpreter = interpreter(files)
        self._gpio = gpios(board)
        self._fixed = {
            "speaker_gpio": self._gpio["speaker"],
            "boot_us": times.boot_us,
            "ticks_offset_us": times.ticks_offset_us,
        }
        self._entropy_seed = entropy_seed
        self._starts = 0
        self._chip_reset_ns = 0  # The firmware's clock counts from this time.
        self._bus_us = times.bus_us
        # time at which the cable was last plugged in, or the chip was last reset
        self._plugged_us = 0.0
        self._outputs = DeskOutputs(sink)
        self._vbus_gpio = self._gpio.get("vbus_sense")  # A Pico W has no such pin.
        self._inputs = Inputs(plugged, self._vbus_gpio)
        self._life: Life | None = None  # None while the power is off
        self._now_ns = 0
        self.power(0.0, True)

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, including time without power."""
        return self._now_ns / 1000

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin. None releases the pin to its pull."""
        self._add(at_us, "p", bytes((gpio, LET_GO if level is None else int(level))))

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware. They wait until the bus is ready."""
        is_early = self._plugged_us <= at_us < self._plugged_us + self._bus_us
        self._add(self._plugged_us + self._bus_us if is_early else at_us, "s", data)

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules whether the USB host reads. The port stays open."""
        self._add(at_us, "r", bytes((reading,)))

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules that the host opens or closes the port (DTR) while the cable is plugged in."""
        self._add(at_us, "o", bytes((opened,)))

    @property
    def room(self) -> int:
        """Returns how many bytes ``send`` accepts now. This host's queue has no limit."""
        return _ROOM_BYTES

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules plugging or unplugging the USB cable, which changes the link and VBUS."""
        self._add(at_us, "u", bytes((connected,)))
        if connected:
            self._plugged_us = at_us
        if self._vbus_gpio is not None:
            self.drive(at_us, self._vbus_gpio, connected)

    def power(self, at_us: float, on: bool) -> None:
        """Schedules the loss or return of power. Only files keep their content."""
        self._add(at_us, "power", bytes((_ON if on else _OFF,)))

    def advance(self, until_us: float) -> None:
        """Runs the firmware until ``until_us``. A task that is due at exactly that time runs in
        the next call.

        Raises:
            HardwareMisuse: the firmware did something that is an error on real hardware.
            PingblockError: the process hangs or has died.
        """
        until_ns = round(until_us * 1000)
        while True:
            self._switch_power()
            power_ns = self._inputs.next_power_ns()
            target_ns = until_ns if power_ns is None else min(until_ns, power_ns)
            if self._now_ns >= target_ns:
                return
            self._run(min(target_ns, self._now_ns + _SLICE_NS))

    def close(self) -> None:
        """Stops the process and deletes the device's files. It can be called twice."""
        self._end_life()
        self._interpreter.close()

    # only for tests of this engine

    @property
    def crash(self) -> str:
        """Returns the traceback of the last uncaught exception since the start, or ""."""
        return self._life.crash if self._life else ""

    def run_pin(self, at_us: float, low: bool) -> None:
        """Schedules the RUN pin (reset button). Low stops the chip, and releasing it boots it."""
        self._add(at_us, "power", bytes((_OFF if low else _RUN,)))

    def device_files(self) -> dict[str, bytes]:
        """Returns the files in the device's file system: path with a leading slash to content."""
        return self._interpreter.files()

    def _add(self, at_us: float, kind: str, payload: bytes) -> None:
        self._inputs.add(max(self._now_ns, round(at_us * 1000)), kind, payload)

    def _switch_power(self) -> None:
        while (on := self._inputs.take_power(self._now_ns)) is not None:
            if on and self._life is None:
                self._start(_STARTS[on])
            elif not on and self._life is not None:
                self._end_life()
                self._outputs.let_go(self.now_us)

    def _start(self, why: Restart) -> None:
        self._starts += 1
        if why.cause != "soft_reset":
            self._chip_reset_ns = self._now_ns
            self._plugged_us = self.now_us
            self._inputs.opened = True
        entropy = hashlib.sha256(f"{self._entropy_seed}/{self._starts}".encode()).digest()
        settings: dict[str, object] = {
            "at_ns": self._now_ns,
            "chip_reset_ns": self._chip_reset_ns,
            "entropy": list(entropy),
            "state": list(why.state),
            "driven": sorted(self._inputs.driven.items()),
            "plugged": self._inputs.plugged,
            "reading": self._inputs.reading,
            "opened": self._inputs.opened,
        }
        process = self._interpreter.start()
        settings |= self._fixed
        self._life = Life(process, settings, self._inputs, self._outputs, self._now_ns)
        self._outputs.reset(self.now_us, why.cause)

    def _end_life(self) -> None:
        if self._life is not None:
            self._life.end()
            self._life = None

    def _run(self, until_ns: int) -> None:
        if self._life is None:
            self._inputs.take(until_ns)
            self._inputs.applied(until_ns)
            self._now_ns = until_ns
            return
        again = self._life.run(until_ns)
        self._now_ns = self._life.now_ns
        if again:
            self._end_life()
            self._outputs.let_go(self.now_us)
            self._start(again)
