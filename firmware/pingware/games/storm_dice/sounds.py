"""Sounds of the storm dice: four actions, and the storm."""

from pingware.games import roll_sounds
from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # Health: a shimmer that rises and stays.
    "heal": rows(
        (0, "shine", "C6", 160, 44),
        (120, "shine", "E6", 160, 44),
        (240, "shine", "G6", 160, 44),
        (360, "shine", "C7", 420, 44),
    ),
    # A shot: it whips down, and its echo goes away.
    "shot": rows(
        (0, "zap", 3000, 190, 50, 500),
        (0, "breath", 6000, 40, 30),
        (330, "zap", 2400, 150, 14, 500),
        (560, "zap", 2000, 120, 5, 500),
    ),
    # A riff to dance to: off the beat, twice.
    "dance": rows(
        (0, "pipe", "A4", 70, 36),
        (200, "pipe", "C5", 70, 36),
        (300, "pipe", "D5", 70, 36),
        (400, "pipe", "A4", 70, 36),
        (600, "pipe", "E5", 70, 36),
        (700, "pipe", "D5", 70, 36),
        (800, "pipe", "A4", 120, 36),
    ),
    # A hammer on a wall: three heavy knocks.
    "hammer": rows(
        (0, "skin", 900, 110, 84, 420),
        (0, "breath", 4000, 30, 16),
        (350, "skin", 900, 110, 84, 420),
        (350, "breath", 4000, 30, 16),
        (700, "skin", 900, 110, 84, 420),
        (700, "breath", 4000, 30, 16),
    ),
    # The storm: wind that comes and goes, twice.
    "wind": rows(
        (0, "gust", 1800, 400, 20, 3600),
        (0, "flute", 520, 400, 20, 900),
        (700, "gust", 2200, 600, 20, 1400),
        (700, "flute", 900, 600, 20, 500),
    ),
}

SOUNDS = SoundTable(TUNES, {"first": "beeps"}, more=roll_sounds.TUNES, whole=True)
