"""Spring of the block's button: its force, and whether an off-centre press clamps the plunger.

Lengths are in mm, forces in N. The formula is that of round-wire compression springs (any
handbook, such as Shigley, chapter 10).
"""

from __future__ import annotations

from dataclasses import dataclass

from tools.hardware.parts import read

from hardware.question_block import enclosure
from hardware.question_block.enclosure import DIMENSIONS, Dimensions

SHEAR_MPA = 71_000.0  # stainless steel 1.4310. Music wire has 79 000
MOST_N = 2.5  # a child's finger
FRICTION = 0.4  # printed plastic on itself: 0.2 to 0.4. Smooth the guide if it is rougher


@dataclass(frozen=True)
class Spring:
    """A compression spring. Args: coils: active ones."""

    wire: float
    outside: float
    length: float
    coils: float

    def rate(self) -> float:
        """Returns its rate, N/mm."""
        mean = self.outside - self.wire
        return SHEAR_MPA * self.wire**4 / (8 * mean**3 * self.coils)

    def solid(self) -> float:
        """Returns its length when every coil touches the next, mm."""
        return (self.coils + 2) * self.wire

    def force(self, pressed: float, d: Dimensions = DIMENSIONS) -> float:
        """Returns its force at a depth of the plunger (mm), N."""
        return self.rate() * (self.length - room(pressed, d))


def room(pressed: float, d: Dimensions = DIMENSIONS) -> float:
    """Returns the spring's length between its bridge and the cap, mm."""
    return enclosure.cap_top(d) - d.wall - pressed - d.bridge - d.bridge_thick


def springs() -> list[Spring]:
    """Returns the spring of the parts list at every end of its tolerances."""
    bought = read("plunger_spring")
    coils, outside, length = (bought.figures[name] for name in ("coils", "outside", "length"))
    return [
        Spring(
            bought.mm("wire"),
            outside.value + a * outside.tolerance,
            length.value + b * length.tolerance,
            coils.value + c * coils.tolerance,
        )
        for a in (-1, 0, 1)
        for b in (-1, 0, 1)
        for c in (-1, 0, 1)
    ]


def clamps(off: float, d: Dimensions = DIMENSIONS, friction: float = FRICTION) -> bool:
    """Returns whether a press this far off centre, mm, clamps the plunger in its guide.

    The guide's two ends push back, each with the press times ``off / guide_length``. Their
    friction exceeds the press if ``2 * friction * off`` exceeds the guide's length.
    """
    return 2 * friction * off >= d.guide_length


def faults(
    spring: Spring, plunger_n: float, switch_n: float, d: Dimensions = DIMENSIONS
) -> list[str]:
    """Returns the reasons why a spring is unsuitable, a sentence each.

    Args:
        plunger_n: the plunger's weight, N.
        switch_n: additional force of the switch's lever, N.
    """
    found = []
    if spring.force(0, d) < 3 * plunger_n:
        found.append(f"{spring.force(0, d):.2f} N at rest: the plunger weighs {plunger_n:.2f}.")
    if spring.force(d.travel, d) + switch_n > MOST_N:
        found.append(f"{spring.force(d.travel, d) + switch_n:.2f} N to press: {MOST_N} at most.")
    if spring.solid() > room(d.travel, d) - 1:
        found.append(f"{spring.solid():.1f} mm solid: {room(d.travel, d):.1f} mm are left.")
    if spring.outside > 2 * enclosure.SEAT_RADIUS - 0.2:
        found.append(
            f"{spring.outside:.1f} mm outside: the seat is {2 * enclosure.SEAT_RADIUS:.1f}."
        )
    if spring.outside - 2 * spring.wire < enclosure.SPRING_INSIDE - 0.6:
        found.append(f"{spring.outside - 2 * spring.wire:.1f} mm inside: it clamps its collar.")
    return found
