from __future__ import annotations

import pytest

from pingblock.virtual.pacer import GIVE_UP_MS, STEP_MS, Pacer


def test_the_first_look_starts_the_clock_and_nothing_is_due(clock):
    assert Pacer(clock).due_ms(500.0) == 0.0


def test_wall_time_that_passed_is_due(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += 0.012
    assert pacer.due_ms(0.0) == pytest.approx(12.0)


def test_one_run_is_never_longer_than_a_step(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += 0.1
    assert pacer.due_ms(0.0) == STEP_MS
    assert pacer.lost_ms == 0.0


def test_an_engine_ahead_of_time_has_to_wait(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    assert pacer.due_ms(5.0) == 0.0


def test_time_too_far_behind_is_given_up_and_not_caught_up_with(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += GIVE_UP_MS / 1000 + 1.0
    assert pacer.due_ms(0.0) == pytest.approx(STEP_MS)
    assert pacer.lost_ms == pytest.approx(GIVE_UP_MS + 1000.0 - STEP_MS)
    assert pacer.due_ms(STEP_MS) == pytest.approx(0.0, abs=1e-6)


def run(pacer, clock, wall_ms, engine_speed):
    """Runs an engine that needs 1 / ``engine_speed`` of wall time for what is due."""
    emulated_ms, end_s = 0.0, clock.now_s + wall_ms / 1000
    while clock.now_s < end_s:
        due_ms = pacer.due_ms(emulated_ms)
        emulated_ms += due_ms
        clock.now_s += max(0.001, due_ms / engine_speed / 1000)
    pacer.due_ms(emulated_ms)
    return emulated_ms


def test_a_fast_engine_keeps_real_time_and_is_not_called_slow(clock):
    pacer = Pacer(clock)
    assert run(pacer, clock, 4000, engine_speed=50) == pytest.approx(4000, abs=30)
    assert pacer.speed == pytest.approx(1.0, abs=0.02)
    assert not pacer.slow


def test_a_slow_engine_is_called_slow_with_its_speed(clock):
    pacer = Pacer(clock)
    run(pacer, clock, 4000, engine_speed=0.6)
    assert pacer.speed == pytest.approx(0.6, abs=0.05)
    assert pacer.slow


def test_a_single_pause_is_forgotten_after_two_seconds(clock):
    pacer = Pacer(clock)
    pacer.due_ms(0.0)
    clock.now_s += 1.0
    pacer.due_ms(0.0)
    assert pacer.slow
    run_from = pacer.due_ms(0.0)
    emulated_ms = run_from
    for _ in range(250):
        clock.now_s += 0.01
        emulated_ms += pacer.due_ms(emulated_ms)
    assert not pacer.slow


def test_time_that_is_skipped_is_not_owed():
    pacer = Pacer(lambda: 1.0)
    pacer.due_ms(0.0)
    pacer.jump(600_000)
    assert pacer.behind_ms(600_000) == pytest.approx(0)
