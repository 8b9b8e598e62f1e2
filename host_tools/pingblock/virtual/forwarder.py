"""Forwards a device's serial output to programs on this computer."""

from __future__ import annotations

from pingblock.virtual.engine import Samples, Sink


class SerialForwarder:
    """A sink in front of another sink. It passes all reports on, and copies the serial bytes."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def in_front(self, behind: Sink) -> Sink:
        """Connects this sink to the next. Returns this sink, to which the engine must report."""
        self._behind = behind
        self.pin = behind.pin
        self.pwm = behind.pwm
        self.clocks = behind.clocks
        self.adc = behind.adc
        self.report = behind.report
        self.reset = behind.reset
        return self

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        self._behind.speaker(at_us, period_us, levels, top)

    def serial(self, at_us: float, data: bytes) -> None:
        self._bytes += data
        self._behind.serial(at_us, data)

    def take(self) -> bytes:
        """Returns the serial bytes that came since the last call."""
        data = bytes(self._bytes)
        self._bytes.clear()
        return data
