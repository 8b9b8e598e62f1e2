"""A push button whose first edge counts: a press is known within 0.1 ms, and exactly once.

Not a gesture recogniser: how long it is held is for ``services.gesture``. The press rule: a
press is an edge after at least 20 ms without any edge while the last settled level was released.
On top of that the contact must stay closed for ``CONFIRM_US``, so that a spike, however often it
comes, is no press.

While interrupts are held off (the flash is written, 45 ms an erase) the chip remembers that there
was an edge, but not how long the contact was closed: then any touch is a press.
"""

from pingware.shared.ticks import diff

QUIET_US = 20_000  # contacts of good push buttons bounce for less than 10 ms
CONFIRM_US = 60  # longer than any spike a metre of wire picks up; shorter than a bounce matters
_BURST_US = 25_000  # a press is confirmed by then: a wire that chatters must not starve the rest


class Button:
    """One contact to ground with a pull-up; calls ``on_press`` inside the hard interrupt."""

    def __init__(self, pin, ticks_us, on_press, held_off=bool):
        """Stores its parts; ``open`` starts it.

        Args:
            pin: input with pull-up; low = pressed.
            ticks_us: callable, wrapping microseconds.
            on_press: callable without arguments; runs in a hard interrupt: must not allocate.
            held_off: callable without arguments, True while interrupts may come late.
        """
        self._pin = pin
        self._ticks_us = ticks_us
        self._on_press = on_press
        self._held_off = held_off
        self._last_edge_us = 0
        self._quiet = True  # ``note_quiet`` saw that the bounces were over; no edge since
        self._settled_low = False  # the level at the end of the last burst of edges
        self._candidate = False  # this burst began from a settled released level
        self._burst_us = 0  # when it began
        self._down = False  # from a press that counted to its settled release
        self._again = False  # it counted anew before anybody looked at the release

    def open(self):
        """Starts listening. A button that is down at power-on counts only once it was released."""
        self._settled_low = self._pin.value() == 0
        self._last_edge_us = self._ticks_us()
        pin = self._pin
        pin.irq(self._edge, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def close(self):
        """Stops listening."""
        self._pin.irq(None)

    def _edge(self, _pin):
        """Hard interrupt on both edges. Allocates nothing."""
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
        # A difference below zero means more than half a wrap of the clock: quiet as well.
        return self._quiet or not 0 <= diff(now_us, self._last_edge_us) < QUIET_US

    def _stays_low(self, since_us):
        if diff(since_us, self._burst_us) > _BURST_US:
            self._candidate = False
        while self._candidate and self._pin.value() == 0:
            if diff(self._ticks_us(), since_us) >= CONFIRM_US:
                return True
        return False

    def note_quiet(self):
        """Notes whether the last edge is long enough ago that the next one begins a press.

        Call it at least every 9 minutes, as the clock wraps.
        """
        # Read before the time: an edge that comes in between must not count as an old one.
        last_us = self._last_edge_us
        if not 0 <= diff(self._ticks_us(), last_us) < QUIET_US:
            self._quiet = True
            if self._last_edge_us != last_us:
                self._quiet = False

    def is_down(self):
        """Returns whether it is down: from the first edge that counts to the settled release.

        A release between two looks is returned by the second one, though it is down anew.
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
