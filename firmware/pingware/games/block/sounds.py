"""Sounds of the Question Block, one for each outcome (QB-02, QB-07)."""

from pingware.games.block.outcomes import FAMILIES
from pingware.shared.light_show import EVERY_MS
from pingware.shared.schema import computed
from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # One coin: it is flipped, then it rings, a fifth higher. It must be silent well before the
    # next, so that a child can count.
    "ping": rows(
        (0, "bell", "D6", 40, 58),
        (0, "glint", "A7", 30, 16),
        (45, "bell", "A6", 220, 60),
        (45, "glint", 4860, 100, 14),
        repeat_every_ms=EVERY_MS,
    ),
    # Move again: a run upwards that ends bright and high.
    "power_up": rows(
        (0, "pipe", "F4", 90, 38),
        (110, "pipe", "A4", 90, 38),
        (220, "pipe", "C5", 90, 38),
        (330, "pipe", "E5", 90, 38),
        (440, "pipe", "G5", 90, 38),
        (550, "pipe", "B5", 90, 38),
        (660, "pipe", "D6", 330, 38, "F6"),
        (660, "shine", "D7", 330, 14, "F7"),
    ),
    # Pay 5: a laugh, "ha" after "ha" with a breath before each, lower and lower.
    "laugh": rows(
        (0, "breath", 9000, 40, 14),
        (30, "throat", 220, 110, 70, 205),
        (30, "mouth", 220, 110, 40, 205),
        (200, "breath", 9000, 40, 14),
        (230, "throat", 208, 110, 70, 192),
        (230, "mouth", 208, 110, 40, 192),
        (400, "breath", 9000, 40, 14),
        (430, "throat", 192, 110, 70, 178),
        (430, "mouth", 192, 110, 40, 178),
        (600, "breath", 9000, 40, 14),
        (630, "throat", 176, 110, 70, 164),
        (630, "mouth", 176, 110, 40, 164),
        (800, "breath", 9000, 40, 14),
        (830, "throat", 164, 110, 70, 150),
        (830, "mouth", 164, 110, 40, 150),
        (1010, "breath", 9000, 50, 14),
        (1040, "throat", 150, 400, 70, 116),
        (1040, "mouth", 150, 400, 40, 116),
    ),
    # Pay 10: a slow phrase that sinks and slides away.
    "game_over": rows(
        (0, "flute", "E5", 380, 61),
        (500, "flute", "C5", 380, 56),
        (1000, "flute", "G#4", 380, 56),
        (1500, "flute", "F4", 300, 56),
        (1900, "flute", "E4", 750, 52, "E3"),
        (1900, "shine", "B4", 750, 34, "B3"),
    ),
}

_TUNE_OF = computed({each.kind: each.tune for each in FAMILIES if each.tune != each.kind})

SOUNDS = SoundTable(TUNES, _TUNE_OF)
