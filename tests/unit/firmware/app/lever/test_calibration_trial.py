"""Trial of a calibration: the values are kept only if they were accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.app.lever.servo_requests import CalibrationTrial
from pingware.shared import ticks
from pingware.shared.motion import DEFAULTS, Calibration

GIVE_UP_MS = 120_000


@pytest.fixture
def trial():
    return CalibrationTrial(Calibration({}))


def home_of(trial):
    return trial.calibration.as_dict()["home_deg"]


def test_trial_collects_changes_and_cancelling_restores_the_old_values(trial):
    assert not trial.open
    trial.change({"high_deg": 130}, 0)
    trial.change({"home_deg": 125}, 0)
    assert trial.open
    assert trial.calibration.as_dict() == {**DEFAULTS, "high_deg": 130, "home_deg": 125}
    trial.cancel()
    assert (trial.open, trial.calibration.as_dict()) == (False, DEFAULTS)


def test_accepting_a_trial_keeps_its_values(trial):
    trial.change({"home_deg": 70}, 0)
    assert trial.accept().as_dict()["home_deg"] == 70
    trial.cancel()
    assert (trial.open, home_of(trial)) == (False, 70)


def test_refused_value_opens_no_trial_and_changes_no_open_one(trial):
    with pytest.raises(ValueError, match="has no colour"):
        trial.change({"colour": 1}, 0)
    assert not trial.open
    trial.change({"home_deg": 70}, 0)
    with pytest.raises(ValueError, match="in this order"):
        trial.change({"home_deg": 10}, 0)
    assert (trial.open, home_of(trial)) == (True, 70)


def test_values_of_one_change_are_checked_together(trial):
    trial.change({"low_deg": 140, "home_deg": 150, "high_deg": 170}, 0)
    assert trial.calibration.home_cdeg == 15_000


def test_forgotten_trial_cancels_itself_and_each_change_restarts_its_time(trial):
    start = ticks.PERIOD - 10
    trial.change({"home_deg": 71}, ticks.add(start, 1 - GIVE_UP_MS))
    trial.change({"home_deg": 70}, start)
    assert not trial.tick(ticks.add(start, GIVE_UP_MS - 1))
    assert (trial.open, home_of(trial)) == (True, 70)
    assert trial.tick(ticks.add(start, GIVE_UP_MS))
    assert (trial.open, home_of(trial)) == (False, 90)
    assert not trial.tick(ticks.add(start, GIVE_UP_MS + 1))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["change", "accept", "cancel", "tick"]),
            st.sampled_from(list(DEFAULTS)),
            st.integers(-10, 3000) | st.booleans(),
        )
    )
)
def test_commands_in_any_order_keep_calibration_valid_and_cancelling_possible(commands):
    trial, now, kept = CalibrationTrial(Calibration({})), 0, DEFAULTS
    for what, name, value in commands:
        now += 30_000
        try:
            if what == "change":
                trial.change({name: value}, now)
            elif what == "tick":
                trial.tick(now)
            else:
                getattr(trial, what)()
        except ValueError:
            pass
        if what == "accept":
            kept = trial.calibration.as_dict()
        assert Calibration(trial.calibration.as_dict())
    trial.cancel()
    assert trial.calibration.as_dict() == kept
