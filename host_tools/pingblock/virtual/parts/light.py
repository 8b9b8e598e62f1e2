"""The RGB light. It records its colour over time and computes its current."""

from __future__ import annotations

Colour = tuple[int, int, int]

# Current through 150 R and 100 R from 3.3 V into a common-cathode LED (boards/rev_a.py),
# estimated. It is not read from the firmware's power budget, because this model checks that.
FULL_MA = 10.0
# The firmware sets three PWM channels one after the other. An eye sees them as one change.
TOGETHER_US = 2000.0


class LightModel:
    """Three PWM outputs as one colour, whose channels are 0..255."""

    def __init__(self) -> None:
        self.changes: list[tuple[float, Colour]] = []
        self._rgb = [0, 0, 0]

    @property
    def colour(self) -> Colour:
        """The current colour: red, green, blue, each 0..255."""
        red, green, blue = self._rgb
        return red, green, blue

    @property
    def current_ma(self) -> float:
        """Current in mA now."""
        return sum(self._rgb) / 255 * FULL_MA

    def channel(self, at_us: float, index: int, duty: float) -> None:
        """Sets channel ``index`` (0 red, 1 green, 2 blue) to ``duty`` 0.0..1.0 at ``at_us``."""
        level = round(max(0.0, min(1.0, duty)) * 255)
        if level == self._rgb[index]:
            return
        self._rgb[index] = level
        self._record(at_us)

    def off(self, at_us: float) -> None:
        """Switches all channels off, because the power is lost or the firmware has stopped."""
        if any(self._rgb):
            self._rgb = [0, 0, 0]
            self._record(at_us)

    def _record(self, at_us: float) -> None:
        if self.changes and at_us - self.changes[-1][0] < TOGETHER_US:
            at_us = self.changes.pop()[0]
        before = self.changes[-1][1] if self.changes else (0, 0, 0)
        if self.colour != before:
            self.changes.append((at_us, self.colour))
