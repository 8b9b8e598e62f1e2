"""Heartbeats of the tasks: the watchdog is fed only while every one of them is on time.

Knows no watchdog. The app asks ``all_well`` and feeds; if one task hangs, nothing is fed any
more and the watchdog restarts the device.
"""

from ticks import diff


class Health:
    """Who has promised to beat how often, and when they last did."""

    def __init__(self):
        self._limits_ms = {}
        self._beats_ms = {}

    def expect(self, name, within_ms, now_ms):
        """From now on task ``name`` (str) has to beat at least every ``within_ms`` (int)."""
        self._limits_ms[name] = within_ms
        self._beats_ms[name] = now_ms

    def forget(self, name):
        """Task ``name`` has ended as it should; unknown names are nothing."""
        self._limits_ms.pop(name, None)
        self._beats_ms.pop(name, None)

    def beat(self, name, now_ms):
        """Task ``name`` lives. Raises KeyError if nobody expects it: a slip in the wiring."""
        if name not in self._limits_ms:
            raise KeyError(name)
        self._beats_ms[name] = now_ms

    def late(self, now_ms):
        """Returns the names (list of str, in order) of the tasks that missed their time."""
        late = []
        for name in sorted(self._limits_ms):
            if diff(now_ms, self._beats_ms[name]) > self._limits_ms[name]:
                late.append(name)
        return late

    def all_well(self, now_ms):
        """Returns True if every task is on time."""
        return not self.late(now_ms)
