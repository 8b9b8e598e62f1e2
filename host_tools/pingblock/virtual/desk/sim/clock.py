"""The virtual clock, which jumps from event to event. Firmware code takes no time.

Each call that reads the time or a pin advances it by 1 us, so that busy waiting ends. All times
are integers in nanoseconds since the device's first power-on.
"""

import heapq

NEVER_NS = 1 << 60
_CREEP_NS = 1000
_POLL = 3  # number of the ioctl request that polls a stream


class Clock:
    """Virtual time, and the queue of events."""

    def __init__(self):
        self.now_ns = 0
        self.boot_ns = 0  # time of the last power-on or reset
        self.horizon_ns = 0  # time until which the host lets us run
        # No event is due before this time, so fast code can simply increase now_ns.
        self.limit_ns = 0
        self.woken = False  # whether an event can have ended a wait
        self.pending = False  # whether raise_pending has an exception to raise
        self.active = []  # the running DMA channels. If it is empty, catch_up has nothing to do.
        self.ticks_offset_us = 0
        self.on_input = {}  # kind -> function(payload)
        self._events = []
        self._order = 0
        # Functions that other modules set when they are imported.
        # () -> None: reports to the host that the horizon is reached, and gets a new one
        self.sync = None
        self.catch_up = None  # () -> None: makes the DMA transfers that are due by now
        self.raise_pending = None  # () -> None: raises Ctrl-C and faults

    def at(self, due_ns, action, argument=None):
        """Schedules ``action(argument)``. Returns the event, for ``cancel``."""
        self._order += 1
        event = [max(due_ns, self.now_ns), self._order, action, argument]
        heapq.heappush(self._events, event)
        self._limit()
        return event

    def cancel(self, event):
        """Cancels a scheduled event."""
        event[2] = None

    def _limit(self):
        due_ns = self._events[0][0] if self._events else NEVER_NS
        self.limit_ns = min(due_ns, self.horizon_ns)

    def set_horizon(self, horizon_ns):
        """Sets the time (ns) until which the host lets us run."""
        self.horizon_ns = horizon_ns
        self._limit()

    def sync_within(self, delay_us):
        """Calls ``sync`` within ``delay_us``, so that the host can react to an output."""
        self.set_horizon(min(self.horizon_ns, self.now_ns + delay_us * 1000))

    def creep(self):
        """Advances time by 1 us for an access to the hardware."""
        now_ns = self.now_ns + _CREEP_NS
        if now_ns < self.limit_ns:
            self.now_ns = now_ns
        else:
            self.run_until(now_ns)

    def run_until(self, until_ns, wake=False):
        """Advances time. With ``wake``, returns early if an event can have ended the wait."""
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
        """Handles one event or sync that is due by ``until_ns``.

        Returns False if neither is due.
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
            # If the firmware swallowed a fault, it is reported here instead of at the next
            # advance.
            self._settle()
            self.sync()
        if self.pending:
            self.raise_pending()
        return True

    def poll(self, streams, timeout_ms):
        """Waits until a stream is ready. Returns the ready streams, each with its state.

        Args:
            streams: list of pairs: a stream, and the states to watch for.
            timeout_ms: the longest wait. A negative one waits forever.
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
        """Returns the microseconds since power-on or reset."""
        return (self.now_ns - self.boot_ns) // 1000

    def ticks_us(self):
        """Returns the counter of microseconds."""
        self.creep()
        return self.uptime_us() + self.ticks_offset_us


try:
    from _engine import Clock
except ImportError:
    pass

clock = Clock()
