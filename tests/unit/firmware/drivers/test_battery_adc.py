"""Millivolts out of a noisy converter with four wide codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.noisy_adc import NOISE_RMS_CODES, STEP_MV, WIDE_CODES, NoisyAdc

from pingware.drivers.battery_adc import BatteryAdc, is_on_wide

DITHERED_SAMPLES = 249
SAMPLES = 31


class Script:
    """An ADC that returns codes one after another, repeating them endlessly."""

    def __init__(self, codes):
        self.codes = codes
        self.reads = 0

    def read_u16(self):
        code = self.codes[self.reads % len(self.codes)]
        self.reads += 1
        return code << 4 | code >> 8


@pytest.mark.parametrize(
    ("code", "ratio", "mv"),
    [(0, 3, 0), (1241, 3, 3000), (1862, 3, 4500), (4095, 3, 9898), (1024, 2, 1650)],
)
def test_adc_reading_is_the_voltage_before_the_divider(code, ratio, mv):
    assert BatteryAdc(Script([code]), ratio).read()[0] == pytest.approx(mv, abs=2)


@pytest.mark.parametrize("pin_mv", [500, 1237, 1240, 1400, 1563])
def test_look_of_nine_samples_errs_by_15_mv_at_most(pin_mv):
    """A wide code is at 1237 mV (erratum E11)."""
    script = Script([1000])
    BatteryAdc(script, 3).look()
    assert script.reads == 9
    adc = BatteryAdc(NoisyAdc(pin_mv), 3)
    assert max(abs(adc.look() - 3 * pin_mv) for _ in range(300)) <= 15


def test_few_wild_samples_do_not_move_the_median():
    codes = [1000] * SAMPLES
    codes[3], codes[9], codes[20] = 0, 4095, 3000
    assert BatteryAdc(Script(codes), 3).read() == BatteryAdc(Script([1000]), 3).read()


def test_wide_codes_near_the_median_do_not_disturb_it():
    codes = [1524, 1525, 1526] * 7 + [1536] * 5 + [1515] * 5  # the real value is 1525
    assert BatteryAdc(Script(codes), 3).read()[0] == round(1525 * STEP_MV * 3)


def test_reading_on_a_wide_code_averages_many_more_samples():
    script = Script([1536] * 9 + [1541])
    mv, _spread_mv = BatteryAdc(script, 3).read()
    assert mv == round(1536.5 * STEP_MV * 3)
    assert script.reads == SAMPLES + DITHERED_SAMPLES


def test_wild_samples_are_not_averaged():
    wild = Script([1536] * 20 + [0, 4095, 1600])
    assert BatteryAdc(wild, 3).read() == BatteryAdc(Script([1536]), 3).read()


@pytest.mark.parametrize("moved_to", [1480, 1600, 0])
def test_voltage_leaving_a_wide_code_is_read_as_the_median(moved_to):
    moving = Script([1536] * (SAMPLES + 60) + [moved_to] * DITHERED_SAMPLES)
    assert BatteryAdc(moving, 3).read() == BatteryAdc(Script([1536]), 3).read()


def test_reading_on_a_wide_code_has_a_larger_spread():
    _mv, clear_mv = BatteryAdc(Script([1500]), 3).read()
    _mv, blurred_mv = BatteryAdc(Script([1536]), 3).read()
    assert blurred_mv >= 4.5 * STEP_MV * 3 > clear_mv > 0


@pytest.mark.parametrize("wide", WIDE_CODES)
def test_neighbourhood_of_a_wide_code_is_five_codes_each_way(wide):
    near = [code for code in range(4096) if is_on_wide(code) and abs(code - wide) < 100]
    assert near == list(range(wide - 5, wide + 6))


@given(st.floats(500, 1800), st.integers(0, 1 << 30))
def test_error_stays_within_spread_and_noise_at_any_voltage(pin_mv, seed):
    mv, spread_mv = BatteryAdc(NoisyAdc(pin_mv, seed), 3).read()
    median_noise_mv = 3 * STEP_MV * NOISE_RMS_CODES * 1.25 / (SAMPLES / 2) ** 0.5
    assert abs(mv - 3 * pin_mv) <= spread_mv + 4 * median_noise_mv


@given(st.floats(-25, 25), st.integers(0, 1 << 30))
def test_error_at_wide_code_1536_is_below_20_mv(off_mv, seed):
    pin_mv = 1536 * STEP_MV + off_mv
    mv, _spread_mv = BatteryAdc(NoisyAdc(pin_mv, seed), 3).read()
    assert abs(mv - 3 * pin_mv) < 20


@pytest.mark.parametrize("off_codes", [-3.5, -2.0, 2.0, 3.5])
def test_averaging_on_wide_code_cuts_median_error_by_30_pct(off_codes):
    real_mv = (1536 + off_codes) * STEP_MV * 3
    errors = [
        abs(BatteryAdc(NoisyAdc(real_mv / 3, seed), 3).read()[0] - real_mv) for seed in range(50)
    ]
    of_the_median = abs(off_codes) * STEP_MV * 3  # the median is the code 1536
    assert sum(errors) / len(errors) < 0.7 * of_the_median
