"""Speaker gain and peak limit from the owner's volume and cap, 0..10. Pure.

Steps are 3 dB, the upper two 2 dB: about the smallest change that everyone notices.
"""

from pingware.shared.settings import Settings

MUTE, LOUDEST = 0, 10
LOUDEST_Q8 = 256
UNTESTED_Q8 = 41  # -16 dB: 23 mW, which untested cells can give unless they are empty
MIDDLE = 472  # PWM counts: the largest distance of a sample from the middle
# dB:                 -25  -22  -19  -16  -13  -10   -7   -4   -2   0
_STEP_GAINS_Q8 = (0, 14, 20, 29, 41, 58, 81, 115, 162, 205, 256)


def gain_q8(level: int) -> int:
    """Returns the gain, 0..256, of a level, which is limited to 0..10."""
    return _STEP_GAINS_Q8[max(MUTE, min(LOUDEST, level))]


def gain_and_cap(settings: "Settings") -> tuple[int, int]:
    """Returns (gain_q8, cap) for the owner's settings.

    Args:
        settings: has ``loudness`` and ``cap``, each 0..10.

    Returns:
        The gain, 0..256, and the highest distance of a sample from the middle, 0..472 PWM counts.
    """
    return gain_q8(settings.loudness), MIDDLE * gain_q8(settings.cap) // 256
