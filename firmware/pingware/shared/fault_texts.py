"""Sentences about each fault, and its blinks. They are separate from the codes, to load late."""

FAULT_TEXTS = {
    "block_button_stuck": "The block button has been down for 30 s: free it or check its wiring.",
    "check_button_stuck": "The check button has been down for 30 s: free it or check its wiring.",
    "settings_not_saved": "The settings cannot be stored and will be lost: remove custom sounds.",
    "lever_stuck": "The lever has been pulled for 30 s: let it go or check its switch's wiring.",
    "lever_chatter": "The lever's switch does not come to rest: check its wiring.",
    "servo_cells_weak": "The batteries are too weak for the worms: replace them or plug USB in.",
    "servo_stalled": "The worms are blocked: free them, then pull the lever again.",
    "crashed": "The device failed and restarted: 'pingblock status --log' shows why.",
    "sound_unusable": "A custom sound cannot be played: upload it again, or remove it.",
}

# The count of the show "fault": long and short blinks, at most four of a kind. The long ones mean
# the part: 1 buttons and lever, 2 batteries, 3 the rest of the device, 4 firmware.
FAULT_BLINKS = {
    "block_button_stuck": 11,
    "check_button_stuck": 12,
    "lever_stuck": 13,
    "lever_chatter": 14,
    "battery_no_reading": 21,
    "battery_absurd": 22,
    "battery_unsteady": 23,
    "servo_cells_weak": 24,
    "servo_stalled": 31,
    "settings_not_saved": 32,
    "sound_unusable": 33,
    "crashed": 41,
    "hung": 42,
    "stalled": 43,
}
FAULT_BLINKS_OTHER = 34  # blinks of an unlisted code
