"""A run of the firmware, from a start until a reset or the loss of power."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pingblock.errors import PingblockError
from pingblock.virtual.desk import messages
from pingblock.virtual.desk.inputs import Inputs
from pingblock.virtual.desk.interpreter import Hung, Process
from pingblock.virtual.desk.messages import Record
from pingblock.virtual.desk.outputs import DeskOutputs


class HardwareMisuse(PingblockError):
    """The firmware did something that is an error on hardware, such as reading a floating pin."""


@dataclass(frozen=True)
class Restart:
    """A start of the chip: its cause and the kept state (scratch words and reset reason)."""

    cause: str
    state: bytes


class Life:
    """A running process, and its last reports.

    Args:
        process: a process that has just started.
        settings: the first batch for ``sim/entry.py``.
        inputs: the scheduled inputs of the device.
        outputs: receives the firmware's outputs.
        start_ns: the time at which the process starts.
    """

    def __init__(
        self,
        process: Process,
        settings: dict[str, object],
        inputs: Inputs,
        outputs: DeskOutputs,
        start_ns: int,
    ) -> None:
        self.now_ns = start_ns
        self.crash = ""
        self._inputs = inputs
        self._outputs = outputs
        self._watchdog_ns = 0  # time of the watchdog's reset, or 0 if the watchdog is off
        self._watchdog_state = b""
        self._spinning = False
        self._fault: HardwareMisuse | None = None  # If it is set, the firmware must not continue.
        self._until_ns = start_ns
        self._again: Restart | None = None
        self._process = process
        process.run([Record("c", 0, json.dumps(settings).encode())], self.answer)

    def run(self, until_ns: int) -> Restart | None:
        """Runs until ``until_ns``, a change of power or a reset. Returns the reset.

        Raises:
            HardwareMisuse: the firmware did something that is an error on real hardware.
            PingblockError: the process hangs without a watchdog, or has died.
        """
        self._until_ns = until_ns
        if self._fault:
            raise self._fault
        if not self._spinning:
            try:
                self._process.run(self._told(), self.answer)
                return self._again
            except Hung:
                if not self._watchdog_ns:
                    raise
                self._spinning = True
        return self._spin(until_ns)

    def _told(self) -> list[Record]:
        return [*self._inputs.take(self._until_ns), Record("R", self._until_ns)]

    def _spin(self, until_ns: int) -> Restart | None:
        """Handles firmware that hangs: advances time until the watchdog resets the chip."""
        self.now_ns = max(self.now_ns, min(until_ns, self._watchdog_ns))
        self._inputs.take(self.now_ns)
        self._inputs.applied(self.now_ns)
        if self.now_ns < self._watchdog_ns:
            return None
        return Restart("watchdog", self._watchdog_state)

    def answer(self, said: list[Record]) -> list[Record] | None:
        """Handles records of the process. Returns the answer, or None if the process must wait."""
        for record in messages.joined(said):
            kind = record.kind
            if kind == "D":
                self.now_ns = record.at_ns
                self._inputs.applied(record.at_ns)
                power_ns = self._inputs.next_power_ns()
                wanted = self._until_ns if power_ns is None else min(self._until_ns, power_ns)
                return None if record.at_ns >= wanted else self._told()
            if kind == "A":
                return [Record("a", 0, self._outputs.adc(record))]
            if kind == "!":
                self.now_ns = record.at_ns
                self._inputs.applied(record.at_ns)
                self._again = _again(record)
                return None
            self._handle(record)
        return []

    def _handle(self, record: Record) -> None:
        if record.kind == "X":
            self.crash = record.payload.decode(errors="replace")
        elif record.kind == "F":
            text = f"At {record.at_ns / 1e6:.3f} ms: {record.payload.decode()}"
            self._fault = HardwareMisuse(text)
            raise self._fault
        elif record.kind == "G":
            self._watchdog_ns = int.from_bytes(record.payload[:8], "little")
            self._watchdog_state = record.payload[8:]
        elif record.kind == "H":
            raise Hung
        else:
            self._outputs.tell(record)

    def end(self) -> None:
        """Stops the process. Inputs that it did not reach are scheduled again."""
        self._process.close()
        self._inputs.give_back()


def _again(record: Record) -> Restart:
    size = record.payload[0]
    return Restart(record.payload[1 : size + 1].decode(), record.payload[size + 1 :])
