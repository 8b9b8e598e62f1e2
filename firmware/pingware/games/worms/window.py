"""A time window after an event, which works across the wrap of the ticks. Pure."""

from pingware.shared import ticks


class Window:
    """Open for a while after ``open``. Call ``is_open`` at least every few days.

    Args:
        length_ms: int, ms.
    """

    def __init__(self, length_ms):
        self._length_ms = length_ms
        self._since_ms = None  # None: closed

    def open(self, now_ms):
        """Opens it, or extends it."""
        self._since_ms = now_ms

    def close(self):
        """Closes it early."""
        self._since_ms = None

    def is_open(self, now_ms):
        """Returns whether it is open (bool)."""
        if self._since_ms is None:
            return False
        if not 0 <= ticks.diff(now_ms, self._since_ms) < self._length_ms:
            self._since_ms = None
        return self._since_ms is not None
