"""Reads a supply voltage through a divider: median of many samples, in mV.

``shared.battery`` gives the verdict. Four codes of the RP2040's converter are about nine steps
wide. A median outside them is right, because wide codes never change which sample is the middle
one (removing samples near them would be worse). A median on a wide code can be four steps
off. Then many more samples are averaged. Their noise reaches over the edges of the wide code, so
the mean shows the position of the voltage in it, and the spread shows the accuracy. That takes a
few milliseconds. For a voltage that has moved meanwhile the median is used. Source: RP2040 erratum
E11 (DNL at codes 512, 1536, 2560, 3584); ENOB 8.7 (its datasheet); Pico datasheet 4.3 (VSYS / 3 on
ADC3).
"""

REFERENCE_MV = 3300
CODES = 4096
SAMPLES = 31  # odd, so that the median is a sample. Its error is 0.6 steps at 2.8 steps of noise.
LOOK_SAMPLES = 9  # 1.2 steps
WIDE_CODES = (512, 1536, 2560, 3584)
WIDE_HALF_CODES = 5
DITHERED_SAMPLES = 249
DITHER_CODES = 16  # samples farther from the median than this are not averaged
_U16_TO_CODE = 4  # read_u16 gives the 12 bits at the top


class BatteryAdc:
    """One sense input.

    Args:
        adc: ADC object, has ``read_u16()``.
        ratio: ratio of the divider, int: 3 for VSYS, 2 for the cell of the boost build.
    """

    def __init__(self, adc, ratio):
        self._adc = adc
        self._ratio = ratio

    def read(self):
        """Measures once, in about a millisecond, or in a few on a wide code.

        Returns:
            (mv, spread_mv), ints: the voltage before the divider, and the possible error from
            noise and wide codes.
        """
        codes = sorted(self._sample(SAMPLES))
        median = codes[SAMPLES // 2]
        spread = middle_half_span(codes) // 2 + 1
        if not is_on_wide(median):
            return self._mv(median, 1), self._mv(spread, 1)
        total, count = self._near(median)
        if count < DITHERED_SAMPLES // 2:
            total, count = median, 1
        return self._mv(total, count), self._mv(WIDE_HALF_CODES, 1)

    def look(self):
        """Measures once, in a third of a millisecond.

        Returns:
            int, mV before the divider. On a wide code the error is up to 15 mV.
        """
        return self._mv(sorted(self._sample(LOOK_SAMPLES))[LOOK_SAMPLES // 2], 1)

    def _near(self, median):
        """Samples often. Returns the sum and the number of the codes near ``median``."""
        low, high = median - DITHER_CODES, median + DITHER_CODES
        total = count = 0
        for code in self._sample(DITHERED_SAMPLES):
            if low <= code <= high:
                total += code
                count += 1
        return total, count

    def _sample(self, count):
        return [self._adc.read_u16() >> _U16_TO_CODE for _ in range(count)]

    def _mv(self, codes, count):
        """Returns the mV of a sum of ``count`` codes (int), rounded."""
        steps = CODES * count
        return (codes * REFERENCE_MV * self._ratio + steps // 2) // steps


def is_on_wide(code):
    """Returns whether a code (int, 0..4095) is wide or next to a wide one (bool)."""
    return any(abs(code - wide) <= WIDE_HALF_CODES for wide in WIDE_CODES)


def middle_half_span(ordered):
    """Returns the distance of the quartiles of an ordered list (int, in its unit)."""
    quarter = len(ordered) // 4
    return ordered[-1 - quarter] - ordered[quarter]
