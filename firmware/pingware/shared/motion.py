"""Motion of the servo: a path, one angle a frame. Pure integers, any random source.

A point runs at limited speed to one drawn angle after another; two moving averages, each over
``WINDOW`` frames, turn it into the path. An average never leaves the range of what it averages,
never exceeds its speed, and changes by at most a ``WINDOW``-th of its jump in a frame. So range,
speed, acceleration and jerk are limited by construction, whatever is asked for in mid-motion:
a new profile, the way home, slowing down, turning back. A step allocates nothing but while it
draws a new angle; all numbers stay below 2**30.
Source: WW-10; data sheets of small servos (0.1 s per 60 deg, frames of 20 ms).
"""

from array import array

from pingware.shared.device_options import SLOW
from pingware.shared.motion_profiles import PROFILES, WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.shared.random32 import Random32

_FULL_CDEG = 18_000
_LEAST_SPAN_CDEG = 30
# A new angle lies at least this part of the range away from the last one.
_LEAST_TRAVEL = 3
# Every two seconds or so the path stands still for a third of one: a servo that draws current
# then is held by something.
_STAND_EVERY = 100  # frames
_BEFORE = 3  # frames before a run, until the servo has its power
_STAND_FRAMES = 2 * WINDOW + 16  # for the point; the path trails


class Motion:
    """The path of one servo, at rest at home until ``run``.

    Args:
        low_cdeg: lowest angle ever given, int, 1/100 deg, 0 or more.
        high_cdeg: highest angle ever given, at most 18 000.
        home_cdeg: angle of rest, within the two.
        at_cdeg: where the worms are, if not at home; then the first steps take them there.

    Raises:
        ValueError: the three do not fit together.
    """

    def __init__(
        self, low_cdeg: int, high_cdeg: int, home_cdeg: int, at_cdeg: int | None = None
    ) -> None:
        if not 0 <= low_cdeg <= home_cdeg <= high_cdeg <= _FULL_CDEG:
            raise ValueError("the angles must be in order: low, home, high")
        if high_cdeg - low_cdeg < _LEAST_SPAN_CDEG:
            raise ValueError("low and high are too close to move between them")
        self._low = low_cdeg
        self._high = high_cdeg
        self._home = home_cdeg
        self._profile = PROFILES[SLOW]
        # The random source while the worms run, None on the way home.
        self._draws: Random32 | None = None
        self._pct = 100  # of the drawn speed
        self._drawn = self._speed = self._profile[0]  # cdeg a frame
        self._rest = 0  # frames to wait at the target
        self._to_stand = self._stand_every = _STAND_EVERY  # frames
        at_cdeg = home_cdeg if at_cdeg is None else max(low_cdeg, min(high_cdeg, at_cdeg))
        self._point = self._target = self._left = at_cdeg
        self._still = 2 * WINDOW  # frames since the point moved; the path trails by that many
        self._slot = 0
        self._points = array("i", [at_cdeg] * WINDOW)
        self._sum = at_cdeg * WINDOW
        self._sums = array("i", [self._sum] * WINDOW)
        self._total = self._sum * WINDOW

    @property
    def at_home(self) -> bool:
        """True if the path has come to rest at home, so that the pulses may stop (bool)."""
        home = self._draws is None and self._point == self._home
        return home and self._still >= 2 * WINDOW

    @property
    def angle_cdeg(self) -> int:
        """The angle of the latest step, rounded (int)."""
        return (self._total + WINDOW * WINDOW // 2) // (WINDOW * WINDOW)

    @property
    def still_frames(self) -> int:
        """Number of frames in a row that have not moved, and the next will not (int, frames)."""
        return max(0, self._still - 2 * WINDOW) if self._point == self._target else 0

    def run(self, profile: str, generator: "Random32") -> None:
        """Lets the worms move until ``home``; from wherever they are.

        Args:
            profile: key of ``PROFILES``.
            generator: has ``below(n)``; the same seed gives the same path.
        """
        self._profile = PROFILES[profile]
        self._draws = generator
        self._target = self._point
        self._rest = _BEFORE
        self._to_stand = self._stand_every = _STAND_EVERY

    def home(self) -> None:
        """Sends the worms home, eased, at the speed they have."""
        self._draws = None
        self._aim(self._home)

    def slow_to(self, pct: int) -> None:
        """Slows the motion down for weak cells, until called again.

        Args:
            pct: part of the profile's speed, int, 1..100; beyond it the nearer end counts.
        """
        self._pct = min(max(pct, 1), 100)
        self._set_speed(self._drawn)

    def turn_back(self) -> None:
        """Gives way to whatever blocks the worms: back to where they came from, and a rest.

        If they stand, they will stand there as well. From now on they stand wherever they go:
        whether they are free is seen there.
        """
        self._to_stand = self._stand_every = 0
        self._rest = _STAND_FRAMES if self._point == self._target else 2 * WINDOW
        self._aim(self._left)

    def step(self) -> int:
        """Goes on by one frame of ``FRAME_MS``.

        Returns:
            int, the angle to send, 1/100 deg.
        """
        gap = self._target - self._point
        if gap:
            speed = self._speed
            self._point += min(gap, speed) if gap > 0 else max(gap, -speed)
            self._still = 0
        elif self._rest:
            self._rest -= 1
            self._still += 1
        elif self._draws:
            self._choose(self._draws)
        elif self._point != self._home:
            self._aim(self._home)
        elif self._still < 2 * WINDOW:
            self._still += 1
        # The mean of the latest means of the latest points.
        slot = self._slot
        self._sum += self._point - self._points[slot]
        self._points[slot] = self._point
        self._total += self._sum - self._sums[slot]
        self._sums[slot] = self._sum
        self._slot = (slot + 1) % WINDOW
        return self.angle_cdeg

    def _choose(self, draws: "Random32") -> None:
        """Draws the next angle, how fast to go there, and how long to wait there."""
        slowest, fastest, shortest, longest = self._profile
        # Each angle of the range that is far enough away is equally likely.
        travel = (self._high - self._low) // _LEAST_TRAVEL
        below = max(0, self._target - travel - self._low + 1)
        above = max(0, self._high - self._target - travel + 1)
        drawn = draws.below(below + above)
        self._aim(self._low + drawn if drawn < below else self._high - (drawn - below))
        self._set_speed(slowest + draws.below(fastest - slowest + 1))
        self._rest = shortest + draws.below(longest - shortest + 1)
        self._to_stand -= abs(self._target - self._point) // self._speed + self._rest
        if self._to_stand < 0:
            self._to_stand = self._stand_every
            self._rest = max(self._rest, _STAND_FRAMES)

    def _set_speed(self, drawn: int) -> None:
        self._drawn = drawn
        self._speed = max(1, drawn * self._pct // 100)

    def _aim(self, angle_cdeg: int) -> None:
        self._left = self._target
        self._target = angle_cdeg
