"""Half an hour of a family over the wraps of the timer: no lost or late press, no memory leak."""

import pytest
from reliability import family

RAM_BYTES = 1500


@pytest.mark.long
def test_half_an_hour_of_play_survives_both_timer_wraps():
    assert 250 * family.WRAP_US == family.WRAP_TICKS_US
    played = family.half_an_hour(1, family.WRAP_TICKS_US)
    assert played.wrong(RAM_BYTES) == []
    assert played.wraps == 1
    assert played.hours >= 0.5
    assert played.presses >= 8
    assert played.runs >= 1
    assert played.requests >= 10
