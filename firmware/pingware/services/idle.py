"""Decides when the device switches itself off. Pure.

On batteries: after ``OFF_AFTER_MS`` without use, or once the goodbye of empty cells was said.
Never on USB. Use is a press of either button (an ignored one too), a request of the host, and
any sound under way; measuring the cells by itself, faults and lights are no use. A press wakes
the device and counts as a press of the game. Not a sleep timer for bedtime.
90 s is usual for toys.
"""

from pingware.shared import ticks

OFF_AFTER_MS = 90_000


class Idle:
    """Remembers the last use.

    Args:
        now_ms: ticks at power-on, which counts as use.
        off_after_ms: int, ms without use until sleep.
    """

    def __init__(self, now_ms, off_after_ms=OFF_AFTER_MS):
        self._used_ms = now_ms
        self._off_after_ms = off_after_ms

    def use(self, now_ms):
        """Notes that somebody used the device, or that it has just woken."""
        self._used_ms = now_ms

    def must_sleep(self, now_ms, on_usb, busy, finished=False):
        """Says whether to sleep now; ask at least every few hours.

        Args:
            now_ms: ticks.
            on_usb: bool, USB power is present. Without it the 90 s start anew.
            busy: bool, something sounds or is being written.
            finished: bool, the goodbye of empty cells is over.

        Returns:
            bool.
        """
        if on_usb or busy:
            self.use(now_ms)
            return False
        return finished or ticks.diff(now_ms, self._used_ms) >= self._off_after_ms
