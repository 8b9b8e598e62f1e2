"""Clocks that a test moves."""


class Clock:
    """MicroPython's ``time`` and ``asyncio.sleep_ms``. A pause moves the clock by its ms."""

    def __init__(self, ms=0):
        self.ms = ms

    def ticks_ms(self):
        return self.ms

    @staticmethod
    def ticks_diff(later, earlier):
        return later - earlier

    async def sleep_ms(self, ms):
        self.ms += ms


class Wall:
    """The host's ``time``, which advances only while a program sleeps."""

    now_s = 9.0

    def monotonic(self):
        return self.now_s

    def sleep(self, for_s):
        self.now_s += for_s
