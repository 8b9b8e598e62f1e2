"""A calibration: what a pulse means, and nothing that could break a servo or the boot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.shared.servo_calibration import DEFAULTS, Calibration, load

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
NEARLY = st.dictionaries(
    st.sampled_from([*DEFAULTS, "speed"]),
    st.integers(-200, 3000) | st.booleans() | ANYTHING,
    max_size=6,
)


def usable(**values):
    return Calibration(values)


def test_the_default_turns_around_the_middle_of_an_ordinary_servo():
    calibration = usable()
    angles = (calibration.low_cdeg, calibration.home_cdeg, calibration.high_cdeg)
    assert angles == (6000, 9000, 12_000)
    assert calibration.pulse_ns(9000) == 1_450_000
    assert calibration.pulse_ns(6000) == 1_133_333
    assert calibration.pulse_ns(12_000) == 1_766_666


def test_the_ends_of_the_turn_are_the_ends_of_the_pulses():
    whole = usable(from_us=500, to_us=2500, low_deg=0, high_deg=180)
    assert [whole.pulse_ns(a) for a in (0, 9000, 18_000)] == [500_000, 1_500_000, 2_500_000]


def test_a_servo_the_other_way_round_gets_the_mirrored_pulse():
    there, back = usable(), usable(reverse=True)
    for angle in range(6000, 12_001, 100):
        assert back.pulse_ns(angle) == there.pulse_ns(18_000 - angle)


def test_an_angle_outside_the_range_of_the_worms_is_brought_into_it():
    calibration = usable(low_deg=80, high_deg=100)
    assert calibration.pulse_ns(-(10**9)) == calibration.pulse_ns(8000)
    assert calibration.pulse_ns(10**9) == calibration.pulse_ns(10_000)


def test_a_narrow_range_is_kept_when_reversed():
    calibration = usable(low_deg=20, high_deg=60, home_deg=20, reverse=True)
    pulses = [calibration.pulse_ns(angle) for angle in range(0, 18_001, 50)]
    straight = usable(low_deg=120, high_deg=160, home_deg=120)
    assert min(pulses) == straight.pulse_ns(12_000)
    assert max(pulses) == straight.pulse_ns(16_000)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"from_us": 499}, "500..2500"),
        ({"to_us": 2501}, "500..2500"),
        ({"from_us": 2001}, "at least 400 below"),
        ({"from_us": 2400, "to_us": 500}, "at least 400 below"),
        ({"low_deg": -1}, "0..180"),
        ({"high_deg": 181}, "0..180"),
        ({"low_deg": 91}, "in this order"),
        ({"home_deg": 121}, "in this order"),
        ({"home_deg": 59}, "in this order"),
        ({"low_deg": 86, "high_deg": 95}, "10 apart"),
        ({"low_deg": 60.0}, "a whole number"),
        ({"home_deg": True}, "a whole number"),
        ({"home_deg": None}, "a whole number"),
        ({"reverse": 1}, "true or false"),
        ({"speed": 1}, "speed is no part"),
        ([], "an object"),
        ("60", "an object"),
    ],
)
def test_what_could_do_harm_is_refused_with_a_reason(values, word):
    with pytest.raises(ValueError, match=word):
        Calibration(values)


@pytest.mark.parametrize(
    "values",
    [
        {"from_us": 500, "to_us": 2500},
        {"from_us": 1000, "to_us": 1400},
        {"low_deg": 0, "high_deg": 180, "home_deg": 0},
        {"low_deg": 85, "high_deg": 95, "home_deg": 95},
    ],
)
def test_the_very_ends_of_what_is_allowed_are_allowed(values):
    assert {**DEFAULTS, **values} == Calibration(values).as_dict()


def test_changing_one_value_leaves_the_old_calibration_and_the_defaults_alone():
    before = dict(DEFAULTS)
    old = usable()
    new = old.changed({"home_deg": 60})
    assert (old.home_cdeg, new.home_cdeg) == (9000, 6000)
    old.as_dict()["low_deg"] = 0
    assert old.as_dict() == DEFAULTS == before


@pytest.mark.parametrize("changes", [{}, {"from_us": 600, "to_us": 2300, "reverse": True}])
def test_what_was_stored_comes_back_as_it_was(changes):
    stored = {**DEFAULTS, **changes}
    calibration, problem = load(stored if changes else None)
    assert (calibration.as_dict(), problem) == (stored, "")


def test_a_stored_calibration_that_is_no_good_is_replaced_and_that_is_said():
    calibration, problem = load({"low_deg": 170})
    assert calibration.as_dict() == DEFAULTS
    assert problem.startswith("The servo's calibration is the default: low_deg")


@given(NEARLY | ANYTHING)
def test_whatever_was_stored_the_device_starts_and_no_pulse_leaves_the_safe_range(stored):
    calibration, problem = load(stored)
    assert (calibration.as_dict() == DEFAULTS) or not problem
    for angle in (-1, 0, calibration.low_cdeg, calibration.home_cdeg, 18_000, 10**7):
        assert 500_000 <= calibration.pulse_ns(angle) <= 2_500_000


@given(st.integers(500, 2100), st.integers(400, 2000), st.booleans(), st.integers(0, 18_000))
def test_pulses_are_right_to_a_hundredth_of_a_microsecond(from_us, span_us, reverse, angle):
    to_us = min(2500, from_us + span_us)
    made = usable(from_us=from_us, to_us=to_us, low_deg=0, high_deg=180, reverse=reverse)
    turn = 18_000 - angle if reverse else angle
    exact_ns = 1000 * (from_us + (to_us - from_us) * turn / 18_000)
    assert abs(made.pulse_ns(angle) - exact_ns) <= 1
