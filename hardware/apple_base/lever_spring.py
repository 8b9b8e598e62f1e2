"""Return spring of the apple base's lever: force at the ball, hold of the switch, stress.

It is a torsion spring on the lever's axle, between the lever and one ear. Two stops on the floor
limit its travel. Sizes are in mm, forces in N, torques in N mm, and angles in degrees unless a
name says otherwise. Sources: the formulas of round-wire torsion springs (any handbook, such as
Shigley, chapter 10), and music wire from memory: 2200 MPa at 0.6 mm, of which 78 % are allowed at
rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.apple_base.lever_parts import BALL, EAR_GAP, LEVER_ANGLES, NOSE

YOUNG_MPA = 206_000.0
WIRE_MPA = 2200.0
BORNE = 0.78
SWITCH_N = 0.49  # Omron SS-5GL: operating force at its lever's end, at most (data sheet)
SWITCH_ARM_MM = -NOSE[0]  # distance behind the axle at which the nose presses it


@dataclass(frozen=True)
class Spring:
    """A torsion spring.

    Args:
        wire, inside: diameters, mm.
        coils: active ones.
        preload_deg: winding angle while the lever rests.
    """

    wire: float = 0.6
    inside: float = 3.9
    coils: float = 3.0
    preload_deg: float = 30.0

    @property
    def mean(self) -> float:
        """Mean diameter of the coils, mm."""
        return self.inside + self.wire

    def rate(self) -> float:
        """Returns its torque per radian, N mm."""
        return YOUNG_MPA * self.wire**4 / (64 * self.mean * self.coils)

    def torque(self, pulled_deg: float) -> float:
        """Returns its torque with the lever pulled by an angle, N mm."""
        return self.rate() * math.radians(self.preload_deg + pulled_deg)

    def stress_mpa(self, pulled_deg: float) -> float:
        """Returns the wire's stress at the inside of its coils, MPa."""
        index = self.mean / self.wire
        bend = (4 * index**2 - index - 1) / (4 * index * (index - 1))
        return bend * 32 * self.torque(pulled_deg) / (math.pi * self.wire**3)

    def length(self, pulled_deg: float) -> float:
        """Returns the width of its body on the axle, mm. Winding up adds to the coils."""
        turns = self.coils + (self.preload_deg + pulled_deg) / 360
        return (turns + 1) * self.wire

    def least_inside(self, pulled_deg: float) -> float:
        """Returns its inner diameter, mm. Winding up makes it narrower."""
        turns = self.coils + (self.preload_deg + pulled_deg) / 360
        return self.mean * self.coils / turns - self.wire


SPRING = Spring()
AXLE_MM = 3.0


def ball_n(spring: Spring, pulled_deg: float) -> float:
    """Returns the force at the ball, at a right angle, that holds the lever there, N."""
    return spring.torque(pulled_deg) / math.hypot(*BALL)


def faults(spring: Spring = SPRING) -> list[str]:
    """Returns the reasons why a spring is unsuitable, a sentence each."""
    rest, pulled = LEVER_ANGLES
    found = []
    needed = 2 * SWITCH_N * SWITCH_ARM_MM
    if spring.torque(rest) < needed:
        found.append(f"{spring.torque(rest):.1f} N mm at rest: the switch needs {needed:.1f}.")
    if not 0.4 <= ball_n(spring, rest) <= ball_n(spring, pulled) <= 2.5:
        found.append(
            f"{ball_n(spring, rest):.2f} to {ball_n(spring, pulled):.2f} N at the ball: "
            "a child's finger wants 0.4 to 2.5."
        )
    if spring.stress_mpa(pulled) > BORNE * WIRE_MPA:
        found.append(f"{spring.stress_mpa(pulled):.0f} MPa: the wire stays bent.")
    if spring.length(pulled) > EAR_GAP:
        found.append(f"{spring.length(pulled):.2f} mm wide: between ear and lever are {EAR_GAP}.")
    if spring.least_inside(pulled) < AXLE_MM + 0.2:
        found.append(f"{spring.least_inside(pulled):.2f} mm inside: it clamps the axle.")
    return found
