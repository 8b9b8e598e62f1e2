"""Sounds of the device itself: power-on, cells, "nothing yet"."""

from pingware.shared.sounds import tunes as all_tunes
from pingware.shared.sounds.instruments import INSTRUMENTS
from pingware.shared.sounds.sound_table import SoundTable, compiled

_NAMES = """
self_test warn_battery goodbye good fair replace_soon stop
nothing_yet load beeps
"""
TUNES = {name: all_tunes.TUNES[name] for name in _NAMES.split()}

# Played by another name than the tune's.
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
}

SOUNDS = SoundTable(compiled(TUNES, INSTRUMENTS), _TUNE_OF, tunes=TUNES, instruments=INSTRUMENTS)
