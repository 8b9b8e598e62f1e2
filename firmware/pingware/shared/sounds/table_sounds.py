"""Calls of a game on the host: pay, sold, jail, winner. README.md describes the format.

They are above 350 Hz, for a small speaker, and differ by shape: two notes that fall, three that
fall slowly, a door that shuts, a fanfare that climbs. The device's beeps are for turns.
"""

from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {
    # A payment is due: a coin that is put down.
    "pay": rows(
        (0, "bell", "E6", 90, 40),
        (140, "bell", "A5", 160, 40),
    ),
    # An auction is over: three slow notes down.
    "sold": rows(
        (0, "flute", "G5", 180, 50),
        (260, "flute", "E5", 180, 50),
        (520, "flute", "C5", 380, 50),
    ),
    # A player goes to jail: a buzz that sinks, and a bolt.
    "jail": rows(
        (0, "buzz", 300, 380, 50, 150),
        (460, "glint", 440, 60, 50),
        (540, "glint", 440, 60, 50),
    ),
    # The game is over: up to the octave, and there it stays.
    "winner": rows(
        (0, "pipe", "C5", 120, 45),
        (160, "pipe", "E5", 120, 45),
        (320, "pipe", "G5", 120, 45),
        (480, "shine", "C6", 500, 45),
        (480, "pipe", "C6", 400, 35),
    ),
}

SOUNDS = SoundTable(TUNES, {})
