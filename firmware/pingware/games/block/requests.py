"""Requests of the Question Block. The first one loads this module."""

from pingware.games.block import rules
from pingware.shared.random32 import pick

_TRIAL_SALT = 0x4F646473  # with a fixed seed trials and game draw from different sources


class BlockHandlers:
    """The requests ``profile`` and ``odds``.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    def __init__(self, stage):
        self._stage = stage
        self._trials = None  # the generator of trials, after the first trial
        self.handlers = {"profile": self._profile, "odds": self._odds}

    def _weights(self):
        settings = self._stage.settings
        return rules.weights_of(settings.profile, settings.weights)

    def _profile(self, request):
        settings, name = self._stage.settings, request["name"]
        settings.change({"profile": name, "weights": request.get("weights", settings.weights)})
        return {"profile": name, "weights": list(self._weights())}

    def _odds(self, request):
        """Returns the present odds and the results of trial draws, which do not count.

        A host asks for slices, so that a long trial does not block the device.
        """
        weights = self._weights()
        answer = {"profile": self._stage.settings.profile, "weights": list(weights)}
        if "draws" in request:
            self._trials = self._trials or self._stage.generator(_TRIAL_SALT)
            counts = [0] * len(weights)
            for _ in range(request["draws"]):
                counts[pick(self._trials, weights)] += 1
            answer["counts"] = counts
        return answer
