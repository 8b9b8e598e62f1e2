"""The lever's microswitch: notes every edge with its time in a hard interrupt.

What the edges mean is for ``services.lever``.
"""

from array import array

_ROOM = 16  # edges between two looks; a bouncing switch gives a dozen at most


class LeverSwitch:
    """One switch to ground with a pull-up, closed at rest."""

    def __init__(self, pin, ticks_ms, wake):
        """Stores its parts; ``open`` starts it.

        Args:
            pin: input with pull-up; high = pulled.
            ticks_ms: callable, wrapping milliseconds.
            wake: callable without arguments; runs in a hard interrupt: must not allocate.
        """
        self._pin = pin
        self._ticks_ms = ticks_ms
        self._wake = wake
        self._times_ms = array("i", [0] * _ROOM)
        self._levels = bytearray(_ROOM)
        self._head = 0  # where the next edge goes; only the interrupt changes it
        self._tail = 0  # the oldest edge; only ``take_edge`` changes it

    def open(self):
        """Starts listening."""
        pin = self._pin
        pin.irq(self._edge, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def close(self):
        """Stops listening; safe to call twice."""
        self._pin.irq(None)

    @property
    def pulled(self):
        """The level at this moment (bool)."""
        return self._pin.value() == 1

    def _edge(self, pin):
        """Hard interrupt. Allocates nothing. When there is no room, the newest is replaced."""
        head = self._head
        after = (head + 1) % _ROOM
        if after == self._tail:
            head = (head - 1) % _ROOM
            after = self._head
        self._times_ms[head] = self._ticks_ms()
        self._levels[head] = pin.value()
        self._head = after
        self._wake()

    @property
    def waiting(self):
        """True if there are edges to take (bool)."""
        return self._tail != self._head

    def take_edge(self):
        """Returns the oldest edge that was not taken yet, (pulled, at_ms), or None."""
        tail = self._tail
        if tail == self._head:
            return None
        edge = self._levels[tail] == 1, self._times_ms[tail]
        self._tail = (tail + 1) % _ROOM
        return edge
