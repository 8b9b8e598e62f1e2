"""Names of what happens, as they go over the link, and a bounded queue for it."""

HELLO = "hello"
PRESS = "press"
FAULT = "fault"
LEVER_FREE = "lever_free"  # after a fault it rests and counts again

CHECK_BUTTON = "check"

# Codes of faults: what is wrong with the device, not with a request. Services have more.
BLOCK_BUTTON_STUCK = "block_button_stuck"
CHECK_BUTTON_STUCK = "check_button_stuck"
SETTINGS_NOT_SAVED = "settings_not_saved"
SOUND_UNUSABLE = "sound_unusable"
CRASHED = "crashed"
HUNG = "hung"
STALLED = "stalled"


class EventQueue:
    """First in, first out, of a fixed size; when full, the oldest gives way and is counted.

    Not for interrupts: they set a flag, a task fills the queue.

    Args:
        size: int, 1 or more.
    """

    def __init__(self, size: int) -> None:
        self._slots: list[object] = [None] * size
        self._first = 0
        self._count = 0
        self.dropped = 0

    def __len__(self) -> int:
        return self._count

    def put(self, event: object) -> None:
        """Adds ``event``, which may be anything but None."""
        size = len(self._slots)
        if self._count == size:
            self.get()
            self.dropped += 1
        self._slots[(self._first + self._count) % size] = event
        self._count += 1

    def get(self) -> object:
        """Returns the oldest event and forgets it; None if there is none."""
        if not self._count:
            return None
        event = self._slots[self._first]
        self._slots[self._first] = None
        self._first = (self._first + 1) % len(self._slots)
        self._count -= 1
        return event
