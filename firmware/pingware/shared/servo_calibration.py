"""Calibration of one servo: pulse widths of its angles. Pure.

A calibration is checked as a whole when it is made, so an invalid one cannot exist. If a stored
one is wrong, the default replaces it, and the device reports that. Source: data sheets of small
servos (500 to 2400 us over 180 deg; some say 2500).
"""

from pingware.shared.device_options import SERVO_TURN_DEG
from pingware.shared.wording import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
