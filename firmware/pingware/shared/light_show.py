"""Light shows: colour as a function of time. Pure.

Every show differs from the others by its pattern in time, so that colour is never needed; coins
are counted. Flashes keep to three a second at most (WCAG 2.3.1, photosensitive players).
Source: issue item 2 (silent play); QB-07, QB-R2.
"""

# Start to start of two pings: 483 control ticks of 16 samples at 22 045.9 Hz, see the sequencer.
PING_US = 350_542
FLASH_MS = 175
_LAUGH_MS = 900  # two pulses, then a rest
_LAUGH_PULSES_MS = ((0, 150), (300, 450))
_LAUGHS = 2
_RISE_MS = 450
_RISES = 3
_FADE_MS = 2400
_BLINK_MS = 600
_BLINK_ON_MS = 300
_LONG_BLINK_MS = 1200
_LONG_BLINK_ON_MS = 900
_BREATH_MS = 1600
_ARMED_MS = 30_000  # a lever held longer is a fault
_LONGEST_RUN_MS = 60_000
_BAR_MS = 1000
_BAR_LEAST_MS = 60

DARK = (0, 0, 0)
FULL = 255


def _flashes(count: int, ms: int) -> int:
    nth = ms * 1000 // PING_US
    return FULL if nth < count and ms - nth * PING_US // 1000 < FLASH_MS else 0


def _rises(_count: int, ms: int) -> int:
    return FULL * (ms % _RISE_MS) // _RISE_MS


def _double_pulses(_count: int, ms: int) -> int:
    beat_ms = ms % _LAUGH_MS
    return FULL if any(on <= beat_ms < off for on, off in _LAUGH_PULSES_MS) else 0


def _fade(_count: int, ms: int) -> int:
    return FULL * (_FADE_MS - ms) // _FADE_MS


def _blinks(_count: int, ms: int) -> int:
    return FULL if ms % _BLINK_MS < _BLINK_ON_MS else 0


def _long_blinks(_count: int, ms: int) -> int:
    return FULL if ms % _LONG_BLINK_MS < _LONG_BLINK_ON_MS else 0


def _breath(_count: int, ms: int) -> int:
    half_ms = _BREATH_MS // 2
    return FULL * abs(ms % _BREATH_MS - half_ms) // half_ms


def _bar(length_ms: int, ms: int) -> int:
    """A bar of time left, drawn in time: it is lit for that part of every second."""
    on_ms = max(_BAR_MS * (length_ms - ms) // length_ms, _BAR_LEAST_MS)
    return FULL if ms % _BAR_MS < on_ms else 0


def _steady(_count: int, _ms: int) -> int:
    return FULL


# show: (brightness(count, ms) 0..255, red, green, blue, length in ms or 0 = by the count)
_SHOWS = {
    "coins": (_flashes, (255, 170, 0), 0),
    "power_up": (_rises, (0, 255, 40), _RISES * _RISE_MS),
    "laugh": (_double_pulses, (255, 0, 0), _LAUGHS * _LAUGH_MS),
    "game_over": (_fade, (0, 60, 255), _FADE_MS),
    "ready": (_flashes, (120, 120, 120), 0),
    "nothing_yet": (_rises, (60, 60, 60), _RISE_MS),
    "low_battery": (_blinks, (255, 60, 0), 2 * _BLINK_MS),
    "goodbye": (_long_blinks, (255, 0, 0), 3 * _LONG_BLINK_MS),
    # Verdicts: the emptier, the more blinks. Long blinks: something must be done.
    "battery_good": (_blinks, (0, 255, 40), 1 * _BLINK_MS),
    "battery_fair": (_blinks, (170, 255, 0), 2 * _BLINK_MS),
    "battery_replace_soon": (_blinks, (255, 100, 0), 3 * _BLINK_MS),
    "battery_stop": (_blinks, (255, 0, 0), 4 * _BLINK_MS),
    "battery_demo_cell": (_long_blinks, (255, 0, 200), 2 * _LONG_BLINK_MS),
    "battery_on_usb": (_long_blinks, (120, 120, 255), 1 * _LONG_BLINK_MS),
    "muted": (_long_blinks, (255, 255, 255), 4 * _LONG_BLINK_MS),
    "fault": (_blinks, (255, 0, 255), 0),
    # The worms.
    "armed": (_breath, (110, 110, 110), _ARMED_MS),
    "time": (_bar, (70, 150, 35), 0),
    "surprise": (_breath, (120, 0, 150), _LONGEST_RUN_MS),
    "player": (_flashes, DARK, 0),  # in the player's colour
    "card_1": (_flashes, (0, 255, 40), 0),
    "card_2": (_flashes, (0, 60, 255), 0),
    "card_3": (_flashes, (255, 0, 0), 0),
    "card_4": (_flashes, (255, 170, 0), 0),
    # For whoever wires a light: 1 is red, 2 green, 4 blue, and their sums.
    "lamp": (_steady, DARK, 4000),
}
_COUNTED = ("coins", "player", "card_1", "card_2", "card_3", "card_4")  # a flash for each

# Blinks of the show "fault": more than any verdict has.
FAULT_BLINKS = {
    "block_button_stuck": 5,
    "check_button_stuck": 6,
    "battery_no_reading": 7,
    "battery_absurd": 8,
    "battery_unsteady": 9,
    "lever_stuck": 11,
    "lever_chatter": 12,
    "servo_cells_weak": 13,
    "servo_stalled": 14,
}
FAULT_BLINKS_OTHER = 10


def duration_ms(show: str, coins: int) -> int:
    """Returns how long a show lasts (int, ms); 0 for "off" and for names it does not know.

    Args:
        show: name, str.
        coins: for "coins" and what else is counted the number of flashes, 1..6; for "fault" that
            of blinks; for "time" the length in ms; for "lamp" its colours; else ignored.
    """
    if show not in _SHOWS:
        return 0
    if show in _COUNTED:
        return (max(coins, 0) * PING_US + 999) // 1000
    if show == "ready":
        return FLASH_MS
    if show == "fault":
        return max(coins, 0) * _BLINK_MS
    if show == "time":
        return max(coins, 0)
    return _SHOWS[show][2]


def colour(show: str, coins: int, elapsed_ms: int) -> tuple[int, ...]:
    """Returns what the light shows ``elapsed_ms`` after the start of a show.

    Args:
        show: name, str; "off" or an unknown name is dark.
        coins: as for ``duration_ms``.
        elapsed_ms: int, ms, measured by the sound's own clock if it sounds.

    Returns:
        (red, green, blue), ints 0..255, linear brightness before gamma.
    """
    if not 0 <= elapsed_ms < duration_ms(show, coins):
        return DARK
    if show == "lamp":
        return tuple([FULL if coins & bit else 0 for bit in (1, 2, 4)])
    brightness, rgb, _length_ms = _SHOWS[show]
    if show == "player":
        rgb = _SHOWS["card_%d" % min(coins, 4)][1]
    level = brightness(1 if show == "ready" else coins, elapsed_ms)
    return tuple([channel * level // FULL for channel in rgb])
