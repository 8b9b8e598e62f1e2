"""Names of events, as on the link."""

HELLO = "hello"
PRESS = "press"
FAULT = "fault"

CHECK_BUTTON = "check"

# Codes of faults of the device, not of requests. ``services`` defines more of them.
BLOCK_BUTTON_STUCK = "block_button_stuck"
CHECK_BUTTON_STUCK = "check_button_stuck"
SETTINGS_NOT_SAVED = "settings_not_saved"
SOUND_UNUSABLE = "sound_unusable"
CRASHED = "crashed"
HUNG = "hung"
STALLED = "stalled"
