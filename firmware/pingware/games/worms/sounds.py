"""Sounds of the Wiggly Worms: lever, wiggle, score."""

from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # The lever is pulled: a ratchet.
    "ratchet": rows(
        (0, "breath", 9000, 12, 12),
        (0, "glint", 1480, 14, 34),
        (45, "breath", 9000, 12, 12),
        (45, "glint", 1480, 14, 34),
        (90, "breath", 9000, 12, 12),
        (90, "glint", 1480, 14, 34),
    ),
    # The worms go.
    "go": rows(
        (0, "pipe", "C5", 70, 34),
        (90, "pipe", "G5", 140, 34),
    ),
    # Each of the last five seconds: taps that rise.
    "tick_5": rows((0, "glint", "B5", 60, 36)),
    "tick_4": rows((0, "glint", "C#6", 60, 36)),
    "tick_3": rows((0, "glint", "D#6", 60, 36)),
    "tick_2": rows((0, "glint", "F6", 60, 36)),
    "tick_1": rows((0, "glint", "G6", 60, 36)),
    # Time is up: two taps on a bell and a gong.
    "time_up": rows(
        (0, "bell", "G6", 110, 44),
        (140, "bell", "G6", 110, 44),
        (280, "shine", "C6", 700, 50),
    ),
    # Stopped by the lever.
    "stopped": rows((0, "flute", "E5", 140, 45, "C5")),
    # A player has won: three short notes and a long one.
    "fanfare": rows(
        (0, "pipe", "G4", 90, 32),
        (130, "pipe", "G4", 90, 32),
        (260, "pipe", "G4", 90, 32),
        (390, "pipe", "C5", 500, 30),
        (390, "shine", "E6", 500, 24),
    ),
    # A worm that fits, one taken back, and "that cannot be".
    "match": rows(
        (0, "glint", "E6", 60, 40),
        (80, "shine", "B6", 200, 34),
    ),
    "undo": rows((0, "flute", "B5", 180, 45, "E5")),
    "refused": rows((0, "buzz", 180, 160, 40)),
}

# Names that differ from the tune's.
_TUNE_OF = {
    "ended": "time_up",
    "won": "fanfare",
    "player": "beeps",
}

SOUNDS = SoundTable(TUNES, _TUNE_OF, whole=True)
