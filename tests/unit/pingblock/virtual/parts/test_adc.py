import statistics
from random import Random

import pytest

from pingblock.virtual.parts.adc import CODES, NOISE_RMS_CODES, WIDE_CODES, Adc, ideal

LSB_MV = 3300 / 4096


@pytest.mark.parametrize(
    ("mv", "code"), [(-500.0, 0), (0.0, 0), (1000.0, 1241), (3300.0, CODES - 1), (9e3, CODES - 1)]
)
def test_code_is_proportional_to_voltage_and_clips_at_ends(mv, code):
    assert Adc(Random(1), noise_rms_codes=0.0).code(mv) == code


def test_noise_matches_converter_with_8_7_effective_bits():
    adc = Adc(Random(1))
    codes = [adc.code(1000.0) for _ in range(5000)]
    assert statistics.stdev(codes) == pytest.approx(NOISE_RMS_CODES, rel=0.05)
    assert statistics.fmean(codes) == pytest.approx(ideal(1000.0), abs=0.2)


@pytest.mark.parametrize("wide", WIDE_CODES)
def test_wide_code_swallows_its_neighbours(wide):
    adc = Adc(Random(1), noise_rms_codes=0.0)
    near = {adc.code((wide + offset) * LSB_MV) for offset in (-4, -2, 0, 2, 4)}
    assert near == {wide}
    assert adc.code((wide + 6) * LSB_MV) == wide + 6


def test_same_seed_gives_same_conversions():
    one, same, other = (
        [adc.code(1234.5) for _ in range(20)] for adc in (Adc(Random(s)) for s in (1, 1, 2))
    )
    assert one == same != other
