import tracemalloc

import numpy as np
import pytest

from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.runner import run
from pingblock.virtual.scenario import parse
from pingblock.virtual.virtual_device import RATE_HZ

HOUR_MS = 3_600_000.0


def in_one_go(bench):
    """Returns the sounds in the whole recording, analysed at once."""
    samples, rate_hz = bench.audio()
    on = bench.parts.sound.amplifier_on(rate_hz, 0, len(samples))
    return listen(samples, on, rate_hz)


@pytest.mark.parametrize("step_ms", [97.3, 4000.0])
def test_sounds_heard_in_steps_equal_those_of_whole_recording(bench, make_pings, step_ms):
    for at_ms in (0.2, 2500.7, 9001.3, 9800.0, 31_234.5):
        bench.engine.sound(at_ms, make_pings(2))
    while bench.now_ms < 36_000:
        bench.advance(step_ms)
        bench.heard()
    features = bench.heard().features
    assert features == in_one_go(bench)
    assert len([feature for feature in features if isinstance(feature, Onset)]) == 10


def test_asking_during_a_sound_does_not_change_later_sounds(bench, make_pings):
    bench.engine.sound(500.0, make_pings(4))
    for until_ms in (480, 560, 900, 910, 1500):
        bench.advance_to(until_ms)
        assert bench.heard().features == in_one_go(bench)
    bench.advance_to(4000)
    assert [len(sound) for sound in bench.heard().sounds] == [4]


def test_long_silence_is_skipped_without_listening(bench, make_pings):
    bench.engine.sound(200.0, make_pings(1))
    bench.engine.sound(HOUR_MS, make_pings(1))
    bench.advance_to(HOUR_MS + 2000)
    asked = []
    plain = bench.parts.sound.heard
    bench.parts.sound.heard = lambda rate_hz, first, last: (
        asked.append(last - first) or plain(rate_hz, first, last)
    )
    assert len(bench.heard().sounds) == 2
    assert sum(asked) < 10 * RATE_HZ


@pytest.mark.long
def test_whole_day_takes_little_memory_and_keeps_all_events(bench, make_pings):
    for hour in range(24):
        end_ms = bench.engine.sound(hour * HOUR_MS + 1234.5, make_pings(6))
    tracemalloc.start()
    try:
        events = run([], bench, 24 * HOUR_MS, keep_sound=False)
        most_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [event["kind"] for event in events] == [*["onset"] * 6, "end"] * 24
    assert events[-1]["at_ms"] == pytest.approx(end_ms, abs=10)
    assert most_bytes < 30e6
    assert len(bench.parts.sound.waveform().levels) < 3 * RATE_HZ


def test_discarding_heard_sound_changes_no_event(make_bench, make_pings):
    found = []
    for keep_sound in (True, False):
        bench = make_bench(1)
        for at_ms in (59_000.0, 61_000.0, 119_900.0, 181_000.0):
            bench.engine.sound(at_ms, make_pings(3))
        actions = parse(
            b"\n".join(b'{"at_ms": %d000, "do": "press"}' % at for at in range(1, 190))
        )
        found.append(run(actions, bench, 200_000.0, keep_sound))
        assert np.any(bench.audio(59_000.0)[0][:RATE_HZ]) == keep_sound
    assert found[0] == found[1]
    assert len(found[0]) == 16
