"""The transistor of a Pico W between VSYS / 3 and GPIO29, which conducts while GPIO25 is high.

Source: Pico W datasheet 2.1. The reading without GPIO25 is from MicroPython issue 10406 (608 of
65535). The rise time is our guess.
"""

from __future__ import annotations

from math import exp

CLOSED_MV = 31.0
RISE_US = 100.0


class VsysGate:
    """The transistor of a Pico W. At the start it does not conduct."""

    def __init__(self) -> None:
        self._since_us: float | None = None

    def select(self, at_us: float, level: bool) -> None:
        """Sets GPIO25 high or low from ``at_us`` on."""
        if level != (self._since_us is not None):
            self._since_us = at_us if level else None

    def passes_mv(self, at_us: float, mv: float) -> float:
        """Returns the voltage at GPIO29 in mV for ``mv`` at the divider."""
        if self._since_us is None:
            return CLOSED_MV
        return CLOSED_MV + (mv - CLOSED_MV) * (1 - exp((self._since_us - at_us) / RISE_US))
