"""The light is enough to play: counted, timed, and distinct without colour."""

from itertools import combinations

import pytest
from tests.unit.firmware.light_seen import alike, colour, duration_ms, grey, starts_ms

from pingblock.sounds.tables import shows
from pingblock.tunes.sequencer import CLOCKS_A_TICK, ticks
from pingware.games.block.rules import OUTCOMES
from pingware.shared.fault_texts import FAULT_BLINKS, FAULT_BLINKS_OTHER
from pingware.shared.light_show import DARK, EVERY_MS, PING_US

VERDICTS = ["battery_good", "battery_fair", "battery_replace_soon", "battery_stop"]
OTHERS = [
    *("nothing_yet", "ready", "low_battery", "goodbye", "battery_demo_cell", "battery_on_usb"),
    *VERDICTS,
]
FAULTS = [*FAULT_BLINKS.values(), FAULT_BLINKS_OTHER]
ALL = [*OUTCOMES, *((name, 0) for name in OTHERS), *(("fault", n) for n in FAULTS)]
PING_MS = ticks(EVERY_MS) * CLOCKS_A_TICK / 125_000  # rounded up as in the mixer


def test_coins_flash_together_with_each_ping():
    assert int(PING_MS * 1000) == PING_US
    assert [len(starts_ms(grey("coins", count))) for count in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    for start in (round(nth * PING_MS) for nth in range(6)):
        assert colour("coins", 6, start + 1) != DARK
        assert colour("coins", 6, start - 2) == DARK


def test_any_two_outcomes_differ_without_colour():
    assert alike(combinations(OUTCOMES, 2)) == []


def test_power_up_rises_and_game_over_fades_without_reversal():
    rising = [max(colour("power_up", 0, ms)) for ms in range(0, 450)]
    assert rising == sorted(rising)
    assert rising[-1] > 240
    fading = [max(colour("game_over", 0, ms)) for ms in range(0, 2500, 10)]
    assert fading == sorted(fading, reverse=True)
    assert (fading[0], fading[-1]) == (255, 0)


def test_no_verdict_and_no_fault_blink_alike():
    faults = [grey("fault", blinks, 8000) for blinks in FAULTS]
    seen = [tuple(each) for each in (*(grey(name, 0, 8000) for name in VERDICTS), *faults)]
    assert len(set(seen)) == len(seen)
    assert [len(starts_ms(each)) for each in faults] == [sum(divmod(n, 10)) for n in FAULTS]


@pytest.mark.parametrize(("show", "coins"), [*ALL, *((name, 6) for name in sorted(shows()))])
def test_show_has_at_most_three_flashes_in_any_second(show, coins):
    found = starts_ms(grey(show, coins, 8000))
    assert max(sum(at <= each < at + 1000 for each in found) for at in [0, *found]) <= 3


@pytest.mark.parametrize(("show", "coins"), ALL)
def test_every_show_is_in_range_and_dark_after_its_end(show, coins):
    length = duration_ms(show, coins)
    assert length < 11_000
    frames = [colour(show, coins, ms) for ms in range(0, length + 100)]
    assert all(0 <= channel <= 255 for frame in frames for channel in frame)
    assert any(frame != DARK for frame in frames[:length])
    assert all(frame == DARK for frame in frames[length:])


def test_show_with_impossible_count_or_time_stays_dark():
    assert {colour("coins", 0, 0), colour("coins", -1, 0), colour("laugh", 0, -1)} == {DARK}


@pytest.mark.parametrize("length_ms", [5000, 20_000, 60_000])
def test_bar_of_remaining_time_never_grows_and_ends_dark(length_ms):
    lit = grey("time", length_ms, length_ms, 10)
    seconds = [sum(level > 0.3 for level in lit[at : at + 100]) for at in range(0, len(lit), 100)]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] >= 80
    assert 0 < seconds[-1] <= 30
    assert colour("time", length_ms, length_ms) == DARK
