"""The RP2040's converter, with its noise and its wide codes."""

from random import Random

# erratum E11: each of these codes swallows 4.5 steps on both sides
WIDE_CODES = (512, 1536, 2560, 3584)
NOISE_RMS_CODES = 2.84  # from an ENOB of 8.7: 2 ** (12 - 8.7) / sqrt(12)
STEP_MV = 3300 / 4096


class NoisyAdc:
    """A converter on a pin of ``pin_mv``: Gaussian noise, and codes that swallow neighbours."""

    def __init__(self, pin_mv=0, seed=1):
        self.pin_mv = pin_mv
        self._rng = Random(seed)

    def read_u16(self):
        steps = self.pin_mv / STEP_MV + self._rng.gauss(0, NOISE_RMS_CODES)
        for wide in WIDE_CODES:
            if abs(steps - wide) <= 4.5:
                steps = wide
        code = max(0, min(4095, round(steps)))
        return code << 4 | code >> 8
