"""Trial of a calibration: it is saved only when it is accepted. Pure.

If the cable or power is lost, or the user gives up, the old calibration stays.
"""

from pingware.shared import ticks

GIVE_UP_MS = 120_000  # without a message from the host


class CalibrationTrial:
    """Changes to a calibration, on trial.

    Args:
        calibration: the present one, ``motion.Calibration``.
    """

    def __init__(self, calibration):
        self._kept = calibration
        self._tried = None  # None without a trial
        self._since_ms = 0

    @property
    def open(self):
        """Returns whether a trial is open (bool)."""
        return self._tried is not None

    @property
    def calibration(self):
        """The present calibration: the one on trial, or else the saved one (Calibration)."""
        return self._tried or self._kept

    def change(self, values, now_ms):
        """Tries other values (dict), all at once. Opens a trial if none is open.

        Raises:
            ValueError: the values cannot be used. The trial continues unchanged.
        """
        self._since_ms = now_ms
        self._tried = self.calibration.changed(values)

    def accept(self):
        """Accepts the trial. Returns its calibration, which must be saved (Calibration)."""
        self._kept = self.calibration
        self._tried = None
        return self._kept

    def cancel(self):
        """Returns to the calibration before the trial. Without a trial it has no effect."""
        self._tried = None

    def tick(self, now_ms):
        """Cancels an abandoned trial. Returns whether it did (bool)."""
        late = self.open and ticks.diff(now_ms, self._since_ms) >= GIVE_UP_MS
        if late:
            self.cancel()
        return late
