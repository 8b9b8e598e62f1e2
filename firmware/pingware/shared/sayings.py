"""Sentences about each fault, and its blinks. Apart from the codes, to be loaded late."""

SAYINGS = {
    "block_button_stuck": "The block button has been down for 30 s: free it or check its wiring.",
    "check_button_stuck": "The check button has been down for 30 s: free it or check its wiring.",
    "settings_not_saved": "The settings cannot be stored and will be lost: remove own sounds.",
    "lever_stuck": "The lever has been pulled for 30 s: let it go or check its switch's wiring.",
    "lever_chatter": "The lever's switch does not come to rest: check its wiring.",
    "servo_cells_weak": "The batteries are too weak for the worms: replace them or plug USB in.",
    "servo_stalled": "The worms are blocked: free them, then pull the lever again.",
    "crashed": "The device failed and was started anew: 'pingblock log' has a note of it.",
    "sound_unusable": "A sound of your own cannot be played: put it there anew, or remove it.",
}

# Blinks of the show "fault": more than any verdict has.
FAULT_BLINKS = {
    "block_button_stuck": 5,
    "check_button_stuck": 6,
    "battery_no_reading": 7,
    "battery_absurd": 8,
    "battery_unsteady": 9,
    "lever_stuck": 11,
    "lever_chatter": 12,
    "servo_cells_weak": 13,
    "servo_stalled": 14,
    "crashed": 15,
    "hung": 16,
    "stalled": 17,
}
FAULT_BLINKS_OTHER = 10
