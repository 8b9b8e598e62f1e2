"""Work on the device that can delay a press, the same for Pingblock and for picozero.

It repeats these steps: collect 60 kB of small live objects, read flash, compute for 12 ms without
a pause.
"""

import gc
import time

from machine import Pin

LIVE_BYTES = 60_000
_LIST_BYTES = 32  # a list with four items: 16 bytes for the object, 16 for its contents
_SHELF = 60  # lists in a list, so that no large block of memory is needed
_HOG_US = 12_000
_READ_BYTES = 2048
_FILE = "/bench.bin"
_MARK_GPIO = 2  # A pin that no revision connects, which the benchmark watches.


def _live():
    gc.collect()
    count = LIVE_BYTES // (_LIST_BYTES * _SHELF)
    return [[[n, n, n, n] for n in range(_SHELF)] for _ in range(count)]


def _hog():
    since_us = time.ticks_us()
    while time.ticks_diff(time.ticks_us(), since_us) < _HOG_US:
        pass


class Load:
    """A load on the device. Call ``step`` repeatedly, with pauses."""

    def __init__(self):
        self._room = bytearray(_READ_BYTES)
        self._kept = _live()
        self._works = (gc.collect, self._read, _hog)
        self._turn = 0

    def _read(self):
        with open(_FILE, "rb") as file:
            file.readinto(self._room)

    def step(self):
        """Does the next step of the work."""
        self._turn = (self._turn + 1) % len(self._works)
        self._works[self._turn]()


class Mark:
    """A pin that shows the benchmark when an action begins."""

    def __init__(self):
        self._pin = Pin(_MARK_GPIO, Pin.OUT, value=0)
        self._kept = None

    def keep(self):
        """Makes live objects, which a garbage collection must visit."""
        self._kept = _live()

    def collect(self):
        """Collects garbage, with a mark on the pin from beginning to end."""
        self._pin.value(1)
        gc.collect()
        self._pin.value(0)

    def now(self):
        """Gives a short pulse on the pin."""
        self._pin.value(1)
        self._pin.value(0)
