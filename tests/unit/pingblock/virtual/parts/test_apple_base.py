"""The firmware's rules with the parts they are made for: the servo follows, the lever is clean."""

from itertools import pairwise
from random import Random

import pytest
from tools.pictures.worms_record import limits

from pingblock.virtual.parts.contact import Bounce
from pingblock.virtual.parts.lever import LeverModel
from pingblock.virtual.parts.servo import DEAD_BAND_DEG, FRAME_US, STALL_MA, ServoModel, angle_deg
from pingware.services import lever as lever_rules
from pingware.shared.motion import FRAME_MS, PROFILES, Calibration, Motion
from pingware.shared.random32 import from_int

HZ = 1e6 / FRAME_US


class Base:
    """A servo on the path of a run, without the rest of the device."""

    def __init__(self, profile, seed=1, **values):
        self.calibration = Calibration(values)
        limits_cdeg = (self.calibration.low_cdeg, self.calibration.high_cdeg)
        self.motion = Motion(*limits_cdeg, self.calibration.home_cdeg)
        home_us = self.calibration.pulse_ns(self.calibration.home_cdeg) / 1000
        self.servo = ServoModel(start_deg=angle_deg(home_us))
        self.servo.supply(0.0, True)
        self.motion.run(profile, from_int(seed))
        self.frame = 0

    def play(self, seconds):
        """Sends pulses for ``seconds``. Returns the lag behind each, deg."""
        lags = []
        for _ in range(seconds * 1000 // FRAME_MS):
            pulse_us = self.calibration.pulse_ns(self.motion.step()) / 1000
            self.servo.signal(self.frame * FRAME_US, HZ, pulse_us / FRAME_US)
            self.frame += 1
            self.servo.advance(self.frame * FRAME_US)
            lags.append(abs(self.servo.rows[-1].physical_deg - angle_deg(pulse_us)))
        return lags


def test_path_frame_equals_servo_frame():
    assert FRAME_MS * 1000 == FRAME_US


@pytest.mark.parametrize(
    ("values", "low_deg", "high_deg"),
    [
        ({}, 0, 180),
        ({"low_deg": 70, "high_deg": 100}, 70, 100),
        ({"low_deg": 70, "high_deg": 100, "reverse": True}, 80, 110),
    ],
    ids=["as delivered", "calibrated", "reverse"],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_servo_horn_follows_path_within_dead_band_and_range(profile, values, low_deg, high_deg):
    base = Base(profile, **values)
    assert max(base.play(30)) <= DEAD_BAND_DEG
    assert max(row.current_ma for row in base.servo.rows) < STALL_MA
    angles = [row.physical_deg for row in base.servo.rows]
    assert low_deg - 0.01 <= min(angles) < max(angles) - 20 < high_deg - 20 + 0.01


def test_servo_horn_returns_home_and_draws_idle_current():
    base = Base("fast")
    base.play(7)
    base.motion.home()
    base.play(2)
    assert base.motion.at_home
    assert base.servo.rows[-1].physical_deg == pytest.approx(90.0, abs=DEAD_BAND_DEG)
    assert base.servo.current_ma < 10


def test_mean_horn_speed_stays_within_profile_limit():
    base = Base("slow")
    base.play(1)
    rows = [base.servo.rows[-1]]
    for _ in range(25):
        base.play(1)
        rows.append(base.servo.rows[-1])
    for before, after in pairwise(rows):
        seconds = (after.time_ms - before.time_ms) / 1000
        turned = abs(after.physical_deg - before.physical_deg)
        assert turned <= limits("slow")[0] * seconds + 2 * DEAD_BAND_DEG


def test_turning_back_frees_blocked_horn():
    base = Base("normal", seed=3)
    base.servo.block(0.0, high_deg=95.0)
    while base.servo.current_ma < STALL_MA:
        base.play(1)
    base.motion.turn_back()
    freed = []
    for _ in range(3):
        base.play(1)
        freed.append(base.servo.current_ma < STALL_MA)
    assert any(freed)


def told_by(edges, until_ms):
    """Feeds a Lever of the firmware with edges, looking every 20 ms. Returns (ms, event)s."""
    rules, told = lever_rules.Lever(), []
    looks = [(look_ms * 1000.0, None) for look_ms in range(0, until_ms, 20)]
    level = False
    for at_us, pulled in sorted(looks + edges, key=lambda each: each[0]):
        level = level if pulled is None else pulled
        while event := rules.update(level, int(at_us) // 1000):
            told.append((int(at_us) // 1000, event))
    return told


@pytest.mark.parametrize("bounce_ms", [0.0, None, 8.0])
def test_bouncing_lever_pull_gives_one_release_at_its_edge(engine, bounce_ms):
    lever = LeverModel(engine, 13, Random(4))
    bounce = Bounce(bounce_ms=bounce_ms, edges=10)
    for second in range(1, 101):
        lever.pull(second * 1e6, bounce)
        lever.release(second * 1e6 + 400_000, bounce)
    told = told_by([(at_us, level is None) for at_us, _, level in engine.calls], 102_000)
    assert [event for _at, event in told] == ["armed", "released"] * 100
    released = [at_ms for at_ms, event in told if event == "released"]
    assert released == [second * 1000 + 400 for second in range(1, 101)]
