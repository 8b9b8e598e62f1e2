"""When a game may speak about weak cells: after an outcome, never during one (QB-R7). Pure.

Two stages: a chirp while the cells should be replaced soon, a goodbye when they must rest.
"""

CHIRP = "low_battery"
GOODBYE = "goodbye"
# The chirp comes after the first outcome on weak cells, then after every tenth: heard, not hated.
OUTCOMES_BETWEEN_CHIRPS = 10


class CellNotice:
    """Remembers the battery's verdict and what was said about it."""

    def __init__(self):
        self._verdict = "good"
        self._chirp_in = 0
        self.finished = False  # the goodbye was said and nothing was pressed since

    def verdict(self, verdict):
        """Takes "good", "fair", "replace_soon" or "stop"; a change is spoken about afresh."""
        if verdict != self._verdict:
            self._chirp_in = 0
            self.finished = False
        self._verdict = verdict

    def outcome(self):
        """Notes that an outcome has begun."""
        self._chirp_in -= 1
        self.finished = False

    def due(self, after_outcome):
        """Returns what is to be played now, as nothing sounds.

        Args:
            after_outcome: bool, an outcome has just ended; else only a goodbye may come.

        Returns:
            CHIRP, GOODBYE or None.
        """
        if self._verdict == "stop":
            return None if self.finished else GOODBYE
        chirp = after_outcome and self._verdict == "replace_soon" and self._chirp_in <= 0
        return CHIRP if chirp else None

    def chirped(self):
        """Notes that the chirp has begun."""
        self._chirp_in = OUTCOMES_BETWEEN_CHIRPS

    def said_goodbye(self):
        """Notes that the goodbye is over: the device may switch itself off."""
        self.finished = True
