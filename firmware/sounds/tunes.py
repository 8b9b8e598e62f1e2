"""Pingblock's own tunes, as data. The format is told in README.md beside this file.

``make tunes`` checks them. All are composed for Pingblock and resemble no known melody.
"""

# name: what it sounds like
INSTRUMENTS = {
    "bell": {"wave": "sine", "attack_ms": 2, "decay_ms": 260, "sustain_pct": 0, "release_ms": 20},
    "sub": {
        "wave": "sine",
        "curve": "straight",
        "attack_ms": 50,
        "decay_ms": 50,
        "sustain_pct": 0,
        "release_ms": 1,
    },
}

# (at_ms, instrument, note, lasts_ms, loudness_pct) or (..., note it slides to)
TUNES = {
    "ping": {
        "repeat_every_ms": 350,
        "rows": (
            (0, "bell", "D6", 240, 55),
            (0, "bell", "A7", 120, 12),
        ),
    },
    "load": {"rows": ((0, "sub", 40, 100, 100),)},
}

# name: (note it was recorded at, signed 8-bit samples, 22 046 a second)
SAMPLES = {}
