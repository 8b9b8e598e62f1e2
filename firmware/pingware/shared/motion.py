"""Motion of the servo: calibration, profiles, and a path, one angle a frame. Pure integers.

A point moves at limited speed to one drawn angle after another. Two moving averages, each over
``WINDOW`` frames, turn it into the path. An average stays within the range and the speed of its
input, and changes by at most a ``WINDOW``-th of its jump in a frame. So range, speed, acceleration
and jerk are always limited, even if the profile changes, the worms go home, slow down or turn back
in mid-motion. A step allocates memory only when it draws a new angle. All numbers stay below
2**30. Any random source fits.

A calibration is checked as a whole when it is made, so an invalid one cannot exist. If a stored
one is wrong, the default replaces it, and the device reports that. Source: WW-10; data sheets of
small servos (0.1 s per 60 deg, frames of 20 ms, 500 to 2400 us over 180 deg; some say 2500).
"""

from array import array
from typing import Any

from pingware.shared.device_options import FAST, NORMAL, SERVO_TURN_DEG, SLOW, SURPRISE
from pingware.shared.random32 import Random32
from pingware.shared.wording import shown

FRAME_MS = 20
WINDOW = 8  # frames of each average, so that it reaches full speed smoothly in 0.16 s

# name: (slowest, fastest cdeg a frame; shortest, longest rest in frames). 480 is 240 deg/s. The
# horn can do 600 deg/s, so it follows even with weak cells.
PROFILES = {
    SLOW: (96, 96, 10, 30),
    NORMAL: (240, 240, 6, 18),
    FAST: (480, 480, 4, 12),
    SURPRISE: (96, 480, 2, 50),
}


_FULL_CDEG = 18_000
_LEAST_SPAN_CDEG = 30
# A new angle differs from the last one by at least this part of the range.
_LEAST_TRAVEL = 3
# About every two seconds the path rests for a third of one. A servo that draws current then is
# blocked.
_STAND_EVERY = 100  # frames
_BEFORE = 3  # frames before the motion, in which the servo gets its power
_STAND_FRAMES = 2 * WINDOW + 16  # frames that the point rests, because the path follows later


class Motion:
    """The path of one servo, at rest at home until ``run``.

    Args:
        low_cdeg: lowest angle, int, 1/100 deg, 0 or more.
        high_cdeg: highest angle, at most 18 000.
        home_cdeg: angle of rest, between them.
        at_cdeg: current angle, limited to the range. None means home. The first steps then move
            them home.

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
        # The random source while the worms wiggle, None on the way home.
        self._draws: Random32 | None = None
        self._pct = 100  # part of the drawn speed
        self._drawn = self._speed = self._profile[0]  # cdeg per frame
        self._rest = 0  # frames to wait at the target
        self._to_stand = self._stand_every = _STAND_EVERY  # frames
        at_cdeg = home_cdeg if at_cdeg is None else max(low_cdeg, min(high_cdeg, at_cdeg))
        self._point = self._target = self._left = at_cdeg
        # frames since the point moved, because the path follows that much later
        self._still = 2 * WINDOW
        self._slot = 0
        self._points = array("i", [at_cdeg] * WINDOW)
        self._sum = at_cdeg * WINDOW
        self._sums = array("i", [self._sum] * WINDOW)
        self._total = self._sum * WINDOW

    @property
    def at_home(self) -> bool:
        """Returns whether the path rests at home, so that the pulses can stop (bool)."""
        home = self._draws is None and self._point == self._home
        return home and self._still >= 2 * WINDOW

    @property
    def angle_cdeg(self) -> int:
        """The angle of the latest step, rounded (int)."""
        return (self._total + WINDOW * WINDOW // 2) // (WINDOW * WINDOW)

    @property
    def still_frames(self) -> int:
        """Number of past frames without motion, if the next has none either (int, frames)."""
        return max(0, self._still - 2 * WINDOW) if self._point == self._target else 0

    def run(self, profile: str, generator: "Random32") -> None:
        """Moves the worms from their current angle until ``home``.

        Args:
            profile: key of ``PROFILES``.
            generator: has ``below(n)``. The same seed gives the same path.
        """
        self._profile = PROFILES[profile]
        self._draws = generator
        self._target = self._point
        self._rest = _BEFORE
        self._to_stand = self._stand_every = _STAND_EVERY

    def home(self) -> None:
        """Moves the worms home smoothly, at their current speed."""
        self._draws = None
        self._aim(self._home)

    def slow_to(self, pct: int) -> None:
        """Slows the motion down for weak cells, until the next call.

        Args:
            pct: part of the profile's speed, int, limited to 1..100.
        """
        self._pct = min(max(pct, 1), 100)
        self._set_speed(self._drawn)

    def turn_back(self) -> None:
        """Turns back after a blockage: returns to the last angle and rests there.

        If the worms rest, they also rest there. From now on they rest at each target, because that
        shows whether they are free.
        """
        self._to_stand = self._stand_every = 0
        self._rest = _STAND_FRAMES if self._point == self._target else 2 * WINDOW
        self._aim(self._left)

    def step(self) -> int:
        """Advances by one frame of ``FRAME_MS``.

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
        # The path is smoothed twice: a mean of the latest points, then a mean of the latest means.
        slot = self._slot
        self._sum += self._point - self._points[slot]
        self._points[slot] = self._point
        self._total += self._sum - self._sums[slot]
        self._sums[slot] = self._sum
        self._slot = (slot + 1) % WINDOW
        return self.angle_cdeg

    def _choose(self, draws: "Random32") -> None:
        """Draws the next angle, its speed, and the rest there."""
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


_PULSE_US = (500, 2500)  # outside these a small servo hits its stops
_LEAST_PULSES_US = 400
_LEAST_SPAN_DEG = 10

# name: default. Pulses of both ends of the turn, whether the servo is mounted the other way round,
# the range of the worms, and their position of rest. 60 deg is a small range for any servo.
DEFAULTS: "dict[str, Any]" = {
    "from_us": 500,
    "to_us": 2400,
    "reverse": False,
    "low_deg": 60,
    "high_deg": 120,
    "home_deg": 90,
}


class Calibration:
    """A valid calibration.

    Args:
        values: dict with some of the keys of ``DEFAULTS``. The others have the defaults.

    Raises:
        ValueError: the values are invalid. The text explains it in one sentence.
    """

    def __init__(self, values: object) -> None:
        self._values = _checked(values)
        self._from_us: int = self._values["from_us"]
        self._span_us: int = self._values["to_us"] - self._from_us
        self._reverse = self._values["reverse"]
        self.low_cdeg: int = self._values["low_deg"] * 100
        self.high_cdeg: int = self._values["high_deg"] * 100
        self.home_cdeg: int = self._values["home_deg"] * 100

    def pulse_ns(self, angle_cdeg: int) -> int:
        """Returns the pulse for an angle, which is limited to the worms' range.

        Allocates no memory.
        """
        angle_cdeg = max(self.low_cdeg, min(self.high_cdeg, angle_cdeg))
        if self._reverse:
            angle_cdeg = SERVO_TURN_DEG * 100 - angle_cdeg
        # us * cdeg * 1000 ns / 18 000 cdeg, without a number above 2**30
        return self._from_us * 1000 + self._span_us * angle_cdeg // 18

    def changed(self, values: dict[str, object]) -> "Calibration":
        """Returns a new Calibration with some values (dict) changed. Raises ValueError."""
        whole = self.as_dict()
        whole.update(values)
        return Calibration(whole)

    def as_dict(self) -> "dict[str, Any]":
        """Returns all values (dict of JSON) to save or send."""
        return dict(self._values)


def load(stored: object) -> tuple[Calibration, str]:
    """Makes a calibration from any stored value.

    Args:
        stored: any value, or None if it was never stored.

    Returns:
        (Calibration, str). The text explains why the default is used, or is "".
    """
    if stored is None:
        return Calibration({}), ""
    try:
        return Calibration(stored), ""
    except ValueError as wrong:
        return Calibration({}), "The servo's calibration is the default: %s" % wrong


def _checked(values: object) -> "dict[str, Any]":
    if not isinstance(values, dict):
        raise ValueError("the calibration is %s: it must be an object." % shown(values))
    whole = dict(DEFAULTS)
    for name, value in values.items():
        if name not in DEFAULTS:
            known = ", ".join(sorted(DEFAULTS))
            raise ValueError("a calibration has no %s. It has %s." % (name[:20], known))
        if type(value) is not type(DEFAULTS[name]):
            kind = "true or false" if name == "reverse" else "a whole number"
            raise ValueError("%s is %s: it must be %s." % (name, shown(value), kind))
        whole[name] = value
    least_us, most_us = _PULSE_US
    from_us, to_us = whole["from_us"], whole["to_us"]
    if not least_us <= from_us <= to_us - _LEAST_PULSES_US <= most_us - _LEAST_PULSES_US:
        raise ValueError(
            "from_us is %d and to_us %d: they must be from %d to %d, from_us at least %d below."
            % (from_us, to_us, least_us, most_us, _LEAST_PULSES_US)
        )
    low_deg, high_deg = whole["low_deg"], whole["high_deg"]
    in_order = 0 <= low_deg <= whole["home_deg"] <= high_deg <= SERVO_TURN_DEG
    if not in_order or high_deg - low_deg < _LEAST_SPAN_DEG:
        raise ValueError(
            "low_deg, home_deg and high_deg are %d, %d and %d: they must be in this order, "
            "from 0 to %d, the ends %d apart."
            % (low_deg, whole["home_deg"], high_deg, SERVO_TURN_DEG, _LEAST_SPAN_DEG)
        )
    return whole
