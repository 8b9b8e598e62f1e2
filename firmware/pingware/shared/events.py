"""Names of events, as on the link, and a bounded queue of events."""

HELLO = "hello"
PRESS = "press"
FAULT = "fault"
LEVER_FREE = "lever_free"  # after a fault it rests and counts again

CHECK_BUTTON = "check"

# Codes of faults of the device, not of requests. Services have more.
BLOCK_BUTTON_STUCK = "block_button_stuck"
CHECK_BUTTON_STUCK = "check_button_stuck"
SETTINGS_NOT_SAVED = "settings_not_saved"
SOUND_UNUSABLE = "sound_unusable"
CRASHED = "crashed"
HUNG = "hung"
STALLED = "stalled"


class EventQueue:
    """Queue of a fixed size, first in, first out. If full, the oldest is dropped and counted.

    Interrupts must not use it. They set a flag, and a task fills the queue.

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
        """Adds ``event``, which can be any object except None."""
        size = len(self._slots)
        if self._count == size:
            self.get()
            self.dropped += 1
        self._slots[(self._first + self._count) % size] = event
        self._count += 1

    def get(self) -> object:
        """Removes and returns the oldest event, or returns None."""
        if not self._count:
            return None
        event = self._slots[self._first]
        self._slots[self._first] = None
        self._first = (self._first + 1) % len(self._slots)
        self._count -= 1
        return event
