"""A small hobby servo: receives a pulse width, moves at limited speed, and draws current.

Source: sellers' pages of the SG90 (500-2400 us over 180 deg, 0.1 s per 60 deg, 5 us dead band,
idle 5 to 10 mA, moving 100-250 mA, stalled 650 mA), all at 5 V. Our guesses: the current is
proportional to the remaining angle, up to the angle that takes a whole frame. With a lower voltage
the motor is slower and draws less, in proportion, like a resistor. Below 2.5 V it does not turn.
Inertia and the current surge of a start are not modelled.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import TextIO

MIN_US, MAX_US, RANGE_DEG = 500.0, 2400.0, 180.0
DEG_PER_US = 60.0 / 100_000.0
DEAD_BAND_DEG = 5.0 * RANGE_DEG / (MAX_US - MIN_US)
ROUNDING_DEG = 1e-6
FRAME_US = 20_000.0
NOMINAL_MV, TURNS_FROM_MV = 5000.0, 2500.0
IDLE_MA, STALL_MA = 8.0, 650.0
MOVING_MA, HURRYING_MA = 100.0, 250.0
HURRY_DEG = FRAME_US * DEG_PER_US
HEADER = ("time_ms", "pulse_us", "commanded_deg", "physical_deg", "current_ma")


@dataclass(frozen=True)
class ServoRow:
    """A line of the record. A pulse of 0 us means that the signal is off."""

    time_ms: float
    pulse_us: float
    commanded_deg: float
    physical_deg: float
    current_ma: float


def angle_deg(pulse_us: float) -> float:
    """Returns the angle for ``pulse_us``, 0..180 deg, limited by the end stops."""
    share = (pulse_us - MIN_US) / (MAX_US - MIN_US)
    return max(0.0, min(1.0, share)) * RANGE_DEG


class ServoModel:
    """Follows its pulses while it is powered, and records each change and each move."""

    def __init__(self, start_deg: float = 90.0) -> None:
        self.rows: list[ServoRow] = []
        self.pulse_us = 0.0
        self.powered = False
        self._deg = start_deg
        self._target_deg = start_deg
        self._turning = False
        self._free_deg = (0.0, RANGE_DEG)
        self._at_us = 0.0
        self._supply_mv = NOMINAL_MV

    def horn_deg(self, at_us: float) -> float:
        """Returns the angle of the horn, 0..180. ``at_us`` must not be in the past."""
        self.advance(at_us)
        return self._deg

    @property
    def current_ma(self) -> float:
        """Current in mA now."""
        return self.siemens * self._supply_mv

    @property
    def siemens(self) -> float:
        """Conductance in A/V now, because it loads its supply like a resistor."""
        return self._nominal_ma / NOMINAL_MV

    @property
    def _nominal_ma(self) -> float:
        if not self.powered:
            return 0.0
        if self.stalled:
            return STALL_MA
        hurry = min(1.0, self._gap_deg / HURRY_DEG)
        return MOVING_MA + (HURRYING_MA - MOVING_MA) * hurry if self._moving else IDLE_MA

    @property
    def stalled(self) -> bool:
        """True while the servo pushes against an obstacle, or has too little voltage to turn."""
        pushes = self._gap_deg > DEAD_BAND_DEG
        return self.powered and self.pulse_us > 0 and pushes and not self._moving

    @property
    def _moving(self) -> bool:
        turns = self._turning and self._deg_per_us > 0
        return turns and self.powered and self.pulse_us > 0

    @property
    def _gap_deg(self) -> float:
        return abs(self._target_deg - self._deg)

    @property
    def _deg_per_us(self) -> float:
        turns = self._supply_mv >= TURNS_FROM_MV
        return DEG_PER_US * self._supply_mv / NOMINAL_MV if turns else 0.0

    @property
    def _goal_deg(self) -> float:
        """The reachable angle that is nearest to the target."""
        low, high = self._free_deg
        return max(low, min(high, self._target_deg))

    def block(self, at_us: float, low_deg: float = 0.0, high_deg: float = RANGE_DEG) -> None:
        """Puts an obstacle in the horn's way at ``at_us``. Without angles, removes it.

        Args:
            at_us: time of the change, emulated us.
            low_deg: the lowest angle that the horn can reach, 0..180, at most the current one.
            high_deg: the highest angle, at least the current one.
        """
        self.advance(at_us)
        self._free_deg = (min(low_deg, self._deg), max(high_deg, self._deg))
        self._turning = self._turning or abs(self._goal_deg - self._deg) > DEAD_BAND_DEG
        self._write(at_us)

    def feed(self, at_us: float, supply_mv: float) -> None:
        """Sets the supply voltage in mV from ``at_us`` on, for times when the supply is on."""
        self.advance(at_us)
        self._supply_mv = supply_mv

    def supply(self, at_us: float, on: bool) -> None:
        """Switches the supply on or off at ``at_us``."""
        self.advance(at_us)
        self.powered = on
        self._write(at_us)

    def signal(self, at_us: float, freq_hz: float, duty: float) -> None:
        """Sets the PWM signal at ``at_us``. A duty or frequency of 0 switches the signal off."""
        self.advance(at_us)
        self.pulse_us = duty / freq_hz * 1e6 if freq_hz > 0 else 0.0
        if self.pulse_us > 0:
            self._target_deg = angle_deg(self.pulse_us)
            self._turning = abs(self._goal_deg - self._deg) > DEAD_BAND_DEG
        self._write(at_us)

    def advance(self, until_us: float) -> None:
        """Moves the horn until ``until_us``. Records a row in each 20 ms frame of motion."""
        while self._moving and self._at_us < until_us:
            frame_us = (self._at_us // FRAME_US + 1) * FRAME_US
            arrival_us = self._at_us + abs(self._goal_deg - self._deg) / self._deg_per_us
            next_us = min(frame_us, until_us, arrival_us)
            self._turn(next_us - self._at_us)
            self._at_us = next_us
            if next_us == frame_us or not self._moving:
                self._write(self._at_us)
        self._at_us = max(self._at_us, until_us)

    def _turn(self, step_us: float) -> None:
        gap = self._goal_deg - self._deg
        self._deg += math.copysign(min(abs(gap), step_us * self._deg_per_us), gap)
        self._turning = abs(self._goal_deg - self._deg) > ROUNDING_DEG

    def _write(self, at_us: float) -> None:
        values = (at_us / 1000, self.pulse_us, self._target_deg, self._deg, self.current_ma)
        self.rows.append(ServoRow(*(round(value, 3) for value in values)))


def write_csv(rows: Iterable[ServoRow], stream: TextIO) -> None:
    """Writes the record as CSV with a header line (times ms, angles deg, current mA)."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(astuple(row) for row in rows)
