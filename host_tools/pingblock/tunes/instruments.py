"""Instruments for all tunes. ``pingware/shared/sounds/README.md`` describes their fields.

`python -m pingblock.sounds.tunes` checks these instruments and the tunes.
"""

from __future__ import annotations

from typing import Any

# fmt: off
INSTRUMENTS: dict[str, dict[str, Any]] = {
    # A small bell, which fades by itself.
    "bell": {"wave": "sine",
             "attack_ms": 2, "decay_ms": 250, "sustain_pct": 0, "release_ms": 20},
    # The bright attack of the bell, which fades sooner.
    "glint": {"wave": "sine",
              "attack_ms": 1, "decay_ms": 90, "sustain_pct": 0, "release_ms": 20},
    # A clear organ pipe for fast scales, and its bright overtone.
    "pipe": {"wave": "pulse", "duty_pct": 50,
             "attack_ms": 4, "decay_ms": 120, "sustain_pct": 60, "release_ms": 40},
    "shine": {"wave": "sine",
              "attack_ms": 4, "decay_ms": 400, "sustain_pct": 30, "release_ms": 200},
    # An open vowel, "ah", made of two formants, and the breath before each "ha".
    "throat": {"wave": "formant", "formant_hz": 700,
               "attack_ms": 14, "decay_ms": 160, "sustain_pct": 65, "release_ms": 40},
    "mouth": {"wave": "formant", "formant_hz": 1200,
              "attack_ms": 14, "decay_ms": 160, "sustain_pct": 65, "release_ms": 40},
    "breath": {"wave": "noise",
               "attack_ms": 3, "decay_ms": 45, "sustain_pct": 0, "release_ms": 5},
    # A soft flute for slow or quiet phrases.
    "flute": {"wave": "triangle",
              "attack_ms": 15, "decay_ms": 300, "sustain_pct": 70, "release_ms": 120},
    # A low buzz that suits a small speaker, because most of its energy is near its formant.
    "buzz": {"wave": "formant", "formant_hz": 1500,
             "attack_ms": 8, "decay_ms": 400, "sustain_pct": 60, "release_ms": 60},
    # A horn, a hoot, and a whip whose pitch slides: short reeds and vowels for the card and dice
    # games.
    "horn": {"wave": "pulse", "duty_pct": 25,
             "attack_ms": 25, "decay_ms": 300, "sustain_pct": 80, "release_ms": 60},
    "hoot": {"wave": "formant", "formant_hz": 850,
             "attack_ms": 12, "decay_ms": 90, "sustain_pct": 70, "release_ms": 30},
    "zap": {"wave": "pulse", "duty_pct": 50,
            "attack_ms": 2, "decay_ms": 200, "sustain_pct": 20, "release_ms": 30},
    # The skin of a drum, two pieces of steel, and wind: a gust swells, and surf only fades.
    "skin": {"wave": "triangle",
             "attack_ms": 2, "decay_ms": 190, "sustain_pct": 0, "release_ms": 20},
    "steel": {"wave": "sine",
              "attack_ms": 1, "decay_ms": 220, "sustain_pct": 0, "release_ms": 40},
    "gust": {"wave": "noise", "curve": "straight",
             "attack_ms": 250, "sustain_pct": 100, "release_ms": 200},
    "surf": {"wave": "noise",
             "attack_ms": 2, "decay_ms": 600, "sustain_pct": 0, "release_ms": 60},
}
# fmt: on
