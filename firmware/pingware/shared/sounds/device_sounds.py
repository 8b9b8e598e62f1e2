"""Sounds of the device: power-on, cells, "nothing yet"."""

from pingware.shared.light_show import EVERY_MS
from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # At power-on: one soft ping, no outcome.
    "self_test": rows(
        (0, "bell", "D6", 40, 28),
        (0, "glint", "A7", 30, 7),
        (45, "bell", "A6", 220, 29),
        (45, "glint", 4860, 100, 6),
    ),
    # The cells are weak: two low chirps, after an outcome.
    "warn_battery": rows(
        (0, "flute", 460, 110, 55, 300),
        (260, "flute", 460, 110, 55, 300),
    ),
    # The cells are empty: two falling bells, and good night. It plays at the lowest volume, so its
    # pitch is where a small speaker and the ear are best.
    "goodbye": rows(
        (0, "flute", "E7", 90, 48),
        (420, "flute", "A6", 160, 63),
    ),
    # Result of the battery check: three, two or one step, or a falling buzz.
    "good": rows(
        (0, "flute", "C5", 140, 50),
        (330, "flute", "E5", 140, 50),
        (660, "flute", "G5", 260, 50),
    ),
    "fair": rows(
        (0, "flute", "C5", 140, 50),
        (330, "flute", "E5", 260, 50),
    ),
    "replace_soon": rows((0, "flute", "C5", 260, 50)),
    "stop": rows((0, "buzz", 165, 330, 60, 98)),
    # Repeat without an outcome: a tap on wood.
    "nothing_yet": rows(
        (0, "breath", 4000, 25, 12),
        (0, "glint", 330, 60, 40),
    ),
    # Player of the turn, and cards of a colour: a soft note for each.
    "beeps": rows((0, "flute", "G5", 130, 45), repeat_every_ms=EVERY_MS),
}

# Names that differ from the tune's.
_TUNE_OF = {
    "number": "beeps",
    "ready": "self_test",
    "low_battery": "warn_battery",
    "battery_good": "good",
    "battery_fair": "fair",
    "battery_replace_soon": "replace_soon",
    "battery_stop": "stop",
    "battery_demo_cell": "warn_battery",
    "battery_on_usb": "nothing_yet",
    "nothing_yet": "nothing_yet",
}

SOUNDS = SoundTable(TUNES, _TUNE_OF, whole=True)
