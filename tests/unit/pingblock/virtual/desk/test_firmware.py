"""The real firmware on the desk engine: repeatable, complete and fast."""

from pathlib import Path

import numpy as np
import pytest
from tests.pins import GPIO

from pingblock.common.firmware import firmware_dir
from pingblock.errors import Unavailable
from pingblock.virtual.desk.engine import DeskEngine

VSYS_CODE = 2100


@pytest.fixture
def play(told_factory):
    """Plays three presses of the block with the cable in. Returns the events."""
    engines = []

    def played(step_ms: float = 500.0, seed: bytes = b"7", entropy_seed: int = 1):
        told = told_factory()
        told.code = VSYS_CODE
        files = {"/seed": seed} if seed else {}
        try:
            engine = DeskEngine(
                told, firmware_dir=Path(firmware_dir()), files=files, entropy_seed=entropy_seed
            )
            engines.append(engine)
            for press_ms in (1000, 6000, 11_000):
                engine.drive(press_ms * 1000, GPIO["block_button"], False)
                engine.drive(press_ms * 1000 + 60_000, GPIO["block_button"], None)
            for step in range(1, round(15_000 / step_ms) + 1):
                engine.advance(step * step_ms * 1000)
        except Unavailable as reason:
            pytest.skip(str(reason))
        assert engine.crash == ""
        return told

    yield played
    for engine in engines:
        engine.close()


def outcomes(told):
    return [line for line in told.lines if '"outcome"' in line]


def besides_sound(told):
    return [entry for entry in told.all if entry[0] != "speaker"]


def same_samples(one, other, compare):
    return all(map(compare, one.samples(), other.samples()))


def test_same_seed_gives_same_events_and_samples_in_any_steps(play):
    whole, again, steps = play(), play(), play(step_ms=7.5)
    assert len(outcomes(whole)) == 3
    assert besides_sound(whole) == besides_sound(again) == besides_sound(steps)
    assert same_samples(whole, again, np.array_equal)
    assert same_samples(whole, steps, np.allclose)
    times, _ = whole.samples()
    delay_us = times[np.searchsorted(times, 1_000_000)] - 1_000_000
    assert 0 < delay_us < 200, "a press must sound at once"


def test_entropy_seed_decides_outcomes_without_stored_seed(play):
    stories = [outcomes(play(seed=b"", entropy_seed=seed)) for seed in (1, 1, 2)]
    assert stories[0] == stories[1] != stories[2]


def test_silent_firmware_needs_at_most_three_exchanges_a_second(told_factory, exchanges):
    """The number of exchanges with the process limits its speed, which `make bench` measures."""
    engine = DeskEngine(told_factory(), firmware_dir=Path(firmware_dir()))
    engine.advance(5_000_000)
    exchanges.clear()
    engine.advance(65_000_000)
    engine.close()
    assert 60 <= len(exchanges) <= 180
