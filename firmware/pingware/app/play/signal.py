"""Signal from hard interrupts to the tasks, which do not run yet when the first press may come."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Signal:
    """Wakes the task that waits for ``stream`` (``micropython.RingIO``); without it, nobody.

    asyncio asks such a stream at every interrupt, also of the mixer: a ``RingIO`` answers in C,
    where a ``ThreadSafeFlag`` takes 0.5 % of the processor while anything sounds.
    """

    stream: "Any" = None

    def connect(self, stream):
        """Sets the stream that the tasks wait for, and wakes them."""
        self.stream = stream
        self.set()

    def set(self):
        """Wakes the tasks. For hard interrupts: allocates nothing."""
        if self.stream:
            self.stream.write(b"!")
