"""``select.poll`` for the virtual clock. It asks each stream with ``ioctl``."""

from sim.clock import clock

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16


class poll:
    """Watches streams."""

    def __init__(self):
        self._streams = []  # pairs of stream and mask

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

    def poll(self, timeout=-1, _flags=0):
        return clock.poll(self._streams, timeout)

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout, flags))
