"""A press gives one outcome, and the sound matches the firmware's report."""

from itertools import pairwise

import pytest
from tests.waveforms import max_step_outside_tone, peak

from pingware.shared.light_show import PING_US

PRESS_MS = 3000
# presses until each outcome has occurred: six counts of coins, three others
PRESSES, OUTCOMES = 14, 9
PAUSE_MS = 5500


def test_outcomes_follow_the_seed_and_are_recognised_by_ear(engine, play, draws):
    seed = next(n for n in range(10_000) if len(set(draws(n, PRESSES))) == OUTCOMES)
    times_ms = range(1200, 1200 + PRESSES * PAUSE_MS, PAUSE_MS)
    story = play(engine, "\n".join(f'{{"at_ms": {at}, "do": "press"}}' for at in times_ms), seed)
    assert story.outcomes() == draws(seed, PRESSES)
    assert story.heard() == draws(seed, PRESSES)


def test_coin_pings_begin_at_once_evenly_and_equally_loud(engine, play, seed_for):
    press = f'{{"at_ms": {PRESS_MS}, "do": "press", "for_ms": 60}}'
    story = play(engine, press, seed_for("coins", 6))
    (pings,) = story.sounds()
    assert len(story.of("onset")) == 1 + 6
    assert len(story.outcomes()) == 1
    assert pings[0]["at_ms"] - PRESS_MS < 12  # The end of the ramp, which takes 6 ms, is audible.
    gaps = [later["at_ms"] - ping["at_ms"] for ping, later in pairwise(pings)]
    assert gaps == pytest.approx([PING_US / 1000] * 5, abs=2.5)
    levels = [ping["level_db"] for ping in pings]
    assert max(levels) - min(levels) <= 0.5


@pytest.mark.pico2
def test_sound_has_no_clicks_and_stays_below_full_scale(engine, bench_of, seed_for):
    bench = bench_of(engine, seed_for("game_over"))
    bench.press(at_ms=1200)
    bench.advance_to(8000)
    waveform = bench.heard().waveform
    assert max_step_outside_tone(waveform) <= 0.05
    assert 0.05 < peak(waveform) <= 1.0
    assert bench.parts.sound.idle
    assert not bench.parts.sound.amplifier_on(1000, 7990, 7991)[0]


def test_presses_without_a_seed_draw_outcomes(bench_of, engine):
    bench = bench_of(engine)
    for at_ms in range(1200, 31_200, 6000):
        bench.press(at_ms)
    bench.advance_to(32_000)
    assert len(bench.events("outcome")) == 5
