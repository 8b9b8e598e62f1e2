"""Question Block on the stage: odds from the settings, an outcome a press, counts for the status.

Source: QB-01..QB-08.
"""

from pingware.games.block import lights, rules, sounds
from pingware.games.press_game import PressGame

_TRIAL_SALT = 0x4F646473  # with a fixed seed trials and game draw from different sources


class QuestionBlock(PressGame):
    """One block and its player.

    Args:
        stage: ``app.stage.Stage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self.counts = [0] * len(rules.OUTCOMES)
        self._trials = None  # the generator of trials, once there was one
        self.requests = {"profile": self._profile, "odds": self._odds}
        stage.on_change(("profile", "weights"), self.redraw)

    def _weights(self):
        settings = self.stage.settings
        return rules.weights_of(settings.profile, settings.weights)

    def draw(self):
        """Draws by the odds that are set. Returns one of ``rules.OUTCOMES``."""
        return rules.OUTCOMES[rules.draw(self.generator, self._weights())]

    def sound_of(self, outcome):
        """Returns the family, and how many coins there are."""
        return outcome.kind, outcome.coins

    def described(self, outcome):
        """Returns ``outcome``, and ``coins`` if there are any."""
        if outcome.coins:
            return {"outcome": outcome.kind, "coins": outcome.coins}
        return {"outcome": outcome.kind}

    def counted(self, outcome):
        """Counts how often each outcome came."""
        self.counts[rules.OUTCOMES.index(outcome)] += 1

    def status(self):
        """Returns the draws, and how often each outcome came, in the order of OUTCOMES."""
        return {"draws": self.draws, "counts": self.counts}

    def _profile(self, request):
        settings, name = self.stage.settings, request["name"]
        settings.change({"profile": name, "weights": request.get("weights", settings.weights)})
        return {"profile": name, "weights": list(self._weights())}

    def _odds(self, request):
        """Returns the odds in force, and draws with them beside the game: no press is counted.

        A host asks for slices, so that a long trial never holds up the device.
        """
        weights = self._weights()
        answer = {"profile": self.stage.settings.profile, "weights": list(weights)}
        if "draws" in request:
            self._trials = self._trials or self.stage.generator(_TRIAL_SALT)
            counts = [0] * len(weights)
            for _ in range(request["draws"]):
                counts[rules.draw(self._trials, weights)] += 1
            answer["counts"] = counts
        return answer
