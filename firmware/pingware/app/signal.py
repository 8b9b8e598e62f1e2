"""Signal from hard interrupts to the tasks, which do not run yet when the first press may come."""


class Signal:
    """Wakes the tasks; before ``connect`` it does nothing."""

    def __init__(self):
        self._flag = None

    def connect(self, flag):
        """Takes the flag (``asyncio.ThreadSafeFlag``) that the tasks wait for, and sets it."""
        self._flag = flag
        flag.set()

    def set(self):
        """Has the tasks look. For hard interrupts: allocates nothing."""
        if self._flag:
            self._flag.set()
