"""Sounds of the dice, in addition to those of all rolls."""

from pingware.games import roll_sounds
from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # Roll again: a shimmer that climbs.
    "bonus": rows(
        (0, "glint", "E6", 60, 40),
        (90, "glint", "G#6", 60, 40),
        (180, "glint", "B6", 60, 40),
        (270, "glint", "E7", 60, 40),
        (360, "shine", "B6", 260, 30),
        (360, "shine", "E7", 260, 24),
    ),
    # An auction is open: two knocks of a hammer.
    "auction": rows(
        (0, "glint", 620, 60, 60),
        (0, "breath", 3000, 30, 20),
        (200, "glint", 620, 60, 60),
        (200, "breath", 3000, 30, 20),
    ),
    # A bid: a short call upwards.
    "bid": rows((0, "flute", 520, 170, 60, 1500)),
    # Without a bid.
    "sold": rows(
        (0, "flute", "G5", 180, 55),
        (260, "flute", "E5", 180, 55),
        (520, "flute", "C5", 380, 55),
    ),
    # Time left of the long game: a soft bell.
    "unsold": rows((0, "flute", "C5", 300, 50, "A4")),
    # So much of the long game is left: a soft bell.
    "warning": rows(
        (0, "bell", "E5", 400, 36),
        (600, "bell", "G5", 400, 36),
    ),
    # The long game is over: a gong.
    "clock_over": rows(
        (0, "shine", "C5", 500, 44),
        (0, "bell", "G5", 400, 30),
        (600, "shine", "C5", 900, 44),
        (600, "bell", "G5", 400, 30),
    ),
}

SOUNDS = SoundTable(TUNES, {"first": "beeps"}, more=roll_sounds.TUNES, whole=True)
