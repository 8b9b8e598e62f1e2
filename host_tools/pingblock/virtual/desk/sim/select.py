"""``select.poll`` on the virtual clock; asks each stream by its ``ioctl``."""

from sim.clock import NEVER_NS, clock

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16
_POLL = 3


class poll:
    """Watches streams."""

    def __init__(self):
        self._streams = []  # [stream, mask]

    def register(self, stream, mask=POLLIN | POLLOUT):
        mask |= POLLERR | POLLHUP
        entry = self._find(stream)
        if entry:
            entry[1] = mask
        else:
            self._streams.append([stream, mask])

    def _find(self, stream):
        for entry in self._streams:
            if entry[0] is stream:
                return entry
        return None

    def modify(self, stream, mask):
        entry = self._find(stream)
        if entry is None:
            raise OSError(2)
        entry[1] = mask | POLLERR | POLLHUP

    def unregister(self, stream):
        entry = self._find(stream)
        if entry:
            self._streams.remove(entry)

    def _ready(self):
        ready = []
        for stream, mask in self._streams:
            state = stream.ioctl(_POLL, mask)
            if state:
                ready.append((stream, state))
        return ready

    def poll(self, timeout=-1, _flags=0):
        clock.creep()
        until_ns = NEVER_NS if timeout < 0 else clock.now_ns + timeout * 1_000_000
        ready = self._ready()
        while not ready and clock.now_ns < until_ns:
            clock.woken = False
            clock.run_until(until_ns, wake=True)
            ready = self._ready()
        return ready

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout, flags))
