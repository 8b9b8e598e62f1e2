"""A short memory of faults in RAM: code, count, first and last time. Lost with the power."""


class FaultLog:
    """Counts faults by code. If full, it drops the code that was seen least recently.

    Args:
        size: int, number of remembered codes, 1 or more.
    """

    def __init__(self, size=6):
        self._size = size
        self._entries = []  # [code, count, first_ms, last_ms], ordered by last_ms
        self.total = 0

    def note(self, code, now_ms):
        """Counts a fault.

        Args:
            code: str, one of ``shared.events``.
            now_ms: ticks.
        Returns:
            True if this code was not in the log, so that an event is needed.
        """
        self.total += 1
        entry = self._take(code) or [code, 0, now_ms, now_ms]
        entry[1] += 1
        entry[3] = now_ms
        self._entries.append(entry)
        if len(self._entries) > self._size:
            self._entries.pop(0)
        return entry[1] == 1

    def _take(self, code):
        for place in range(len(self._entries)):
            if self._entries[place][0] == code:
                return self._entries.pop(place)
        return None

    def entries(self):
        """Returns the log (list of dict for the link), with the latest fault last."""
        return [
            {"code": code, "count": count, "first_ms": first_ms, "last_ms": last_ms}
            for code, count, first_ms, last_ms in self._entries
        ]

    def counts(self):
        """Returns the count of each fault (dict of code to int), short enough for a line."""
        return {entry[0]: entry[1] for entry in self._entries}
