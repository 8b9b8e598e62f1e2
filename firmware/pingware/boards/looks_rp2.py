"""Timer that looks at the USB sense of boards where it raises no interrupt; stopped in naps."""

import time

import machine
from micropython import const

_LOOK_MS = const(20)
# From a nap on no timer runs for so long, but each question is a look: one that was stopped still
# ends the next nap when it would have been due (pico-sdk, ``ta_set_timeout``).
_AWAKE_MS = const(100)


class TimedLooks:
    """Calls ``look(None)`` each 20 ms once it is begun.

    Args:
        look: callable, takes the timer or None.
    """

    def __init__(self, look):
        self._look = look
        self._timer = machine.Timer(-1)
        self._timed = self._slept = False  # by the timer now; at any time before
        self._woke_ms = 0

    def begin(self):
        """Looks by the timer from now on."""
        self._timed = True
        self._timer.init(period=_LOOK_MS, callback=self._look)

    def nap(self):
        """Stops the timer, which would wake the chip, before a nap."""
        if self._timed:
            self._timer.deinit()
            self._timed = False
        self._slept = True

    def wake(self):
        """Looks after a nap."""
        self._woke_ms = time.ticks_ms()
        self._look(None)

    def ask(self):
        """Looks in the timer's place after a nap; restarts the timer ``_AWAKE_MS`` after one."""
        if self._slept and not self._timed:
            self._look(None)
            if time.ticks_diff(time.ticks_ms(), self._woke_ms) > _AWAKE_MS:
                self.begin()
