"""The desk engine: the firmware files on the MicroPython unix port under a virtual clock."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pingblock.errors import PingblockError
from pingblock.virtual.desk.device_files import DeviceFiles
from pingblock.virtual.desk.inputs import VBUS_GPIO, Inputs
from pingblock.virtual.desk.messages import LET_GO, Record
from pingblock.virtual.desk.outputs import Outputs
from pingblock.virtual.desk.process import Hung, Process
from pingblock.virtual.engine import Sink

BOOT_US = 60_000  # reset to the first line of main.py; on the chip 56-77 ms to ready
_SLICE_NS = 1_000_000_000  # the process reports at least once an emulated second
_COLD = bytes(36)  # scratch words and reset reason after power-on


class Fault(PingblockError):
    """The firmware did what real hardware would not forgive (say, read a floating input)."""


class DeskEngine:
    """One virtual Pico. Implements ``pingblock.virtual.engine.Engine``.

    Nothing runs before the first ``advance``; power is on and the cable in (unless ``plugged``
    is False) at time 0. Firmware code itself takes no emulated time.

    Args:
        sink: told everything that the firmware does.
        firmware_dir: the firmware's folder; it is copied, never written to.
        files: path on the device (``/seed``) to content, besides the firmware.
        entropy_seed: decides ``os.urandom``; each power-on and reset differs.
        plugged: whether USB is connected at first.
        speaker_gpio: the pin told as ``speaker``.
        boot_us: emulated time from reset to the first line of ``main.py``.
        ticks_offset_us: added to the firmware's tick counters, to test their wrap.

    Raises:
        Unavailable: there is no MicroPython unix port for this machine.
    """

    name = "desk"

    def __init__(
        self,
        sink: Sink,
        *,
        firmware_dir: Path,
        files: Mapping[str, bytes] | None = None,
        entropy_seed: int = 1,
        plugged: bool = True,
        speaker_gpio: int = 16,
        boot_us: int = BOOT_US,
        ticks_offset_us: int = 0,
    ) -> None:
        self.files = DeviceFiles(firmware_dir, files or {})
        self.crash = ""  # traceback of the last uncaught exception since power-on or reset
        self._fixed = {
            "root": str(self.files.root),
            "speaker_gpio": speaker_gpio,
            "boot_us": boot_us,
            "ticks_offset_us": ticks_offset_us,
        }
        self._entropy_seed = entropy_seed
        self._starts = 0
        self._outputs = Outputs(sink)
        self._inputs = Inputs(plugged)
        self._process: Process | None = None
        self._now_ns = 0
        self._watchdog_ns = 0  # when the watchdog resets, 0 = never
        self._watchdog_state = _COLD
        self._spinning = False
        self.power(0.0, True)

    # --- the Engine protocol

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, unpowered time included."""
        return self._now_ns / 1000

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin; None releases it to its pull."""
        self._add(at_us, "p", bytes((gpio, LET_GO if level is None else int(level))))

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""
        self._add(at_us, "s", data)

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules whether the USB host reads; the port stays open."""
        self._add(at_us, "r", bytes((reading,)))

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules the USB cable: the link, and VBUS on GPIO24."""
        self._add(at_us, "u", bytes((connected,)))
        self.drive(at_us, VBUS_GPIO, connected)

    def power(self, at_us: float, on: bool) -> None:
        """Schedules loss or return of power. Files are kept, all else is lost."""
        self._add(at_us, "power", bytes((on,)))

    def advance(self, until_us: float) -> None:
        """Runs the firmware until ``until_us``; what wakes exactly then runs next time.

        Raises:
            Fault: the firmware did what real hardware would not forgive.
            PingblockError: the process hangs or died.
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
        """Ends the process and deletes the device's files. Safe to call twice."""
        self._end_process()
        self.files.close()

    # --- how

    def _add(self, at_us: float, kind: str, payload: bytes) -> None:
        self._inputs.add(max(self._now_ns, round(at_us * 1000)), kind, payload)

    def _switch_power(self) -> None:
        while (on := self._inputs.take_power(self._now_ns)) is not None:
            if on and self._process is None:
                self._start("power_on", _COLD)
            elif not on and self._process is not None:
                self._end_process()
                self._outputs.let_go(self.now_us)

    def _start(self, cause: str, state: bytes) -> None:
        self._starts += 1
        self.crash = ""
        self._watchdog_ns = 0
        entropy = hashlib.sha256(f"{self._entropy_seed}/{self._starts}".encode()).digest()
        self._inputs.applied(self._now_ns)
        settings: dict[str, Any] = {
            "at_ns": self._now_ns,
            "entropy": list(entropy),
            "state": list(state),
            "driven": sorted(self._inputs.driven.items()),
            "plugged": self._inputs.plugged,
            "reading": self._inputs.reading,
        }
        self._process = Process(self._fixed | settings)
        self._receive()
        self._outputs.reset(self.now_us, cause)

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None
            self._spinning = False
            self._inputs.give_back()

    def _run(self, until_ns: int) -> None:
        if self._process is None or self._spinning:
            self._stand_still(until_ns)
            return
        self._process.send([*self._inputs.take(until_ns), Record("R", until_ns)])
        try:
            self._receive()
        except Hung:
            if not self._watchdog_ns:
                raise
            self._spinning = True

    def _stand_still(self, until_ns: int) -> None:
        """Time goes on without a word of the firmware: no power, or until the watchdog bites."""
        if self._spinning and self._watchdog_ns <= until_ns:
            self._now_ns = max(self._now_ns, self._watchdog_ns)
            self._again("watchdog", self._watchdog_state)
            return
        self._inputs.take(until_ns)
        self._inputs.applied(until_ns)
        self._now_ns = until_ns

    def _receive(self) -> None:
        """Handles what the process says until its clock stands."""
        while self._process is not None:
            for record in self._process.receive():
                if self._handle(record):
                    return

    def _handle(self, record: Record) -> bool:
        """Handles one record; returns True if the process waits for us now."""
        if record.kind == "D":
            self._now_ns = record.at_ns
            self._inputs.applied(record.at_ns)
            return True
        if record.kind == "!":
            self._now_ns = record.at_ns
            size = record.payload[0]
            self._again(record.payload[1 : size + 1].decode(), record.payload[size + 1 :])
            return True
        if record.kind == "A":
            assert self._process is not None
            self._process.send([Record("a", 0, self._outputs.adc(record))])
        else:
            self._note(record)
        return False

    def _note(self, record: Record) -> None:
        if record.kind == "X":
            self.crash = record.payload.decode(errors="replace")
        elif record.kind == "F":
            raise Fault(f"At {record.at_ns / 1e6:.3f} ms: {record.payload.decode()}")
        elif record.kind == "G":
            self._watchdog_ns = int.from_bytes(record.payload[:8], "little")
            self._watchdog_state = record.payload[8:]
        else:
            self._outputs.tell(record)

    def _again(self, cause: str, state: bytes) -> None:
        """The chip starts again: a new process over the same files."""
        self._inputs.applied(self._now_ns)
        self._end_process()
        self._outputs.let_go(self.now_us)
        self._start(cause, state)
