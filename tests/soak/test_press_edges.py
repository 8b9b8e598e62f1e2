"""A press every 10 us around every kind of start, and at all phases of the sound before it."""

import pytest
from benchmarks import starts
from benchmarks.subjects import OURS, only_coins, open_chip
from benchmarks.takeover import fingerprint, press_at

NEAR_US = range(-300, 301, 10)
WITHIN_MS = [0.3 + 0.05 * step for step in range(360)]  # moments within three blocks of 5.8 ms
NEW_SOUND_MS = 6.5
CLICK_MAX = 0.05
BLOCK_MS = 5.806


def at_start(start, xip):
    """Returns a device before a start, the start's time, and how to recognize a press's sound."""
    bench = open_chip(OURS.device("idle"), xip)
    bench.advance_to(OURS.up_ms)
    only_coins(bench)
    known = fingerprint(bench)
    return bench, start(bench), known


@pytest.mark.parametrize("xip", [False, True])
@pytest.mark.parametrize("start", starts.YIELD, ids=lambda start: start.__name__)
def test_press_around_an_announcement_counts_once_and_sounds(start, xip):
    bench, at_ms, known = at_start(start, xip)
    with bench:
        for after_ms in [*(near_us / 1000 for near_us in NEAR_US), *WITHIN_MS]:
            answer = press_at(bench, at_ms + after_ms, known)
            assert answer.draws == 1, f"{after_ms} ms"
            assert answer.began_ms is not None, f"{after_ms} ms: reported, but not heard"
            assert answer.began_ms <= NEW_SOUND_MS, f"{after_ms} ms"
            assert answer.largest_step <= CLICK_MAX, f"{after_ms} ms"


@pytest.mark.parametrize("xip", [False, True])
def test_press_around_a_repeat_either_counts_or_is_ignored(xip):
    bench, at_ms, known = at_start(starts.repeat, xip)
    with bench:
        draws = []
        for near_us in NEAR_US:
            answer = press_at(bench, at_ms + near_us / 1000, known)
            draws.append(answer.draws)
            assert answer.began_ms is not None
            if not answer.draws:  # this sound is the repeat
                assert answer.began_ms + near_us / 1000 == pytest.approx(BLOCK_MS, abs=0.1)
        assert draws == sorted(draws, reverse=True), "first all counted, then all ignored"
        assert (draws[0], draws[-1]) == (1, 0)
