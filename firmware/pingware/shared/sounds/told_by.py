"""Tune of each event. Data only; everything that may sound is listed."""

# What the games, the cells and the device say -> the tune's name.
TUNE_OF = {
    "coins": "ping",
    "power_up": "power_up",
    "laugh": "laugh",
    "game_over": "game_over",
    "ready": "self_test",
    "nothing_yet": "nothing_yet",
    "low_battery": "warn_battery",
    "goodbye": "goodbye",
    "battery_good": "good",
    "battery_fair": "fair",
    "battery_replace_soon": "replace_soon",
    "battery_stop": "stop",
    "battery_demo_cell": "warn_battery",
    "battery_on_usb": "nothing_yet",
    "load": "load",
}

# What the worms say.
WORM_TUNE_OF = {
    "ratchet": "ratchet",
    "go": "go",
    "tick_5": "tick_5",
    "tick_4": "tick_4",
    "tick_3": "tick_3",
    "tick_2": "tick_2",
    "tick_1": "tick_1",
    "ended": "time_up",
    "stopped": "stopped",
    "won": "fanfare",
    "match": "match",
    "undo": "undo",
    "refused": "refused",
    "player": "beeps",
}
