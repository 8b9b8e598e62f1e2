"""The worms' path: within its limits, different each time, and home from anywhere."""

from itertools import pairwise

import numpy as np
import pytest
from tests.unit.firmware.shared.motion_paths import FRAMES_A_SECOND, check_run, largest
from tools.pictures.worms_record import limits

from pingware.shared.motion import FRAME_MS, PROFILES, Motion
from pingware.shared.random32 import from_int

WINDOW = 8

LOW, HIGH, HOME = 6000, 12_000, 9000


def run_of(profile, seed=1, seconds=60):
    """Returns (motion, angles) of an undisturbed wiggle."""
    made = Motion(LOW, HIGH, HOME)
    made.run(profile, from_int(seed))
    return made, [made.step() for _ in range(seconds * FRAMES_A_SECOND)]


def turning_points(angles):
    """Returns the angles at which the direction changes."""
    turns, direction = [], 0
    for before, after in pairwise(angles):
        if (after - before) * direction < 0:
            turns.append(before)
        direction = after - before or direction
    return turns


def fastest_step(angles):
    """Returns the largest change between two frames in cdeg."""
    return max(abs(after - before) for before, after in pairwise(angles))


def steps_home(made, most=600):
    """Counts the frames until the path rests at home."""
    for count in range(most):
        if made.at_home:
            return count
        made.step()
    raise AssertionError("never came home")


def test_no_limit_is_exceeded_in_four_thousand_random_runs():
    """``tests/soak`` makes a hundred thousand longer wiggles."""
    for seed in range(4000):
        check_run(seed)


def test_profiles_are_as_fast_and_rest_as_long_as_promised():
    """Least and most deg/s, shortest and longest rest in ms. A frame is 20 ms."""
    promised = {"slow": (48, 48, 200, 600), "normal": (120, 120, 120, 360)}
    promised |= {"fast": (240, 240, 80, 240), "surprise": (48, 240, 40, 1000)}
    assert {
        name: (least / 2, most / 2, shortest * FRAME_MS, longest * FRAME_MS)
        for name, (least, most, shortest, longest) in PROFILES.items()
    } == promised
    assert FRAME_MS == 20, "one pulse of the servo"
    assert [limits(name) for name in ("slow", "normal")] == [(48, 600, 7500), (120, 1500, 18_750)]
    assert limits("fast") == limits("surprise") == (240, 3000, 37_500)


@pytest.mark.parametrize("profile", ["slow", "normal", "fast"])
def test_profile_reaches_90_pct_of_its_speed(profile):
    made, totals = Motion(LOW, HIGH, HOME), []
    made.run(profile, from_int(1))
    for _ in range(3000):
        made.step()
        totals.append(made._total)
    assert largest(totals, 1) > 0.9 * limits(profile)[0]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(5))
def test_path_stands_still_long_enough_every_five_seconds(profile, seed):
    """The path is read every 5 frames, is queued 5 frames ahead, and must have settled for 5."""
    made, looks = Motion(LOW, HIGH, HOME), [0]
    made.run(profile, from_int(seed))
    for frame in range(60 * FRAMES_A_SECOND):
        before = made.angle_cdeg
        still = made.still_frames
        after = made.step()
        assert not still or after == before, "a still path moves"
        if frame % 5 == 0 and still >= 10:
            looks.append(frame)
    gaps = [later - earlier for earlier, later in pairwise([*looks, 60 * FRAMES_A_SECOND])]
    assert max(gaps) <= 5 * FRAMES_A_SECOND


def test_turning_back_at_rest_leads_to_rest_within_two_seconds():
    made = Motion(LOW, HIGH, HOME)
    made.run("normal", from_int(3))
    while made.still_frames < 10:
        made.step()
    made.turn_back()
    assert made.still_frames == 0
    frames = 0
    while made.still_frames < 10:
        made.step()
        frames += 1
    assert frames <= 2 * FRAMES_A_SECOND


@pytest.mark.parametrize("profile", PROFILES)
def test_wiggle_uses_most_of_the_calibrated_range(profile):
    _made, angles = run_of(profile)
    assert max(angles) - min(angles) > 0.85 * (HIGH - LOW)


@pytest.mark.parametrize(
    ("profile", "least", "most"), [("slow", 15, 45), ("normal", 35, 75), ("fast", 60, 110)]
)
def test_worms_turn_round_as_often_as_the_profile_promises(profile, least, most):
    _made, angles = run_of(profile)
    turns_in_30_s = len(turning_points(angles)) / 2
    assert least / 2 <= turns_in_30_s <= most


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(5))
def test_wiggle_does_not_repeat_itself_noticeably(profile, seed):
    """Shifted by any time from 1 s on, a wiggle differs clearly from itself."""
    _made, angles = run_of(profile, seed)
    path = np.array(angles) - np.mean(angles)
    likeness = np.correlate(path, path, "full")[len(path) :] / (path**2).sum()
    assert likeness[FRAMES_A_SECOND:].max() < 0.6
    turns = [angle // 100 for angle in turning_points(angles)]
    figures = [tuple(turns[at : at + 4]) for at in range(len(turns) - 3)]
    assert len(set(figures)) == len(figures)


def test_each_slow_move_covers_at_least_30_pct_of_range():
    turns = turning_points(run_of("slow", seconds=600)[1])
    assert min(abs(after - before) for before, after in pairwise(turns)) > 0.3 * (HIGH - LOW)


def test_same_seed_gives_the_same_path_and_others_differ():
    assert run_of("surprise", 7)[1] == run_of("surprise", 7)[1]
    assert run_of("surprise", 7)[1] != run_of("surprise", 8)[1]


def test_surprise_mixes_slow_and_fast():
    _made, angles = run_of("surprise")
    moving = [abs(b - a) for a, b in pairwise(angles) if a != b]
    assert max(moving) > 300
    peaks = [max(moving[at : at + 25]) for at in range(0, len(moving) - 25, 25)]
    assert min(peaks) < 200


@pytest.mark.parametrize("home", [LOW, HOME, HIGH])
def test_path_rests_at_home_and_starts_there_without_a_jump(home):
    made = Motion(LOW, HIGH, home)
    assert {made.step() for _ in range(100)} == {home}
    assert made.at_home
    made.run("fast", from_int(3))
    first = [made.step() for _ in range(20)]
    assert first[0] == home
    assert fastest_step(first) <= 480


def test_running_path_is_not_at_home_while_it_passes_home():
    made, _angles = run_of("fast", seconds=0)
    told = [made.step() == HOME and made.at_home for _ in range(3000)]
    assert not any(told)


@pytest.mark.parametrize(("profile", "most_s"), [("slow", 1.7), ("normal", 0.9), ("fast", 0.7)])
def test_home_is_reached_soon_from_anywhere(profile, most_s):
    for seconds in range(1, 20):
        made, _angles = run_of(profile, seconds, seconds)
        made.home()
        assert steps_home(made) <= most_s * FRAMES_A_SECOND
        assert {made.step() for _ in range(100)} == {HOME}


@pytest.mark.parametrize("what", ["home", "turn_back", "run"])
def test_waiting_worms_move_at_once_after_an_order(what):
    made, angles = run_of("slow", seconds=3)
    while angles[-1] != angles[-2] or angles[-1] == HOME:  # until they wait
        angles.append(made.step())
    getattr(made, what)(*(("fast", from_int(9)) if what == "run" else ()))
    assert [made.step() for _ in range(5)][-1] != angles[-1]


def test_second_home_order_does_not_change_the_way_home():
    once, twice = run_of("normal", 4, 5)[0], run_of("normal", 4, 5)[0]
    once.home()
    path = [once.step() for _ in range(60)]
    again = []
    for _ in range(60):
        twice.home()
        again.append(twice.step())
    assert again == path


def test_new_wiggle_may_begin_on_the_way_home():
    made, angles = run_of("normal", 4, 5)
    made.home()
    angles += [made.step() for _ in range(3)]
    made.run("slow", from_int(9))
    angles += [made.step() for _ in range(500)]
    assert fastest_step(angles) <= 240
    assert not made.at_home


def top_speed(*pcts):
    """Returns the fastest step after slowing down to each of these, cdeg a frame."""
    made = Motion(LOW, HIGH, HOME)
    made.run("normal", from_int(1))
    for pct in pcts:
        made.slow_to(pct)
    return fastest_step([made.step() for _ in range(3000)])


def test_slowing_down_halves_the_speed_and_full_speed_returns():
    assert [top_speed(pct) for pct in (100, 50, 1000)] == [240, 120, 240]
    assert top_speed(0) == top_speed(1) == 2, "the slowest motion of all still moves"
    assert top_speed(50, 10, 1, 33, 100) == 240


@pytest.mark.parametrize("home", [LOW, HIGH])
def test_turning_back_leaves_the_obstacle_at_once_for_the_origin(home):
    made = Motion(LOW, HIGH, home)
    made.run("normal", from_int(1))
    while abs(made.step() - home) < 1000:
        pass
    made.turn_back()
    away = [abs(made.step() - home) for _ in range(2 * WINDOW + 5)]
    assert away[-1] < 1000 < max(away)
    assert min(away) == away[-1]


def test_turning_back_returns_to_the_end_where_it_started():
    made = Motion(LOW, HIGH, LOW)
    made.run("fast", from_int(1))
    while made.step() < LOW + 1000:
        pass
    made.turn_back()
    assert LOW in [made.step() for _ in range(40)]


def test_turn_back_on_the_way_home_still_ends_at_home():
    made, _angles = run_of("slow", 5, 7)
    made.home()
    made.step()
    made.turn_back()
    steps_home(made)
    assert made.step() == HOME


@pytest.mark.parametrize(
    "angles",
    [
        *((-1, 6000, 3000), (0, 18_001, 9000), (6000, 12_000, 5999), (6000, 12_000, 12_001)),
        *((12_000, 6000, 9000), (6000, 6029, 6000)),  # in the wrong order, or without enough range
    ],
)
def test_impossible_angles_are_refused(angles):
    with pytest.raises(ValueError, match="low"):
        Motion(*angles)


def test_unknown_profile_is_refused():
    with pytest.raises(KeyError):
        Motion(LOW, HIGH, HOME).run("wild", from_int(1))


def test_smallest_range_is_used_to_its_ends_but_not_beyond():
    made = Motion(6000, 6030, 6010)
    made.run("fast", from_int(1))
    angles = [made.step() for _ in range(5000)]
    assert (min(angles), max(angles)) == (6000, 6030)
