"""Volume levels are dB steps, and the cap is above everything."""

from dataclasses import dataclass

import pytest

from pingware.shared.volume import LOUDEST_Q8, UNTESTED_Q8, gain_and_cap, gain_q8

LOUDEST = 10
MIDDLE = 472  # half of the carrier's 944 counts


@dataclass
class Settings:
    loudness: int = LOUDEST
    cap: int = LOUDEST


def test_volume_levels_have_the_documented_gains():
    """-25, -22, ... -4, -2, 0 dB of a full scale of 256. Others count as the nearest."""
    gains = [gain_q8(level) for level in range(11)]
    assert gains == [0, 14, 20, 29, 41, 58, 81, 115, 162, 205, 256]
    assert (gain_q8(-1), gain_q8(-(10**9)), gain_q8(11)) == (0, 0, 256)
    assert gain_and_cap(Settings()) == (256, MIDDLE)


def test_untested_cells_allow_5_mw_and_usb_full_power():
    """16 dB less than full power of 0.2 W is 5 mW. Only empty cells cannot supply that."""
    assert UNTESTED_Q8 == 41
    power_mw = 200 * (UNTESTED_Q8 / 256) ** 2
    assert power_mw == pytest.approx(5, abs=0.2)
    assert LOUDEST_Q8 == 256


def test_cap_does_not_depend_on_the_volume():
    assert {gain_and_cap(Settings(loudness=level, cap=4))[1] for level in range(11)} == {75}
    assert gain_and_cap(Settings(cap=0))[1] == 0


def test_full_scale_sound_at_a_level_fits_the_same_cap():
    for level in range(LOUDEST + 1):
        gain, cap = gain_and_cap(Settings(loudness=level, cap=level))
        assert 0 <= MIDDLE * gain // 256 - cap <= 1
