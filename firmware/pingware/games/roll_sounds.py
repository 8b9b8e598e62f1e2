"""Sounds that games with dice and jails share. Each die is counted."""

from pingware.shared.light_show import EVERY_MS
from pingware.shared.sounds.tunes import rows

TUNES = {
    # Pips of the first and of the second die: a beep each, a sixth apart.
    "die_1": rows((0, "pipe", "D5", 110, 44), repeat_every_ms=EVERY_MS),
    "die_2": rows((0, "pipe", "B5", 110, 40), repeat_every_ms=EVERY_MS),
    # To jail: a siren, up and down twice.
    "jail": rows(
        (0, "flute", 600, 290, 36, 1100),
        (300, "flute", 1100, 290, 36, 600),
        (600, "flute", 600, 290, 36, 1100),
        (900, "flute", 1100, 290, 36, 600),
    ),
    # Out of jail: a bolt is drawn, and three bells rise.
    "free": rows(
        (0, "breath", 7000, 30, 30),
        (150, "bell", "G5", 120, 52),
        (290, "bell", "C6", 120, 52),
        (430, "bell", "E6", 240, 52),
    ),
    # Still in jail: a heavy door falls shut, and its bolt.
    "stay": rows(
        (0, "buzz", 140, 160, 60, 90),
        (0, "breath", 2500, 120, 30),
        (330, "breath", 6000, 40, 30),
        (330, "glint", 520, 60, 40),
    ),
    # Pay now: a till.
    "pay": rows(
        (0, "glint", "C7", 40, 30),
        (80, "glint", "C7", 40, 30),
        (180, "bell", "E6", 260, 46),
        (180, "bell", "G#6", 260, 30),
    ),
    # Who begins? All players roll. After a tie the leaders roll again.
    "again": rows(
        (0, "pipe", "G5", 100, 40),
        (200, "pipe", "C6", 100, 40),
        (400, "pipe", "G5", 100, 40),
    ),
    # While rent can be claimed, and in the last seconds of a clock: a tap on wood.
    "tick": rows((0, "glint", 880, 30, 16)),
}
