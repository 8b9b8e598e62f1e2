"""Sounds of the Question Block, one for each outcome (QB-02, QB-07)."""

from pingware.shared.sounds import tunes as all_tunes
from pingware.shared.sounds.instruments import INSTRUMENTS
from pingware.shared.sounds.sound_table import SoundTable, compiled

_NAMES = """
ping power_up laugh game_over
"""
TUNES = {name: all_tunes.TUNES[name] for name in _NAMES.split()}

# Played by another name than the tune's.
_TUNE_OF = {
    "coins": "ping",
}

SOUNDS = SoundTable(compiled(TUNES, INSTRUMENTS), _TUNE_OF, tunes=TUNES, instruments=INSTRUMENTS)
