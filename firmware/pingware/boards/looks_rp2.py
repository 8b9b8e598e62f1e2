"""Timer that reads the USB sense of boards without its interrupt. It stops during naps."""

import time

import machine
from micropython import const

_LOOK_MS = const(20)
# After a nap no timer runs for so long, but each question is a look. A stopped timer still ends
# the next nap at its old due time (pico-sdk, ``ta_set_timeout``).
_AWAKE_MS = const(100)


class TimedLooks:
    """Calls ``look(None)`` each 20 ms once it is begun.

    Args:
        look: callable, takes the timer or None.
    """

    def __init__(self, look):
        self._look = look
        self._timer = machine.Timer(-1)
        # whether the timer runs now, and whether there was a nap
        self._timed = self._slept = False
        self._woke_ms = 0

    def begin(self):
        """Starts the looks by the timer."""
        self._timed = True
        self._timer.init(period=_LOOK_MS, callback=self._look)

    def nap(self):
        """Stops the timer before a nap, because it would wake the chip."""
        if self._timed:
            self._timer.deinit()
            self._timed = False
        self._slept = True

    def wake(self):
        """Looks after a nap."""
        self._woke_ms = time.ticks_ms()
        self._look(None)

    def ask(self):
        """Looks instead of the timer after a nap. Restarts the timer after ``_AWAKE_MS``."""
        if self._slept and not self._timed:
            self._look(None)
            if time.ticks_diff(time.ticks_ms(), self._woke_ms) > _AWAKE_MS:
                self.begin()
