"""Sounds and light shows of skulls and turns: the drum, the crash, the chant, the finish."""

from pingware.games.coded_shows import CodedShows
from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # A drum: a stroke for each skull, louder and louder.
    "drum_1": rows(
        (0, "skin", 900, 100, 22, 420),
        (0, "breath", 4000, 30, 4),
    ),
    "drum_2": rows(
        (0, "skin", 900, 100, 42, 420),
        (0, "breath", 4000, 30, 8),
        (350, "skin", 900, 100, 42, 420),
        (350, "breath", 4000, 30, 8),
    ),
    "drum_3": rows(
        (0, "skin", 900, 100, 80, 420),
        (0, "breath", 4000, 30, 16),
        (350, "skin", 900, 100, 80, 420),
        (350, "breath", 4000, 30, 16),
        (700, "skin", 900, 100, 80, 420),
        (700, "breath", 4000, 30, 16),
    ),
    # Disqualified: everything comes down.
    "crash": rows(
        (0, "skin", 900, 100, 54, 380),
        (0, "surf", 6000, 500, 36, 1500),
        (140, "buzz", 220, 500, 38, 90),
    ),
    # The island: low voices, two and two.
    "chant": rows(
        (0, "throat", 175, 200, 60),
        (0, "mouth", 175, 200, 36),
        (300, "throat", 175, 200, 60),
        (300, "mouth", 175, 200, 36),
        (600, "throat", 233, 420, 60, 220),
        (600, "mouth", 233, 420, 36, 220),
    ),
    # The next player's turn begins.
    "next_turn": rows(
        (0, "flute", "G5", 110, 45),
        (160, "flute", "C6", 160, 45),
    ),
    # A skull is taken back.
    "undone": rows((0, "flute", "B5", 180, 45, "E5")),
    # Over the finish line.
    "finish": rows(
        (0, "pipe", "C5", 120, 34),
        (150, "pipe", "E5", 120, 34),
        (300, "pipe", "G5", 120, 34),
        (450, "pipe", "E5", 120, 34),
        (600, "pipe", "C6", 700, 30),
        (600, "shine", "E6", 700, 22),
    ),
}

SOUNDS = SoundTable(TUNES, {}, whole=True)

SHOWS = CodedShows(
    b"drum_1 9 f00;drum_2 909 f00;drum_3 90909 f00;crash 9742 f00;"
    b"chant 909099 90f;next_turn 999 999;undone 9 999;"
    b"finish 369369369 fa0"
)
