"""The light alone is enough to play: counted, timed, and distinct without colour."""

from itertools import combinations, pairwise

import pytest
from tests.unit.firmware.shared.test_light_shows_seen import colour, duration_ms

from pingware.shared.fault_texts import FAULT_BLINKS, FAULT_BLINKS_OTHER
from pingware.shared.light_frames import DARK

OUTCOMES = [*(("coins", n) for n in range(1, 7)), ("laugh", 0), ("power_up", 0), ("game_over", 0)]
VERDICTS = ["battery_good", "battery_fair", "battery_replace_soon", "battery_stop"]
OTHERS = [
    *("nothing_yet", "ready", "low_battery", "goodbye", "battery_demo_cell", "battery_on_usb"),
    *VERDICTS,
]
FAULTS = [*FAULT_BLINKS.values(), FAULT_BLINKS_OTHER]
ALL = [*OUTCOMES, *((name, 0) for name in OTHERS), *(("fault", n) for n in FAULTS)]
PING_MS = 483 * 16 * 5670 / 125_000  # control ticks, samples, timer divider over the clock in kHz


def grey(show, coins, step_ms=5, until_ms=6000):
    """Returns the brightness, as part of the show's peak: all that a colour-blind player sees."""
    seen = [max(colour(show, coins, ms)) for ms in range(0, until_ms, step_ms)]
    peak = max(seen)
    return [value / peak for value in seen]


def rises(values, level=0.5):
    """Counts how often the brightness crosses ``level`` upwards."""
    return sum(a < level <= b for a, b in pairwise([0, *values]))


@pytest.mark.parametrize("count", range(1, 7))
def test_coins_flash_as_often_as_they_ping(count):
    assert rises(grey("coins", count)) == count


@pytest.mark.parametrize("nth", range(6))
def test_each_flash_starts_with_its_ping(nth):
    start = round(nth * PING_MS)
    assert colour("coins", 6, start + 1) != DARK
    assert colour("coins", 6, start - 2) == DARK


def test_any_two_outcomes_differ_without_colour():
    seen = {outcome: grey(*outcome) for outcome in OUTCOMES}
    for one, other in combinations(OUTCOMES, 2):
        pairs = zip(seen[one], seen[other], strict=True)
        differing_ms = 5 * sum(abs(a - b) > 0.4 for a, b in pairs)
        assert differing_ms >= 150, (one, other)  # longer than a blink of the eye


def test_power_up_only_ever_rises_until_it_starts_again():
    seen = [max(colour("power_up", 0, ms)) for ms in range(0, 450)]
    assert seen == sorted(seen)
    assert seen[-1] > 240


def test_game_over_only_ever_fades():
    seen = [max(colour("game_over", 0, ms)) for ms in range(0, 2500, 10)]
    assert seen == sorted(seen, reverse=True)
    assert (seen[0], seen[-1]) == (255, 0)


def test_no_verdict_and_no_fault_blink_alike():
    seen = [tuple(grey(verdict, 0, 5, 8000)) for verdict in VERDICTS]
    seen += [tuple(grey("fault", blinks, 5, 8000)) for blinks in FAULTS]
    assert len(set(seen)) == len(seen)
    assert [rises(grey("fault", blinks, 5, 8000)) for blinks in FAULTS] == [
        blinks // 10 + blinks % 10 for blinks in FAULTS
    ]


@pytest.mark.parametrize(("show", "coins"), ALL)
def test_never_more_than_three_flashes_in_any_second(show, coins):
    seen = grey(show, coins, 10, 8000)
    starts = [at for at, (a, b) in enumerate(pairwise([0, *seen])) if a < 0.5 <= b]
    assert 1 <= max(sum(at <= start < at + 100 for start in starts) for at in range(0, 700)) <= 3


@pytest.mark.parametrize(("show", "coins"), ALL)
def test_every_show_is_in_range_lit_at_times_and_dark_after_its_length(show, coins):
    length = duration_ms(show, coins)
    assert length < 11_000
    frames = [colour(show, coins, ms) for ms in range(0, length + 100)]
    assert all(0 <= channel <= 255 for frame in frames for channel in frame)
    assert any(frame != DARK for frame in frames[:length])
    assert all(frame == DARK for frame in frames[length:])


def test_what_is_no_show_is_dark():
    assert {colour("coins", 0, 0), colour("coins", -1, 0), colour("laugh", 0, -1)} == {DARK}


@pytest.mark.parametrize("length_ms", [5000, 20_000, 60_000])
def test_the_bar_of_time_left_shrinks_from_second_to_second(length_ms):
    lit = grey("time", length_ms, 10, length_ms)
    seconds = [sum(level > 0.3 for level in lit[at : at + 100]) for at in range(0, len(lit), 100)]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] >= 80
    assert 0 < seconds[-1] <= 30
    assert colour("time", length_ms, length_ms) == DARK
