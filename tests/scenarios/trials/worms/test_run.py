"""A wiggle: its length, its ticks, its light, and how the worms move in it."""

import numpy as np
import pytest
from tests.servo_pulses import LIMITS_DEG_S, fastest_deg_s

from pingblock.virtual.parts.contact import Bounce
from pingware.shared.motion import PROFILES

ERROR_MS = 10.0
HOME_MS = 2500
RUN_MS = 5000
TICKS_HZ = [988, 1109, 1245, 1397, 1568]  # B5 to G6, in the last five seconds
END_HZ = [1568, 1568, 1047]
UGLY = Bounce(bounce_ms=6.0, edges=12)
FRAME_S = 0.02
# The rules are the same on each engine, and slower to test on the chip.
desk_only = pytest.mark.parametrize("engine", ["desk"])


def signal_ms(bench, after_ms):
    """Returns when the speaker's pin first changed after ``after_ms``."""
    wave = bench.parts.sound.waveform(after_ms * 1000)
    times_us = wave.times_us[np.diff(wave.levels, prepend=wave.levels[0]) != 0]
    return float(times_us[times_us > after_ms * 1000][0]) / 1000


def near(pitches):
    return [pytest.approx(hz, rel=0.03) for hz in pitches]


def full_run(apple, **settings):
    """Plays a wiggle with the lever. Returns the time of its release in ms."""
    apple.set(**settings)
    apple.bench.advance(500)
    released_ms = apple.pull(bounce=UGLY)
    apple.bench.advance(settings.get("run_s", [5, 5])[1] * 1000 + HOME_MS)
    return released_ms


# The chip plays the longest wiggle, in which a wrong clock shows most.
@pytest.mark.parametrize(
    ("engine", "run_s"),
    [("desk", [20, 20]), ("desk", [5, 8]), ("chip", [20, 20])],
)
def test_wiggle_ends_within_10_ms_of_its_length(apple, run_s):
    released_ms = full_run(apple, run_s=run_s)
    ended = apple.last("ended")
    length_ms = ended["length_ms"]
    assert run_s[0] * 1000 <= length_ms <= run_s[1] * 1000
    due_ms = released_ms + length_ms
    assert ended["at_ms"] == pytest.approx(due_ms, abs=ERROR_MS)
    assert signal_ms(apple.bench, due_ms - 300) == pytest.approx(due_ms, abs=ERROR_MS)
    assert apple.heard_hz(due_ms) == near(END_HZ)


@desk_only
def test_two_wiggles_have_exact_lengths_and_different_paths(apple):
    errors_ms, paths = [], []
    for _ in range(2):
        due_ms = apple.pull(bounce=UGLY) + RUN_MS
        apple.bench.advance(RUN_MS + HOME_MS)
        errors_ms.append(apple.last("ended")["at_ms"] - due_ms)
        paths.append(apple.path(due_ms - RUN_MS, due_ms - 100)[:100])
    assert max(map(abs, errors_ms)) <= ERROR_MS
    assert apple.status()["runs"] == 2
    assert paths[0] != paths[1]


@desk_only
def test_surprise_length_is_revealed_only_at_the_end(apple):
    released_ms = full_run(apple, run_s=[5, 9])
    started, ended = apple.last("started"), apple.last("ended")
    assert "length_ms" not in started
    heard = apple.heard_hz(released_ms + 1000)
    assert heard == near(END_HZ), "ticks would reveal the length"
    assert apple.status()["surprise"] is True
    lengths = {ended["length_ms"]}
    for _ in range(2):
        apple.pull()
        apple.bench.advance(9000 + HOME_MS)
        lengths.add(apple.last("ended")["length_ms"])
    assert len(lengths) == 3


@pytest.mark.rules
def test_last_five_seconds_tick_upwards_unless_switched_off(apple):
    """The ticks are a second apart, and the last one sounds a second before the end."""
    released_ms = full_run(apple, run_s=[7, 7])
    assert apple.heard_hz(released_ms + 500) == near([*TICKS_HZ, *END_HZ])
    onsets = [onset.at_ms for onset in apple.bench.heard().onsets]
    ticks_ms = [at_ms for at_ms in onsets if at_ms > released_ms + 500][:6]
    assert np.diff(ticks_ms) == pytest.approx([1000] * 5, abs=ERROR_MS)
    released_ms = full_run(apple, run_s=[7, 7], ticks=False)
    assert apple.heard_hz(released_ms + 500) == near(END_HZ)


@pytest.mark.rules
def test_worms_rest_at_home_without_power_after_a_wiggle(apple):
    full_run(apple)
    apple.check_home()
    off_ms = apple.bench.now_ms
    apple.bench.advance(10_000)
    assert apple.moves(off_ms) == []
    assert apple.bench.led() == (0, 0, 0)
    assert apple.bench.request("status")["ok"]["underruns"] == 0


@pytest.mark.pico2
def test_servo_power_outlasts_the_pulses_by_one_frame(apple):
    full_run(apple)
    rows = apple.rows(1000)
    on_ms = next(row.time_ms for row in rows if row.current_ma)
    first_ms = next(row.time_ms for row in rows if row.pulse_us)
    assert first_ms - on_ms <= FRAME_S * 1000, "a new pulse waits for the end of the frame"
    last = [row for row in rows if row.pulse_us][-1]
    stopped_ms = next(row.time_ms for row in rows if row.time_ms > last.time_ms)
    off_ms = next(row.time_ms for row in rows if row.time_ms > last.time_ms and not row.current_ma)
    assert off_ms - stopped_ms >= FRAME_S * 1000


@pytest.mark.parametrize(
    ("engine", "motion"), [*[("desk", name) for name in PROFILES], ("chip", "fast")]
)
def test_worms_keep_range_and_speed_during_presses_and_ticks(apple, motion):
    apple.set(motion=motion, run_s=[8, 8])
    apple.pull(bounce=UGLY)
    for _ in range(14):
        apple.bench.press()
        apple.bench.advance(570)
    apple.bench.advance(4000)
    apple.check_pulses()
    rows = apple.moves()
    assert fastest_deg_s(rows) <= 1.05 * LIMITS_DEG_S[motion]
    path = apple.path()
    assert np.ptp(path) >= 20, "the worms hardly move"
    assert abs(path[0] - 90) <= 1, "the worms begin with a jerk"
    assert max(abs(row.commanded_deg - row.physical_deg) for row in rows) <= 12
    apple.check_home()


@desk_only
def test_fast_motion_travels_twice_as_far_as_slow(apple):
    far_deg = {}
    for motion in ("slow", "fast"):
        released_ms = full_run(apple, motion=motion)
        far_deg[motion] = np.abs(np.diff(apple.path(released_ms))).sum()
    assert far_deg["fast"] > 2 * far_deg["slow"]


@pytest.mark.rules
def test_path_depends_only_on_the_seed(open_apple):
    paths = []
    for seed in (3, 3, 4):
        apple = open_apple(seed=seed, run_s=[5, 5])
        released_ms = apple.pull()
        apple.bench.advance(1000)
        paths.append(apple.path(released_ms))
    same = min(map(len, paths[:2]))
    assert same >= 15
    assert paths[0][:same] == paths[1][:same]
    assert paths[0][:same] != paths[2][:same]


@desk_only
def test_light_shows_the_remaining_time(apple):
    released_ms = apple.pull()
    shares = []
    for second in range(5):
        lit = 0
        for step in range(20):
            apple.bench.advance_to(released_ms + second * 1000 + step * 50 + 25)
            lit += apple.bench.led() != (0, 0, 0)
        shares.append(lit)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] >= 15
    assert 1 <= shares[-1] <= 5
    apple.bench.advance(HOME_MS)
    assert apple.bench.led() == (0, 0, 0)
