"""Speaker gain and peak limit of the owner's volume and cap, 0..10. Pure.

Steps of 3 dB, the upper two of 2: about the smallest change that everybody notices.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Levels(Protocol):
        """Settings that say how loud it may be."""

        @property
        def loudness(self) -> int:
            """The level that may be heard, 0..10."""

        @property
        def cap(self) -> int:
            """The loudest level that can be set, 0..10."""


MUTE, LOUDEST = 0, 10
LOUDEST_Q8 = 256
UNTESTED_Q8 = 41  # -16 dB: 23 mW, which cells that nobody has tested give unless they are empty
MIDDLE = 472  # PWM counts: the most that a sample can lie above or below the middle
# dB:                 -25  -22  -19  -16  -13  -10   -7   -4   -2   0
_STEP_GAINS_Q8 = (0, 14, 20, 29, 41, 58, 81, 115, 162, 205, 256)


def gain_q8(level: int) -> int:
    """Returns the gain, 0..256, of a level; a level outside 0..10 counts as the nearest."""
    return _STEP_GAINS_Q8[max(MUTE, min(LOUDEST, level))]


def gain_and_cap(settings: "Levels") -> tuple[int, int]:
    """Returns (gain_q8, cap) for the owner's settings.

    Args:
        settings: has ``loudness`` and ``cap``, each 0..10.

    Returns:
        The gain, 0..256, and the highest distance of a sample from the middle, 0..472 PWM counts.
    """
    return gain_q8(settings.loudness), MIDDLE * gain_q8(settings.cap) // 256
