"""The virtual clock. It jumps from event to event. Firmware code itself takes no time.

Calls that read the time or a pin advance it by 1 us each, so that busy waiting ends. All times are
integers in nanoseconds since the bench's first power-on.
"""

import heapq

NEVER_NS = 1 << 60
_CREEP_NS = 1000
_POLL = 3  # the request of a stream's ioctl


class Clock:
    """Virtual time and the queue of its events."""

    def __init__(self):
        self.now_ns = 0
        self.boot_ns = 0  # when this power cycle or reset began
        self.horizon_ns = 0  # the host lets us run until here
        # No event is due before this time, so fast paths can just advance now_ns.
        self.limit_ns = 0
        self.woken = False  # whether an event could end a wait
        self.pending = False  # whether raise_pending has something to raise
        self.active = []  # the DMA channels that run: if it is empty, catch_up has no work
        self.ticks_offset_us = 0
        self.on_input = {}  # kind -> function(payload)
        self._events = []
        self._order = 0
        # Hooks. The other modules set them when they are imported.
        self.sync = None  # () -> None: reports the reached horizon to the host and gets a new one
        self.catch_up = None  # () -> None: does the DMA transfers that are due by now
        self.raise_pending = None  # () -> None: raises Ctrl-C and faults

    def at(self, due_ns, action, argument=None):
        """Schedules ``action(argument)``. Returns the event, for ``cancel``."""
        self._order += 1
        event = [max(due_ns, self.now_ns), self._order, action, argument]
        heapq.heappush(self._events, event)
        self._limit()
        return event

    def cancel(self, event):
        """Makes a scheduled event do nothing."""
        event[2] = None

    def _limit(self):
        due_ns = self._events[0][0] if self._events else NEVER_NS
        self.limit_ns = min(due_ns, self.horizon_ns)

    def set_horizon(self, horizon_ns):
        """Sets the time until which the host lets us run, ns."""
        self.horizon_ns = horizon_ns
        self._limit()

    def sync_within(self, delay_us):
        """Syncs within ``delay_us`` at the latest, so that the host can react to an output."""
        self.set_horizon(min(self.horizon_ns, self.now_ns + delay_us * 1000))

    def creep(self):
        """Advances time by 1 us for a read of the hardware."""
        now_ns = self.now_ns + _CREEP_NS
        if now_ns < self.limit_ns:
            self.now_ns = now_ns
        else:
            self.run_until(now_ns)

    def run_until(self, until_ns, wake=False):
        """Advances time. With ``wake`` it returns early if an event can end the wait."""
        while not (wake and self.woken) and self._next(until_ns):
            pass
        if not (wake and self.woken) and until_ns > self.now_ns:
            self.now_ns = until_ns
        self._settle()

    def _settle(self):
        self.catch_up()
        if self.pending:
            self.raise_pending()

    def _next(self, until_ns):
        """Does one event or one sync that is due by ``until_ns``.

        Returns False if no event or sync is due.
        """
        if self.limit_ns > until_ns:
            return False
        if self._events and self._events[0][0] <= self.horizon_ns:
            due_ns, _, action, argument = heapq.heappop(self._events)
            self.now_ns = max(self.now_ns, due_ns)
            self._limit()
            if action is not None:
                action(argument)
        else:
            self.now_ns = max(self.now_ns, self.horizon_ns)
            self._settle()  # A swallowed fault is reported now, not one advance later.
            self.sync()
        if self.pending:
            self.raise_pending()
        return True

    def poll(self, streams, timeout_ms):
        """Waits until a stream is ready. Returns the ready ones, each with its state.

        Args:
            streams: lists of a stream and the states that it is watched for.
            timeout_ms: the longest wait. Below 0 it waits for ever.
        """
        self.creep()
        until_ns = NEVER_NS if timeout_ms < 0 else self.now_ns + timeout_ms * 1_000_000
        while True:
            asked = [(stream, stream.ioctl(_POLL, mask)) for stream, mask in streams]
            ready = [each for each in asked if each[1]]
            if ready or self.now_ns >= until_ns:
                return ready
            self.woken = False
            self.run_until(until_ns, wake=True)

    def uptime_us(self):
        """Microseconds since power-on or reset."""
        return (self.now_ns - self.boot_ns) // 1000

    def ticks_us(self):
        """Reads the counter of microseconds."""
        self.creep()
        return self.uptime_us() + self.ticks_offset_us


try:
    from _engine import Clock
except ImportError:
    pass

clock = Clock()
