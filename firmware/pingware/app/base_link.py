"""Requests about the apple base. Parsing and checking are the codec's work."""

import time

from pingware.games.worms import options, worms
from pingware.services import calibration_trial
from pingware.shared import servo_calibration

_RUNS = {"start": worms.START, "stop": worms.STOP}


class BaseLink:
    """The requests about the worms.

    Args:
        device: ``app.device.Block``.
        tasks: ``app.base_tasks.BaseTasks``.
    """

    def __init__(self, device, tasks):
        self._device = device
        self._tasks = tasks
        self._base = tasks.base
        self._trial = calibration_trial.CalibrationTrial(self._base.mover.calibration)
        device.settings.on_change(("servo",), self._apply_calibration)
        device.settings.on_change(options.SETTINGS, tasks.stir)
        self.actions = {
            "worms": self._worms,
            "worms_set": self._set,
            "worms_score": self._score,
            "worms_calibrate": self._calibrate,
        }

    def _worms(self, request):
        found = {}
        if "run" in request:
            found["reply"] = self._base.handle(_RUNS[request["run"]], time.ticks_ms())
            self._tasks.stir()
        found.update(self._base.worms.status(time.ticks_ms()))
        found["settings"] = self._device.settings.part(options.SETTINGS)
        return found

    def _set(self, request):
        chosen = self._device.settings
        reply = worms.BUSY if self._base.refuses(request) else worms.DONE
        if reply == worms.DONE:
            names = [name for name in options.SETTINGS if name in request]
            chosen.change({name: request[name] for name in names})
        return {"reply": reply, "settings": chosen.part(options.SETTINGS)}

    def _score(self, request):
        rules, now_ms = self._base.worms, time.ticks_ms()
        player = request["player"]
        reply = rules.match(player, now_ms) if request["by"] > 0 else rules.undo(player)
        self._tasks.stir()
        return {"reply": reply}

    def _calibrate(self, request):
        """Tries a calibration, goes to an angle with it, and keeps it or not."""
        if self._base.worms.state != worms.READY:
            raise ValueError("The worms are busy: stop them first.")
        if "try" in request:
            self._trial.change(request["try"], time.ticks_ms())
        if "end" in request:
            self._end(request["end"])
        at_deg = request.get("at_deg")
        self._fit(None if at_deg is None else at_deg * 100)
        return {"calibration": self._base.mover.calibration.as_dict(), "trial": self._trial.open}

    def _end(self, how):
        """Keeps what was tried, forgets it, or goes back to the default."""
        if how == "cancel":
            self._trial.cancel()
            return
        if how == "reset":
            self._trial.change(servo_calibration.DEFAULTS, time.ticks_ms())
        self._device.settings.change({"servo": self._trial.accept().as_dict()})

    def _fit(self, rest_cdeg=None):
        self._base.mover.fit(self._trial.calibration, rest_cdeg)
        self._tasks.stir()

    @property
    def busy(self):
        """Whether a run is on, so that some settings have to wait (bool)."""
        return self._base.worms.state != worms.READY

    def check(self, changes):
        """Raises ValueError if ``changes`` (dict) hold a calibration that cannot be used."""
        if "servo" in changes:
            servo_calibration.Calibration(changes["servo"])

    def _apply_calibration(self):
        """Goes by the calibration that is set; a trial ends."""
        kept = servo_calibration.Calibration(self._device.settings.servo)
        self._trial = calibration_trial.CalibrationTrial(kept)
        self._fit()

    def tick(self, now_ms):
        """Forgets a trial that nobody goes on with; call it every few seconds."""
        if self._trial.tick(now_ms):
            self._fit()
