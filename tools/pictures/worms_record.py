"""Record of a wiggle of the worms, frame by frame: path, servo horn and current.

The firmware's path moves the part model of the servo, as on a virtual device.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pingblock.virtual.parts.servo import FRAME_US, ServoModel, angle_deg
from pingblock.virtual.waveform import Floats
from pingware.shared import motion, random32

RUN_S, WHOLE_S = 8.5, 10.0
SAMPLES = 20  # samples of the current in each frame
_HZ = 1e6 / FRAME_US
_REST_FRAMES = 2  # frames without a pulse, before the power is switched off


@dataclass(frozen=True)
class WormsRecord:
    """One wiggle of the worms. Each array has a value for each frame.

    Args:
        profile: name of the motion profile.
        limits: limits of the profile: deg/s, deg/s^2, deg/s^3.
        range_deg: lowest and highest angle of the calibration.
        time_s: end of each frame.
        commanded_deg, horn_deg: commanded and real angle of the horn at the end of each frame.
        speed, acceleration: speed and acceleration of the commanded path, deg/s and deg/s^2.
        mean_ma, peak_ma: mean and peak current in each frame.
    """

    profile: str
    limits: tuple[float, float, float]
    range_deg: tuple[float, float]
    time_s: Floats
    commanded_deg: Floats
    horn_deg: Floats
    speed: Floats
    acceleration: Floats
    mean_ma: Floats
    peak_ma: Floats


class _Run:
    """A path, and the servo that follows it from rest."""

    def __init__(self, profile: str, seed: int) -> None:
        self.fit = motion.Calibration({})
        self.path = motion.Motion(self.fit.low_cdeg, self.fit.high_cdeg, self.fit.home_cdeg)
        self.path.run(profile, random32.from_int(seed))
        self.servo = ServoModel(angle_deg(self.fit.pulse_ns(self.fit.home_cdeg) / 1000))
        self._rested = 0

    def frame(self, number: int) -> tuple[float, ...]:
        """Plays a frame. Returns commanded and real angle (deg), mean and peak current (mA)."""
        at_us = number * FRAME_US
        angle_cdeg = self.path.step()
        self._send(at_us, angle_cdeg)
        drawn = [self._drawn(at_us + step * FRAME_US / SAMPLES) for step in range(SAMPLES)]
        self.servo.advance(at_us + FRAME_US)
        horn_deg = self.servo.rows[-1].physical_deg
        return angle_cdeg / 100, horn_deg, sum(drawn) / SAMPLES, max(drawn)

    def _send(self, at_us: float, angle_cdeg: int) -> None:
        if not self.path.at_home:
            self.servo.supply(at_us, True)
            self.servo.signal(at_us, _HZ, self.fit.pulse_ns(angle_cdeg) / 1000 / FRAME_US)
            return
        self.servo.signal(at_us, 0.0, 0.0)
        self._rested += 1
        if self._rested > _REST_FRAMES:
            self.servo.supply(at_us, False)

    def _drawn(self, at_us: float) -> float:
        self.servo.advance(at_us)
        return self.servo.current_ma


def record(profile: str, seed: int) -> WormsRecord:
    """Records a wiggle of ``RUN_S`` and the return, with a supply of 5 V.

    Args:
        profile: name of a profile in ``shared.motion``.
        seed: seed for the path.
    """
    run = _Run(profile, seed)
    home_cdeg = run.fit.home_cdeg / 100
    rows = []
    for number in range(round(WHOLE_S * _HZ)):
        if number == round(RUN_S * _HZ):
            run.path.home()
        rows.append(run.frame(number))
    commanded, horn, mean_ma, peak_ma = np.array(rows).T
    path = np.concatenate(([home_cdeg] * 2, commanded))
    return WormsRecord(
        profile,
        limits(profile),
        (run.fit.low_cdeg / 100, run.fit.high_cdeg / 100),
        np.arange(1, len(rows) + 1) / _HZ,
        commanded,
        horn,
        np.diff(path)[1:] * _HZ,
        np.diff(path, 2) * _HZ**2,
        mean_ma,
        peak_ma,
    )


def limits(profile: str) -> tuple[int, int, int]:
    """Returns the limits of a profile: (deg/s, deg/s**2, deg/s**3).

    If the profile changes during a motion, the limits of the faster profile apply.
    """
    fastest = motion.PROFILES[profile][1]
    speed_deg_s = fastest * 1000 // (motion.FRAME_MS * 100)
    reversal_ms = motion.WINDOW * motion.FRAME_MS
    acceleration = 2 * speed_deg_s * 1000 // reversal_ms
    return speed_deg_s, acceleration, 2 * acceleration * 1000 // reversal_ms
