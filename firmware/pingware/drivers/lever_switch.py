"""The lever's microswitch: notes every edge with its time in a hard interrupt.

``services.lever`` interprets the edges.
"""

from array import array

_ROOM = 16  # edges between two looks, because a bouncing switch gives a dozen at most


class LeverSwitch:
    """One switch to ground with a pull-up, closed at rest."""

    def __init__(self, pin, ticks_ms, wake):
        """Stores its parts. ``open`` starts it.

        Args:
            pin: input with pull-up, high = pulled.
            ticks_ms: callable, wrapping milliseconds.
            wake: callable without arguments. It runs in a hard interrupt and must not allocate.
        """
        self._pin = pin
        self._ticks_ms = ticks_ms
        self._wake = wake
        self._times_ms = array("i", [0] * _ROOM)
        self._levels = bytearray(_ROOM)
        self._head = 0  # index of the next edge, which only the interrupt changes
        self._tail = 0  # index of the oldest edge, which only ``take_edge`` changes

    def open(self):
        """Starts the interrupt."""
        pin = self._pin
        pin.irq(self._edge, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def close(self):
        """Stops the interrupt. It can be called twice."""
        self._pin.irq(None)

    @property
    def pulled(self):
        """The current level (bool)."""
        return self._pin.value() == 1

    def _edge(self, pin):
        """Notes an edge in a hard interrupt. Allocates no memory. If full, replaces the newest."""
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
        """Returns whether there are edges to take (bool)."""
        return self._tail != self._head

    def take_edge(self):
        """Returns the oldest remaining edge, (pulled, at_ms), or None."""
        tail = self._tail
        if tail == self._head:
            return None
        edge = self._levels[tail] == 1, self._times_ms[tail]
        self._tail = (tail + 1) % _ROOM
        return edge
