"""Calibration of the servo over the link: a trial first, then the user keeps or drops it.

If the cable or power is lost, or the user gives up, the old calibration stays.
"""

import asyncio
import time

from pingware.shared import motion, ticks

GIVE_UP_MS = 120_000  # after this time without a message from the host
_LOOK_MS = 1000


class CalibrationTrial:
    """Changes to a calibration, on trial.

    Args:
        calibration: the current one, ``motion.Calibration``.
    """

    def __init__(self, calibration):
        self._kept = calibration
        self._tried = None  # the calibration on trial, or None
        self._since_ms = 0

    @property
    def open(self):
        """Returns whether a trial is open (bool)."""
        return self._tried is not None

    @property
    def calibration(self):
        """The current calibration: the one on trial, or else the saved one (Calibration)."""
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


class ServoHandlers:
    """Handler of the request ``worms_calibrate``. The first one loads it.

    Args:
        settings: ``shared.settings.Settings``.
        mover: ``app.lever.mover.Mover``.
        game: the lever game. While it is ``busy``, the request is refused.
        stir: callable that wakes the task of the base.
    """

    def __init__(self, settings, mover, game, stir):
        self._settings = settings
        self._mover = mover
        self._game = game
        self._stir = stir
        self._begin()
        settings.on_change(("servo",), self._begin)
        self._looks = None  # the task that ends an abandoned trial
        self.handlers = {"worms_calibrate": self._calibrate}

    def _begin(self):
        """Uses the saved calibration and ends a trial."""
        self._trial = CalibrationTrial(self._mover.calibration)

    def _calibrate(self, request):
        """Tries a calibration, moves to an angle with it, or keeps or drops it."""
        if self._game.busy:
            raise ValueError("The worms are busy: stop them first.")
        if "try" in request:
            self._trial.change(request["try"], time.ticks_ms())
            self._looks = self._looks or asyncio.create_task(self._look())
        if "end" in request:
            self._end(request["end"])
        at_deg = request.get("at_deg")
        self._fit(None if at_deg is None else at_deg * 100)
        return {"calibration": self._mover.calibration.as_dict(), "trial": self._trial.open}

    def _end(self, how):
        """Keeps the trial, drops it, or returns to the default."""
        if how == "cancel":
            self._trial.cancel()
            return
        if how == "reset":
            self._trial.change(motion.DEFAULTS, time.ticks_ms())
        self._settings.change({"servo": self._trial.accept().as_dict()})

    def _fit(self, rest_cdeg=None):
        self._mover.fit(self._trial.calibration, rest_cdeg)
        self._stir()

    async def _look(self):
        """Drops an abandoned trial. Ends when no trial is open."""
        while self._trial.open:
            await asyncio.sleep_ms(_LOOK_MS)
            if self._trial.tick(time.ticks_ms()):
                self._fit()
        self._looks = None
