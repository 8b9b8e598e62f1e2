"""Decides when a game can warn of weak cells: after an outcome, never during one (QB-R7). Pure.

There are two stages: a chirp while the cells should be replaced soon, and a goodbye when they are
empty.
"""

CHIRP = "low_battery"
GOODBYE = "goodbye"
# The chirp comes after the first outcome on weak cells, then after every tenth, so that it is
# noticed but does not annoy.
OUTCOMES_BETWEEN_CHIRPS = 10


class CellNotice:
    """Remembers the battery's verdict and the warnings about it."""

    def __init__(self):
        self._verdict = "good"
        self._chirp_in = 0
        self.finished = False  # whether the goodbye was said without a press since then

    def verdict(self, verdict):
        """Takes "good", "fair", "replace_soon" or "stop". After a change it warns again."""
        if verdict != self._verdict:
            self._chirp_in = 0
            self.finished = False
        self._verdict = verdict

    def outcome(self):
        """Notes that an outcome has begun."""
        self._chirp_in -= 1
        self.finished = False

    def due(self, after_outcome):
        """Returns the warning to play now. Call it in silence.

        Args:
            after_outcome: bool, whether an outcome has just ended. Otherwise only a goodbye is
                possible.

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
        """Notes that the goodbye is over, so that the device can switch itself off."""
        self.finished = True
