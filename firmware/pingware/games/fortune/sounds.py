"""Sounds of the fortune deck: a signature for each card."""

from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # Coins that are counted onto a table: two clinks, then a ring.
    "gold": rows(
        (0, "bell", "B5", 200, 66),
        (350, "bell", "B5", 200, 66),
        (700, "bell", "F#6", 300, 66),
    ),
    # Light that runs down the faces of a stone.
    "diamond": rows(
        (0, "glint", "E7", 60, 60),
        (70, "glint", "C#7", 60, 60),
        (140, "glint", "A6", 60, 60),
        (210, "glint", "E6", 60, 60),
        (280, "glint", "C#6", 60, 60),
        (350, "shine", "A6", 350, 44),
        (350, "shine", "E7", 350, 16),
    ),
    # A call on a horn.
    "captain": rows(
        (0, "horn", "C5", 220, 46),
        (260, "horn", "C5", 80, 46),
        (360, "horn", "E5", 220, 46),
        (620, "horn", "C6", 360, 46),
    ),
    # A spell: a whistle that circles upwards.
    "sorceress": rows(
        (0, "shine", 700, 200, 46, 1300),
        (210, "shine", 1300, 200, 46, 850),
        (420, "shine", 850, 200, 46, 1700),
        (630, "shine", 1700, 260, 46, 2400),
    ),
    # A lid that creaks, and the treasure in the chest.
    "chest": rows(
        (0, "buzz", 110, 420, 60, 230),
        (520, "shine", "C6", 380, 36),
        (520, "shine", "E6", 380, 36),
    ),
    # Hoots of a monkey, then of a parrot.
    "monkey": rows(
        (0, "hoot", 330, 90, 84, 420),
        (150, "hoot", 330, 90, 84, 420),
        (300, "hoot", 330, 90, 84, 420),
        (450, "hoot", 420, 90, 84, 640),
        (600, "hoot", 420, 90, 84, 640),
        (750, "hoot", 420, 90, 84, 640),
    ),
    # A wave, then a clang of steel for each sword.
    "sea2": rows(
        (0, "gust", 2600, 260, 26, 5200),
        (525, "steel", 800, 180, 46),
        (525, "steel", 1238, 180, 18),
        (875, "steel", 800, 180, 46),
        (875, "steel", 1238, 180, 18),
    ),
    "sea3": rows(
        (0, "gust", 2600, 260, 26, 5200),
        (525, "steel", 1300, 180, 46),
        (525, "steel", 2011, 180, 18),
        (875, "steel", 1300, 180, 46),
        (875, "steel", 2011, 180, 18),
        (1225, "steel", 1300, 180, 46),
        (1225, "steel", 2011, 180, 18),
    ),
    "sea4": rows(
        (0, "gust", 2600, 260, 26, 5200),
        (525, "steel", 2150, 180, 46),
        (525, "steel", 3326, 180, 18),
        (875, "steel", 2150, 180, 46),
        (875, "steel", 3326, 180, 18),
        (1225, "steel", 2150, 180, 46),
        (1225, "steel", 3326, 180, 18),
        (1575, "steel", 2150, 180, 46),
        (1575, "steel", 3326, 180, 18),
    ),
    # Bones: a rattle that falls, once for each skull.
    "skull1": rows(
        (0, "glint", "E6", 50, 64),
        (80, "glint", "A#5", 50, 64),
        (160, "flute", "F5", 300, 46, "E5"),
    ),
    "skull2": rows(
        (0, "glint", "E6", 50, 64),
        (80, "glint", "A#5", 50, 64),
        (160, "flute", "F5", 300, 46, "E5"),
        (700, "glint", "E6", 50, 64),
        (780, "glint", "A#5", 50, 64),
        (860, "flute", "F5", 300, 46, "E5"),
    ),
    # Wind that swells and dies.
    "storm": rows(
        (0, "gust", 1800, 500, 24, 4200),
        (500, "gust", 4200, 500, 24, 1800),
        (0, "flute", 520, 500, 12, 900),
        (500, "flute", 900, 500, 12, 500),
    ),
    # A calm chord, and its answer.
    "truce": rows(
        (0, "flute", "G5", 900, 26),
        (0, "flute", "C6", 900, 26),
        (0, "flute", "E6", 900, 26),
    ),
    # A groan that does not end well.
    "zombie": rows(
        (0, "throat", 110, 240, 62, 150),
        (0, "mouth", 110, 240, 36, 150),
        (260, "throat", 150, 240, 62, 105),
        (260, "mouth", 150, 240, 36, 105),
        (520, "throat", 105, 240, 62, 140),
        (520, "mouth", 105, 240, 36, 140),
        (780, "throat", 140, 240, 62, 80),
        (780, "mouth", 140, 240, 36, 80),
    ),
}

SOUNDS = SoundTable(TUNES, {}, whole=True)
