"""Volume steps in dB and the cap, as the speaker wants them. Pure."""

_STEP_GAINS_Q8 = (0, 14, 20, 29, 41, 58, 81, 115, 162, 205, 256)
_MIDDLE = 472


def gain_and_cap(settings):
    """Returns (gain_q8, cap) for the owner's settings."""
    gain_q8 = _STEP_GAINS_Q8[settings.loudness]
    return gain_q8, _MIDDLE * _STEP_GAINS_Q8[settings.cap] // 256
