"""Sounds of the Wiggly Worms: lever, run, score."""

from pingware.shared.sounds import tunes as all_tunes
from pingware.shared.sounds.instruments import INSTRUMENTS
from pingware.shared.sounds.sound_table import SoundTable, compiled

_NAMES = """
ratchet go tick_5 tick_4 tick_3 tick_2 tick_1
time_up stopped fanfare match undo refused
"""
TUNES = {name: all_tunes.TUNES[name] for name in _NAMES.split()}

# Played by another name than the tune's.
_TUNE_OF = {
    "ended": "time_up",
    "won": "fanfare",
    "player": "beeps",
}

SOUNDS = SoundTable(compiled(TUNES, INSTRUMENTS), _TUNE_OF, tunes=TUNES, instruments=INSTRUMENTS)
