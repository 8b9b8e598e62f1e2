import pytest

from pingblock.virtual.pacer import GIVE_UP_MS, STEP_MS, Pacer


def test_passed_wall_time_is_due_up_to_one_step(clock):
    assert Pacer(clock).due_ms(500.0) == 0.0, "the first call starts its clock"
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    assert pacer.due_ms(5.0) == 0.0, "if it is ahead, it must wait"
    clock.now_s += 0.012
    assert pacer.due_ms(0.0) == pytest.approx(12.0)
    clock.now_s += 0.1
    assert (pacer.due_ms(0.0), pacer.lost_ms) == (STEP_MS, 0.0)


def test_time_too_far_behind_is_given_up(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += GIVE_UP_MS / 1000 + 1.0
    assert pacer.due_ms(0.0) == pytest.approx(STEP_MS)
    assert pacer.lost_ms == pytest.approx(GIVE_UP_MS + 1000.0 - STEP_MS)
    assert pacer.due_ms(STEP_MS) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(("engine_speed", "seen"), [(50, 1.0), (0.6, 0.6)])
def test_only_slow_engine_is_reported_slow_with_its_speed(clock, engine_speed, seen):
    """It needs 1 / ``engine_speed`` of real time for the due emulated time."""
    pacer, emulated_ms, end_s = Pacer(clock), 0.0, clock.now_s + 4
    while clock.now_s < end_s:
        due_ms = pacer.due_ms(emulated_ms)
        emulated_ms += due_ms
        clock.now_s += max(0.001, due_ms / engine_speed / 1000)
    pacer.due_ms(emulated_ms)
    assert emulated_ms == pytest.approx(4000 * seen, abs=30 if seen == 1 else 200)
    assert pacer.speed == pytest.approx(seen, abs=0.03)
    assert pacer.slow is (seen < 1)


def test_single_pause_is_forgotten_after_two_seconds(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += 1.0
    pacer.due_ms(0.0)
    assert pacer.slow
    emulated_ms = pacer.due_ms(0.0)
    for _ in range(250):
        clock.now_s += 0.01
        emulated_ms += pacer.due_ms(emulated_ms)
    assert not pacer.slow


def test_skipped_time_does_not_count_as_behind():
    pacer = Pacer(lambda: 1.0)
    pacer.due_ms(0.0)
    pacer.jump(600_000)
    assert pacer.behind_ms(600_000) == pytest.approx(0)
