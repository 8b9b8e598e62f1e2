"""Push button whose first edge counts: a press is detected exactly once, within 0.1 ms.

``services.gesture`` decides how long it is held. A press is an edge after at least 20 ms without
any edge while the last settled level was released. The contact must also stay closed for
``CONFIRM_US``, so that a spike, however often it comes, is not a press.

While interrupts are off (45 ms for each erase of flash) the chip remembers only that there was an
edge, so any touch counts as a press.
"""

from pingware.shared.ticks import diff

QUIET_US = 20_000  # contacts of good push buttons bounce for less than 10 ms
CONFIRM_US = 60  # longer than any spike on a metre of wire, but shorter than relevant bounces
# the limit to confirm a press, because a chattering wire must not starve the rest
_BURST_US = 25_000


class Button:
    """One contact to ground with a pull-up. It calls ``on_press`` in the hard interrupt."""

    def __init__(self, pin, ticks_us, on_press, held_off=bool):
        """Stores its parts. ``open`` starts it.

        Args:
            pin: input with pull-up, low = pressed.
            ticks_us: callable, wrapping microseconds.
            on_press: callable without arguments. It runs in a hard interrupt and must not
                allocate.
            held_off: callable without arguments, True while interrupts can come late.
        """
        self._pin = pin
        self._ticks_us = ticks_us
        self._on_press = on_press
        self._held_off = held_off
        self._last_edge_us = 0
        # ``note_quiet`` saw that the bounces were over, and no edge has followed
        self._quiet = True
        self._settled_low = False  # the level at the end of the last burst of edges
        self._candidate = False  # whether this burst began from a settled released level
        self._burst_us = 0  # start of the burst
        self._down = False  # whether it is between a counted press and its settled release
        self._again = False  # whether a press was counted again before the release was read

    def open(self):
        """Starts the interrupt. A button that is down at power-on counts only after a release."""
        self._settled_low = self._pin.value() == 0
        self._last_edge_us = self._ticks_us()
        pin = self._pin
        pin.irq(self._edge, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def close(self):
        """Stops the interrupt."""
        self._pin.irq(None)

    def _edge(self, _pin):
        """Handles both edges in a hard interrupt. Allocates no memory."""
        now_us = self._ticks_us()
        if self._is_quiet(now_us):
            self._candidate = not self._settled_low
            self._burst_us = now_us
        self._quiet = False
        self._last_edge_us = now_us
        if self._candidate and (self._stays_low(now_us) or self._held_off()):
            self._candidate = False
            self._on_press()
            self._again = self._down
            self._down = True
        self._settled_low = self._pin.value() == 0

    def _is_quiet(self, now_us):
        # A difference below zero means more than half a wrap of the clock, so it is quiet as well.
        return self._quiet or not 0 <= diff(now_us, self._last_edge_us) < QUIET_US

    def _stays_low(self, since_us):
        if diff(since_us, self._burst_us) > _BURST_US:
            self._candidate = False
        while self._candidate and self._pin.value() == 0:
            if diff(self._ticks_us(), since_us) >= CONFIRM_US:
                return True
        return False

    def note_quiet(self):
        """Notes whether the last edge is old enough that the next one begins a press.

        Call it at least every 9 minutes, because the clock wraps.
        """
        # Read before the time, so that an edge in between does not count as an old one.
        last_us = self._last_edge_us
        if not 0 <= diff(self._ticks_us(), last_us) < QUIET_US:
            self._quiet = True
            if self._last_edge_us != last_us:
                self._quiet = False

    def is_down(self):
        """Returns whether it is down: from the first counted edge to the settled release.

        After a release between two looks, the second look returns False once, even if it is down
        again.
        """
        if self._again:
            self._again = False
            return False
        if self.is_settled():
            self._down = self._pin.value() == 0
        return self._down

    def is_settled(self):
        """Returns whether there was no edge for a while (bool)."""
        self.note_quiet()
        return self._quiet
