"""Timed looks at the USB sense of boards without its interrupt. They stop during naps."""

import time
from collections.abc import Callable
from typing import Any

import machine
from micropython import const

_LOOK_MS = const(20)
# For this long after a nap no timer runs, but each call of ``value`` looks. A stopped timer still
# ends the next nap at its old due time (pico-sdk, ``ta_set_timeout``).
_AWAKE_MS = const(100)


class LookedPin:
    """Input that is high with USB power, with the methods of ``machine.Pin``.

    A subclass must define ``_look(timer)``, which calls ``_notice``.
    """

    IRQ_RISING = IRQ_FALLING = 0
    _look: "Callable[[Any], None]"

    def __init__(self):
        self._there = 0
        self._on_change = None
        self._timer = machine.Timer(-1)
        # whether the timer runs now, and whether there was a nap
        self._timed = self._slept = False
        self._woke_ms = time.ticks_ms()

    def irq(self, handler, _edges, hard):
        """Calls ``handler(self)`` from now on when USB power comes or goes."""
        self._on_change = handler
        self._begin()

    def value(self):
        """Returns 1 with USB power, else 0. After a nap it looks instead of the timer."""
        if self._slept and not self._timed:
            self._look(None)
            if time.ticks_diff(time.ticks_ms(), self._woke_ms) > _AWAKE_MS:
                self._begin()
        return self._there

    def _notice(self, there):
        """Takes the level that a look has found."""
        if there != self._there:
            self._there = there
            if self._on_change:
                self._on_change(self)

    def _begin(self):
        """Starts the timer of the looks."""
        self._timed = True
        self._timer.init(period=_LOOK_MS, callback=self._look)

    def _before_nap(self):
        """Stops the timer, because it would wake the chip."""
        if self._timed:
            self._timer.deinit()
            self._timed = False
        self._slept = True

    def _after_nap(self):
        self._woke_ms = time.ticks_ms()
        self._look(None)
