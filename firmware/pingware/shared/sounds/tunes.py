"""Pingblock's own tunes, as data anyone can edit; README.md beside this file tells how.

All were composed for Pingblock. `python -m pingblock.build.tunes` checks what is written here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# fmt: off
INSTRUMENTS: "dict[str, dict[str, Any]]" = {
    # A small bell: rings out by itself.
    "bell": {"wave": "sine",
             "attack_ms": 2, "decay_ms": 250, "sustain_pct": 0, "release_ms": 20},
    # The bright edge of the bell, gone sooner.
    "glint": {"wave": "sine",
              "attack_ms": 1, "decay_ms": 90, "sustain_pct": 0, "release_ms": 20},
    # A clear organ pipe for runs, and what shines above it.
    "pipe": {"wave": "pulse", "duty_pct": 50,
             "attack_ms": 4, "decay_ms": 120, "sustain_pct": 60, "release_ms": 40},
    "shine": {"wave": "sine",
              "attack_ms": 4, "decay_ms": 400, "sustain_pct": 30, "release_ms": 200},
    # An open vowel, "ah", of two formants; and the breath in front of each "ha".
    "throat": {"wave": "formant", "formant_hz": 700,
               "attack_ms": 14, "decay_ms": 160, "sustain_pct": 65, "release_ms": 40},
    "mouth": {"wave": "formant", "formant_hz": 1200,
              "attack_ms": 14, "decay_ms": 160, "sustain_pct": 65, "release_ms": 40},
    "breath": {"wave": "noise",
               "attack_ms": 3, "decay_ms": 45, "sustain_pct": 0, "release_ms": 5},
    # A soft flute for what is slow or said aside.
    "flute": {"wave": "triangle",
              "attack_ms": 15, "decay_ms": 300, "sustain_pct": 70, "release_ms": 120},
    # A low buzz that a small speaker gives back well: nearly all of it lies about its formant.
    "buzz": {"wave": "formant", "formant_hz": 1500,
             "attack_ms": 8, "decay_ms": 400, "sustain_pct": 60, "release_ms": 60},
    # A swell too low for a small speaker: it only makes the cells work.
    "swell": {"wave": "sine", "curve": "straight",
              "attack_ms": 25, "sustain_pct": 100, "release_ms": 25},
}
# fmt: on

# Rows: (at_ms, instrument, note, lasts_ms, loudness_pct), or with a sixth: the note it slides to.
TUNES: "dict[str, dict[str, Any]]" = {
    # One coin: it is flipped, then it rings, a fifth higher. It must be silent well before the
    # next, so that a child counts.
    "ping": {
        "repeat_every_ms": 350,
        "rows": (
            (0, "bell", "D6", 40, 58),
            (0, "glint", "A7", 30, 16),
            (45, "bell", "A6", 220, 60),
            (45, "glint", 4860, 100, 14),
        ),
    },
    # Move again: a run upwards that ends bright and high.
    "power_up": {
        "rows": (
            (0, "pipe", "F4", 90, 38),
            (110, "pipe", "A4", 90, 38),
            (220, "pipe", "C5", 90, 38),
            (330, "pipe", "E5", 90, 38),
            (440, "pipe", "G5", 90, 38),
            (550, "pipe", "B5", 90, 38),
            (660, "pipe", "D6", 330, 38, "F6"),
            (660, "shine", "D7", 330, 14, "F7"),
        ),
    },
    # Pay 5: a laugh, "ha" after "ha" with a breath before each, lower and lower.
    "laugh": {
        "rows": (
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
    },
    # Pay 10: a slow phrase that sinks and slides away.
    "game_over": {
        "rows": (
            (0, "flute", "E5", 380, 56),
            (500, "flute", "C5", 380, 56),
            (1000, "flute", "G#4", 380, 56),
            (1500, "flute", "F4", 300, 56),
            (1900, "flute", "E4", 750, 52, "E3"),
            (1900, "shine", "B4", 750, 34, "B3"),
        ),
    },
    # At power-on: one soft ping, no outcome.
    "self_test": {
        "rows": (
            (0, "bell", "D6", 40, 28),
            (0, "glint", "A7", 30, 7),
            (45, "bell", "A6", 220, 29),
            (45, "glint", 4860, 100, 6),
        ),
    },
    # The cells are weak: two low chirps, after an outcome.
    "warn_battery": {
        "rows": (
            (0, "flute", 460, 110, 55, 300),
            (260, "flute", 460, 110, 55, 300),
        ),
    },
    # The cells are empty: two bells going down, and good night. It plays at the least volume there
    # is, so it lies where a small speaker and an ear are best.
    "goodbye": {
        "rows": (
            (0, "flute", "E7", 90, 48),
            (420, "flute", "A6", 160, 63),
        ),
    },
    # What the battery check found: three, two or one step; or a falling buzz.
    "good": {
        "rows": (
            (0, "flute", "C5", 140, 50),
            (330, "flute", "E5", 140, 50),
            (660, "flute", "G5", 260, 50),
        ),
    },
    "fair": {
        "rows": (
            (0, "flute", "C5", 140, 50),
            (330, "flute", "E5", 260, 50),
        ),
    },
    "replace_soon": {
        "rows": ((0, "flute", "C5", 260, 50),),
    },
    "stop": {
        "rows": ((0, "buzz", 165, 330, 60, 98),),
    },
    # Asked to repeat, but nothing was drawn yet: a tap on wood.
    "nothing_yet": {
        "rows": (
            (0, "breath", 4000, 25, 12),
            (0, "glint", 330, 60, 40),
        ),
    },
    # The load of the battery check, not meant to be heard: at its full level from 31 ms to 105 ms
    # after the start of the sound (the first 6 ms are the fade-in of every sound).
    "load": {
        "rows": ((0, "swell", 40, 100, 100),),
    },
    # The worms. The lever is pulled: a ratchet.
    "ratchet": {
        "rows": (
            (0, "breath", 9000, 12, 12),
            (0, "glint", 1480, 14, 34),
            (45, "breath", 9000, 12, 12),
            (45, "glint", 1480, 14, 34),
            (90, "breath", 9000, 12, 12),
            (90, "glint", 1480, 14, 34),
        ),
    },
    # The worms go.
    "go": {
        "rows": (
            (0, "pipe", "C5", 70, 34),
            (90, "pipe", "G5", 140, 34),
        ),
    },
    # Each of the last five seconds: taps that rise.
    "tick_5": {"rows": ((0, "glint", "B5", 60, 36),)},
    "tick_4": {"rows": ((0, "glint", "C#6", 60, 36),)},
    "tick_3": {"rows": ((0, "glint", "D#6", 60, 36),)},
    "tick_2": {"rows": ((0, "glint", "F6", 60, 36),)},
    "tick_1": {"rows": ((0, "glint", "G6", 60, 36),)},
    # Time is up: two taps on a bell and a gong.
    "time_up": {
        "rows": (
            (0, "bell", "G6", 110, 44),
            (140, "bell", "G6", 110, 44),
            (280, "shine", "C6", 700, 50),
        ),
    },
    # Stopped by the lever.
    "stopped": {
        "rows": ((0, "flute", "E5", 140, 45, "C5"),),
    },
    # Somebody has won: three short and one long.
    "fanfare": {
        "rows": (
            (0, "pipe", "G4", 90, 32),
            (130, "pipe", "G4", 90, 32),
            (260, "pipe", "G4", 90, 32),
            (390, "pipe", "C5", 500, 30),
            (390, "shine", "E6", 500, 24),
        ),
    },
    # A worm that fits, one taken back, and "that cannot be".
    "match": {
        "rows": (
            (0, "glint", "E6", 60, 40),
            (80, "shine", "B6", 200, 34),
        ),
    },
    "undo": {
        "rows": ((0, "flute", "B5", 180, 45, "E5"),),
    },
    "refused": {
        "rows": ((0, "buzz", 180, 160, 40),),
    },
    # Whose turn it is, and cards of a colour: a soft note for each.
    "beeps": {
        "repeat_every_ms": 350,
        "rows": ((0, "flute", "G5", 130, 45),),
    },
}

# name: (the note that was played, its samples: 22 046 a second, signed 8 bits each)
SAMPLES: dict[str, tuple[str, bytes]] = {}
