"""Sounds of the device: power-on, cells, "nothing yet"."""

from pingware.shared.sounds.sound_table import SoundTable

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

SOUNDS = SoundTable("shared/sounds/device", _TUNE_OF, whole=True)
