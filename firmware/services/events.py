"""Names of what happens, as they go over the link, and a bounded queue for it."""

HELLO = "hello"
PRESS = "press"
OUTCOME = "outcome"
REPLAY = "replay"
BATTERY = "battery"
FAULT = "fault"
LEVER_FREE = "lever_free"  # after a fault it rests and counts again

BLOCK_BUTTON = "block"
CHECK_BUTTON = "check"

# Codes of faults: what is wrong with the device, not with a request.
BLOCK_BUTTON_STUCK = "block_button_stuck"
CHECK_BUTTON_STUCK = "check_button_stuck"
SETTINGS_DAMAGED = "settings_damaged"
SETTINGS_NOT_SAVED = "settings_not_saved"
SOUND_UNDERRUN = "sound_underrun"
TASK_LATE = "task_late"
LEVER_STUCK = "lever_stuck"
LEVER_CHATTER = "lever_chatter"
SERVO_CELLS_WEAK = "servo_cells_weak"
SERVO_STALLED = "servo_stalled"

# What a person is told.
SAYINGS = {
    BLOCK_BUTTON_STUCK: "The block button has been down for 30 s: free it or check its wiring.",
    CHECK_BUTTON_STUCK: "The check button has been down for 30 s: free it or check its wiring.",
    SETTINGS_DAMAGED: "Some stored settings could not be used; defaults stand in for them.",
    SETTINGS_NOT_SAVED: "The settings could not be written; they are lost at the next start.",
    SOUND_UNDERRUN: "The sound had a gap: the device was too busy.",
    TASK_LATE: "A part of the firmware hangs; the device will restart.",
    LEVER_STUCK: "The lever has been pulled for 30 s: let it go or check its switch's wiring.",
    LEVER_CHATTER: "The lever's switch does not come to rest: check its wiring.",
    SERVO_CELLS_WEAK: "The cells are too weak to move the worms: replace them or plug USB in.",
    SERVO_STALLED: "The worms are blocked: free them, then pull the lever again.",
}


class EventQueue:
    """First in, first out, of a fixed size; when full, the oldest gives way and is counted.

    Not for interrupts: they set a flag, a task fills the queue.

    Args:
        size: int, 1 or more.
    """

    def __init__(self, size):
        self._slots = [None] * size
        self._first = 0
        self._count = 0
        self.dropped = 0

    def __len__(self):
        return self._count

    def put(self, event):
        """Adds ``event``, which may be anything but None."""
        size = len(self._slots)
        if self._count == size:
            self.get()
            self.dropped += 1
        self._slots[(self._first + self._count) % size] = event
        self._count += 1

    def get(self):
        """Returns the oldest event and forgets it; None if there is none."""
        if not self._count:
            return None
        event = self._slots[self._first]
        self._slots[self._first] = None
        self._first = (self._first + 1) % len(self._slots)
        self._count -= 1
        return event
