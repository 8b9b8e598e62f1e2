"""Decides when the device switches itself off. Pure.

On batteries this is after ``OFF_AFTER_MS`` without use, or after the goodbye of empty cells. On
USB it never happens. Use is a press of either button (even an ignored one), a request of the host,
and any sound. Automatic tests of the cells, faults and lights do not count as use. A press wakes
the device and counts as a press of the game. 90 s is usual for toys. It is not a sleep timer for
bedtime.
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
        """Notes a use of the device, or that it has just woken."""
        self._used_ms = now_ms

    def must_sleep(self, now_ms, on_usb, busy, finished=False):
        """Returns whether to sleep now. Call it at least every few hours.

        Args:
            now_ms: ticks.
            on_usb: bool, whether USB power is present. While it is present, the idle time is 0.
            busy: bool, whether a sound plays or a write runs.
            finished: bool, whether the goodbye of empty cells is over.

        Returns:
            bool.
        """
        if on_usb or busy:
            self.use(now_ms)
            return False
        return finished or ticks.diff(now_ms, self._used_ms) >= self._off_after_ms
