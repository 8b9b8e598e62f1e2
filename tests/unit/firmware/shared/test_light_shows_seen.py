"""Every show's colour and rhythm to the millisecond, as promised to players."""

import pytest
from tests.unit.firmware.light_seen import colour, duration_ms

from pingblock.sounds.tables import shows
from pingware.shared import light_show
from pingware.shared.fault_texts import FAULT_BLINKS, FAULT_BLINKS_OTHER
from pingware.shared.light_show import EVERY_MS, PING_US

DARK = (0, 0, 0)
# red, green and blue before gamma correction
YELLOW, RED, GREEN = (255, 170, 0), (255, 0, 0), (0, 255, 40)
BLUE, MAGENTA = (0, 60, 255), (255, 0, 255)


def flashes(count):
    """Returns the lit times of flashes of 175 ms that come with the pings, and their length."""
    begins_us = [n * PING_US for n in range(count + 1)]
    lit_ms = [(-(-us // 1000), us // 1000 + 175) for us in begins_us[:-1]]
    return lit_ms, -(-begins_us[-1] // 1000)


# Show, count, colour, lit times (from, to) in ms, whole length in ms. A blink is 300 of 600 ms,
# and a long one 900 of 1200 (QB-R2).
BLINKING = [
    ("coins", 1, YELLOW, *flashes(1)),
    ("coins", 3, YELLOW, *flashes(3)),
    ("laugh", 0, RED, [(0, 150), (300, 450), (900, 1050), (1200, 1350)], 1800),
    ("ready", 0, (120, 120, 120), [(0, 175)], 175),
    ("low_battery", 0, (255, 60, 0), [(0, 300), (600, 900)], 1200),
    ("goodbye", 0, RED, [(0, 900), (1200, 2100), (2400, 3300)], 3600),
    ("battery_good", 0, GREEN, [(0, 300)], 600),
    ("battery_fair", 0, (170, 255, 0), [(0, 300), (600, 900)], 1200),
    ("battery_replace_soon", 0, (255, 100, 0), [(0, 300), (600, 900), (1200, 1500)], 1800),
    ("battery_stop", 0, RED, [(0, 300), (600, 900), (1200, 1500), (1800, 2100)], 2400),
    ("battery_demo_cell", 0, (255, 0, 200), [(0, 900), (1200, 2100)], 2400),
    ("battery_on_usb", 0, (120, 120, 255), [(0, 900)], 1200),
    ("muted", 0, (255,) * 3, [(0, 900), (1200, 2100), (2400, 3300), (3600, 4500)], 4800),
    ("fault", 2, MAGENTA, [(0, 300), (600, 900)], 1200),
    ("fault", 21, MAGENTA, [(0, 900), (1200, 2100), (2400, 2700)], 3000),
    ("card_1", 1, GREEN, *flashes(1)),
    ("card_2", 1, BLUE, *flashes(1)),
    ("card_3", 1, RED, *flashes(1)),
    ("card_4", 2, YELLOW, *flashes(2)),
    ("lamp_red", 0, (255, 0, 0), [(0, 4000)], 4000),
    ("lamp_green", 0, (0, 255, 0), [(0, 4000)], 4000),
    ("lamp_blue", 0, (0, 0, 255), [(0, 4000)], 4000),
    ("lamp_white", 0, (255, 255, 255), [(0, 4000)], 4000),
]

# show, count, visible colours at some ms, whole length in ms
FLOWING = [
    # three rises of 450 ms
    ("power_up", 0, {0: DARK, 225: (0, 127, 19), 449: (0, 254, 39), 450: DARK}, 1350),
    ("power_up", 0, {899: (0, 254, 39), 900: DARK, 1349: (0, 254, 39)}, 1350),
    ("game_over", 0, {0: BLUE, 1200: (0, 29, 127), 2399: DARK}, 2400),
    ("nothing_yet", 0, {0: DARK, 225: (29, 29, 29), 449: (59, 59, 59)}, 450),
    # one breath of 1.6 s, from bright to dark and back
    ("armed", 0, {0: (110,) * 3, 400: (54,) * 3, 800: DARK, 1200: (54,) * 3}, 30_000),
    ("surprise", 0, {0: (120, 0, 150), 800: DARK, 1600: (120, 0, 150)}, 60_000),
    # Lit for the share of each second that remains of the wiggle, but at least for 60 ms.
    ("time", 20_000, {0: (70, 150, 35), 951: (70, 150, 35), 952: DARK}, 20_000),
    ("time", 20_000, {10_000: (70, 150, 35), 10_476: DARK, 19_059: (70, 150, 35)}, 20_000),
    ("time", 20_000, {19_060: DARK, 19_999: DARK}, 20_000),
]


@pytest.mark.parametrize(("show", "count", "rgb", "lit_ms", "length_ms"), BLINKING)
def test_blinks_come_and_go_to_the_millisecond(show, count, rgb, lit_ms, length_ms):
    expected = [
        rgb if any(start <= ms < end for start, end in lit_ms) else DARK
        for ms in range(length_ms + 50)
    ]
    assert [colour(show, count, ms) for ms in range(length_ms + 50)] == expected
    assert duration_ms(show, count) == length_ms


@pytest.mark.parametrize(("show", "count", "seen", "length_ms"), FLOWING)
def test_flowing_show_has_its_brightness_at_each_time(show, count, seen, length_ms):
    assert {ms: colour(show, count, ms) for ms in seen} == seen
    assert duration_ms(show, count) == length_ms
    assert colour(show, count, length_ms) == DARK


def test_each_fault_has_its_number_of_blinks():
    """Up to four long blinks come first, then up to four short ones. More are hard to count."""
    assert FAULT_BLINKS_OTHER == 34
    assert FAULT_BLINKS == {
        **{"block_button_stuck": 11, "check_button_stuck": 12, "lever_stuck": 13},
        **{"lever_chatter": 14, "battery_no_reading": 21, "battery_absurd": 22},
        **{"battery_unsteady": 23, "servo_cells_weak": 24, "servo_stalled": 31},
        **{"settings_not_saved": 32, "sound_unusable": 33},
        **{"crashed": 41, "hung": 42, "stalled": 43},
    }
    counts = [*FAULT_BLINKS.values(), FAULT_BLINKS_OTHER]
    assert len(set(counts)) == len(counts)
    assert all(1 <= count // 10 <= 4 and 1 <= count % 10 <= 4 for count in counts)


@pytest.mark.parametrize(
    ("name", "count", "looks_ms"),
    [
        ("coins", 2, {0: 180, 174: 20, EVERY_MS - 170: 180, EVERY_MS + 10: 180}),
        ("laugh", 0, {160: 140, 460: 200}),
        ("power_up", 0, {100: 20}),
        ("battery_good", 0, {120: 180}),
        ("lamp_red", 0, {1000: 200, 3990: 20}),
    ],
)
def test_show_is_read_again_when_it_can_change(name, count, looks_ms):
    """It is read when it can first change, in 20 ms steps, at the latest after 200 ms."""
    assert {at: light_show.unchanged_ms(shows()[name], count, at) for at in looks_ms} == looks_ms


# Time at which a show is read next, a multiple of 20 ms: the first at which its colour can change,
# or 200 ms at the latest.
