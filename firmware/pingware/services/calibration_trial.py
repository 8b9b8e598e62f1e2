"""A calibration that is being tried: nothing is kept until it is accepted. Pure.

Whoever calibrates may lose the cable, the battery or the interest: then the old one counts.
"""

from pingware.shared import ticks

GIVE_UP_MS = 120_000  # without any word from the host


class CalibrationTrial:
    """Changes to a calibration, on trial.

    Args:
        calibration: the one in force, ``servo_calibration.Calibration``.
    """

    def __init__(self, calibration):
        self._kept = calibration
        self._tried = None  # None: no trial is open
        self._since_ms = 0

    @property
    def open(self):
        """True if a trial is open (bool)."""
        return self._tried is not None

    @property
    def calibration(self):
        """The one to move by now: what is tried, else what is kept (Calibration)."""
        return self._tried or self._kept

    def change(self, values, now_ms):
        """Tries other values (dict), all at once; opens a trial if none is open.

        Raises:
            ValueError: it cannot be used; the trial goes on as it was.
        """
        self._since_ms = now_ms
        self._tried = self.calibration.changed(values)

    def accept(self):
        """Keeps what was tried. Returns it, to be stored (Calibration)."""
        self._kept = self.calibration
        self._tried = None
        return self._kept

    def cancel(self):
        """Goes back to the calibration before the trial; nothing happens without a trial."""
        self._tried = None

    def tick(self, now_ms):
        """Cancels a trial that nobody goes on with. Returns whether it did (bool)."""
        late = self.open and ticks.diff(now_ms, self._since_ms) >= GIVE_UP_MS
        if late:
            self.cancel()
        return late
