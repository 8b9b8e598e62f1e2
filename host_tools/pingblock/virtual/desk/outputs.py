"""Passes the outputs of the virtual Pico's process to the sink. All are low without power."""

from __future__ import annotations

import struct
from array import array

from pingblock.virtual.desk import messages
from pingblock.virtual.desk.messages import Record
from pingblock.virtual.engine import Sink
from pingblock.virtual.report_tap import TapLines


class DeskOutputs:
    """Passes the records of the process to a Sink.

    Args:
        sink: receives the outputs.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._high: set[int] = set()
        self._pwm: set[int] = set()
        self._top = 0
        self._sounding = False
        self._tapped = TapLines()

    def tell(self, record: Record) -> None:
        """Passes on one output record (``P``, ``W``, ``L``, ``B``, ``K``, ``S`` or ``E``)."""
        at_us = record.at_ns / 1000
        if record.kind == "P":
            gpio, level = record.payload[0], bool(record.payload[1])
            (self._high.add if level else self._high.discard)(gpio)
            self._sink.pin(at_us, gpio, level)
        elif record.kind == "W":
            gpio, freq_hz, duty = struct.unpack("<Bdd", record.payload)
            (self._pwm.add if freq_hz else self._pwm.discard)(gpio)
            self._sink.pwm(at_us, gpio, freq_hz, duty)
        elif record.kind == "K":
            self._sink.clocks(at_us, bool(record.payload[0]), bool(record.payload[1]))
        elif record.kind == "S":
            self._sink.serial(at_us, record.payload)
        elif record.kind == "E":
            if line := self._tapped.add(int.from_bytes(record.payload, "little")):
                self._sink.report(at_us, line)
        else:
            self._speaker(at_us, record)

    def _speaker(self, at_us: float, record: Record) -> None:
        if record.kind == "B":
            period_us, levels, self._top = messages.block(record.payload)
        else:
            period_us = 0.0
            level, self._top = struct.unpack("<HH", record.payload)
            levels = array("H", (level,))
        self._sounding = bool(levels[-1])
        self._sink.speaker(at_us, period_us, levels, self._top)

    def adc(self, record: Record) -> bytes:
        """Returns the answer to an ADC read."""
        code = self._sink.adc(record.at_ns / 1000, record.payload[0])
        return max(0, min(4095, code)).to_bytes(2, "little")

    def reset(self, at_us: float, cause: str) -> None:
        """Reports that the firmware has started."""
        self._sink.reset(at_us, cause)

    def let_go(self, at_us: float) -> None:
        """Ends all outputs of the chip, because it lost power or starts again."""
        for gpio in sorted(self._high):
            self._sink.pin(at_us, gpio, False)
        for gpio in sorted(self._pwm):
            self._sink.pwm(at_us, gpio, 0.0, 0.0)
        if self._sounding:
            self._sounding = False
            self._sink.speaker(at_us, 0.0, array("H", (0,)), self._top)
        self._high.clear()
        self._pwm.clear()
