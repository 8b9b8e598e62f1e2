"""Wrap-safe time arithmetic. Pure: the same on the device, in the browser and on CPython.

A tick value is a count modulo ``PERIOD``. MicroPython's ``ticks_ms`` and ``ticks_us`` wrap there
(12.4 days and 17.9 minutes). You can compare two values only if they are less than half a period
apart. Source: MicroPython docs, ``time.ticks_diff``.
"""

PERIOD = 1 << 30
_HALF = PERIOD >> 1
_MASK = PERIOD - 1  # a small integer, unlike PERIOD, so that its use allocates no memory


def add(tick: int, delta: int) -> int:
    """Returns ``tick`` moved by ``delta`` (int, same unit, can be negative)."""
    return (tick + delta) & _MASK


def diff(later: int, earlier: int) -> int:
    """Returns ``later - earlier`` (int, -PERIOD/2 .. PERIOD/2 - 1), correct across a wrap.

    It allocates no memory, so interrupts can use it. Every step stays below 2**30.
    """
    return (((later - earlier) & _MASK) ^ _HALF) - _HALF
