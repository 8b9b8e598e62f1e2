"""A calibration: the meaning of a pulse, and no value that can break a servo or the boot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.shared.motion import DEFAULTS, Calibration, load

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


def made_of(**values):
    return Calibration(values)


def test_default_calibration_turns_around_the_middle_of_the_servo():
    made = made_of()
    assert (made.low_cdeg, made.home_cdeg, made.high_cdeg) == (6000, 9000, 12_000)
    assert [made.pulse_ns(a) for a in (6000, 9000, 12_000)] == [1_133_333, 1_450_000, 1_766_666]
    whole = made_of(from_us=500, to_us=2500, low_deg=0, high_deg=180)
    assert [whole.pulse_ns(a) for a in (0, 9000, 18_000)] == [500_000, 1_500_000, 2_500_000]


def test_reversed_servo_gets_the_mirrored_pulse():
    there, back = made_of(), made_of(reverse=True)
    for angle in range(6000, 12_001, 100):
        assert back.pulse_ns(angle) == there.pulse_ns(18_000 - angle)


@pytest.mark.parametrize("reverse", [False, True])
def test_angle_outside_the_range_is_limited_to_it(reverse):
    made = made_of(low_deg=20, high_deg=60, home_deg=20, reverse=reverse)
    pulses = [made.pulse_ns(angle) for angle in (-(10**9), *range(0, 18_001, 50), 10**9)]
    straight = made_of(low_deg=0, high_deg=180)
    ends = (12_000, 16_000) if reverse else (2000, 6000)
    assert [min(pulses), max(pulses)] == [straight.pulse_ns(angle) for angle in ends]


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("500 to 2500", [{"from_us": 499}, {"to_us": 2501}]),
        ("at least 400 below", [{"from_us": 2001}, {"from_us": 2400, "to_us": 500}]),
        ("from 0 to 180", [{"low_deg": -1}, {"high_deg": 181}]),
        ("in this order", [{"low_deg": 91}, {"home_deg": 121}, {"home_deg": 59}]),
        ("10 apart", [{"low_deg": 86, "high_deg": 95}]),
        ("a whole number", [{"low_deg": 60.0}, {"home_deg": True}, {"home_deg": None}]),
        ("true or false", [{"reverse": 1}]),
        ("a calibration has no speed", [{"speed": 1}]),
        ("an object", [[], "60"]),
    ],
)
def test_harmful_calibration_is_refused_with_a_reason(word, wrong):
    for values in wrong:
        with pytest.raises(ValueError, match=word):
            Calibration(values)


def test_calibration_at_its_limits_is_accepted():
    for values in (
        *({"from_us": 500, "to_us": 2500}, {"from_us": 1000, "to_us": 1400}),
        {"low_deg": 0, "high_deg": 180, "home_deg": 0},
        {"low_deg": 85, "high_deg": 95, "home_deg": 95},
    ):
        assert {**DEFAULTS, **values} == Calibration(values).as_dict()


def test_changed_value_leaves_old_calibration_and_defaults_unchanged():
    before = dict(DEFAULTS)
    old = made_of()
    new = old.changed({"home_deg": 60})
    assert (old.home_cdeg, new.home_cdeg) == (9000, 6000)
    old.as_dict()["low_deg"] = 0
    assert old.as_dict() == DEFAULTS == before


def test_stored_calibration_is_loaded_and_bad_one_becomes_the_default():
    stored = {**DEFAULTS, "from_us": 600, "to_us": 2300, "reverse": True}
    for found, expected in ((stored, stored), (None, DEFAULTS)):
        calibration, problem = load(found)
        assert (calibration.as_dict(), problem) == (expected, "")
    calibration, problem = load({"low_deg": 170})
    assert calibration.as_dict() == DEFAULTS
    assert problem.startswith("The servo's calibration is the default: low_deg")


@given(NEARLY | ANYTHING)
def test_any_stored_calibration_loads_and_keeps_pulses_in_safe_range(stored):
    calibration, problem = load(stored)
    assert (calibration.as_dict() == DEFAULTS) or not problem
    for angle in (-1, 0, calibration.low_cdeg, calibration.home_cdeg, 18_000, 10**7):
        assert 500_000 <= calibration.pulse_ns(angle) <= 2_500_000


@given(st.integers(500, 2100), st.integers(400, 2000), st.booleans(), st.integers(0, 18_000))
def test_pulses_are_exact_to_one_nanosecond(from_us, span_us, reverse, angle):
    to_us = min(2500, from_us + span_us)
    made = made_of(from_us=from_us, to_us=to_us, low_deg=0, high_deg=180, reverse=reverse)
    turn = 18_000 - angle if reverse else angle
    exact_ns = 1000 * (from_us + (to_us - from_us) * turn / 18_000)
    assert abs(made.pulse_ns(angle) - exact_ns) <= 1
