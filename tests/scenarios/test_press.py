"""One press, one outcome, and the sound says the same as the firmware."""

from itertools import pairwise

import pytest
from tests.waveforms import max_step_outside_tone, peak

PRESS = '{"at_ms": 1200, "do": "press", "for_ms": 60}'
FAMILIES = [("power_up", 0), ("laugh", 0), ("game_over", 0)]
COINS = [("coins", count) for count in range(1, 7)]


@pytest.mark.rules
@pytest.mark.parametrize("outcome", COINS + FAMILIES, ids=lambda o: f"{o[0]}{o[1] or ''}")
def test_one_press_gives_one_outcome_and_its_sound_tells_which(engine, play, seed_for, outcome):
    story = play(engine, PRESS, seed_for(*outcome))
    assert story.outcomes() == [outcome]
    assert story.heard() == [outcome]


@pytest.mark.parametrize("count", [2, 6])
def test_pings_are_350_ms_apart_and_equal(engine, play, seed_for, count):
    (pings,) = play(engine, PRESS, seed_for("coins", count)).sounds()
    gaps = [later["at_ms"] - ping["at_ms"] for ping, later in pairwise(pings)]
    assert gaps == pytest.approx([350.6] * (count - 1), abs=2.5)
    levels = [ping["level_db"] for ping in pings]
    assert max(levels) - min(levels) <= 0.5


@pytest.mark.frozen
def test_draws_are_those_of_the_seed(engine, play, draws):
    text = "\n".join(f'{{"at_ms": {at}, "do": "press"}}' for at in range(1200, 40_000, 6000))
    story = play(engine, text, seed=11)
    assert story.outcomes() == draws(11, 7)
    assert story.heard() == draws(11, 7)


@pytest.mark.frozen
def test_press_is_answered_within_a_few_ms(engine, play, seed_for):
    story = play(engine, PRESS, seed_for("coins", 1))
    (sound,) = story.sounds()
    assert sound[0]["at_ms"] - 1200 < 12  # an ear hears the end of the ramp, 6 ms after it began


@pytest.mark.frozen
def test_nothing_sounds_before_the_first_press_but_one_ping(engine, play, seed_for):
    story = play(engine, "", seed_for("coins", 1), until_ms=3000)
    assert len(story.of("onset")) == 1
    assert story.outcomes() == []


@pytest.mark.frozen
@pytest.mark.pico2
def test_sound_starts_and_stops_without_a_click_and_never_above_full_scale(
    engine, bench_of, seed_for
):
    bench = bench_of(engine, seed_for("game_over"))
    bench.press(at_ms=1200)
    bench.advance_to(8000)
    waveform = bench.heard().waveform
    assert max_step_outside_tone(waveform) <= 0.05
    assert 0.05 < peak(waveform) <= 1.0
    assert bench.parts.sound.idle
    assert not bench.parts.sound.amplifier_on(1000, 7990, 7991)[0]


def test_without_a_seed_the_draws_come_from_the_chip(bench_of, engine):
    bench = bench_of(engine)
    for at_ms in range(1200, 31_200, 6000):
        bench.press(at_ms)
    bench.advance_to(32_000)
    assert len(bench.events("outcome")) == 5
