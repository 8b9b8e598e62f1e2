"""The RP2040's ADC with its real noise and its four codes that are too wide.

Sources: RP2040 datasheet 4.9 (ENOB 8.7) and erratum E11 (DNL peaks at 512, 1536, 2560, 3584).
"""

from __future__ import annotations

from random import Random

REFERENCE_MV = 3300.0
CODES = 4096
# RMS noise of an 8.7-bit ADC, in its 12-bit steps: 2 ** (12 - 8.7) / sqrt(12).
NOISE_RMS_CODES = 2.84
WIDE_CODES = (512, 1536, 2560, 3584)
# Half the width of a wide code in steps, because DNL is about +8 steps there.
WIDE_HALF_CODES = 4.5


def ideal(mv: float) -> float:
    """Returns the ADC's value for ``mv`` in 12-bit steps, without rounding or noise."""
    return mv / REFERENCE_MV * CODES


class Adc:
    """Converts mV at a pin into 12-bit codes, with seeded noise and the wide codes."""

    def __init__(self, rng: Random, noise_rms_codes: float = NOISE_RMS_CODES) -> None:
        self._rng = rng
        self._noise = noise_rms_codes

    def code(self, mv: float) -> int:
        """Returns the result of one conversion of ``mv``, 0..4095.

        Values outside of 0..3300 mV are clipped.
        """
        steps = ideal(mv) + self._rng.gauss(0.0, self._noise)
        for wide in WIDE_CODES:
            if abs(steps - wide) <= WIDE_HALF_CODES:
                return wide
        return max(0, min(CODES - 1, round(steps)))
