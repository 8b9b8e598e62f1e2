"""Question Block on the stage: odds from the settings, outcomes, counts for the status.

Source: QB-01..QB-08.
"""

from pingware.games.block import lights, rules
from pingware.games.block.outcomes import FAMILIES
from pingware.games.press_game import PressGame
from pingware.shared.random32 import pick
from pingware.shared.schema import computed
from pingware.shared.sounds.sound_table import SoundTable


class QuestionBlock(PressGame):
    """One block and its player.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    SOUNDS = SoundTable(
        "games/block/tunes",
        computed({each.kind: each.tune for each in FAMILIES if each.tune != each.kind}),
    )
    SHOWS = lights.SHOWS
    TRIAL_SALT = 0x4F646473

    def __init__(self, stage):
        super().__init__(stage)
        self.counts = [0] * len(rules.OUTCOMES)
        self._weights: tuple[int, ...] = ()
        stage.on_change(("profile", "weights"), self.redraw)

    def redraw(self):
        """Draws by the current odds and keeps them, because looking them up takes 1.8 ms."""
        settings = self.stage.settings
        self._weights = rules.weights_of(settings.profile, settings.weights)
        super().redraw()

    def draw(self):
        """Returns one of ``rules.OUTCOMES``."""
        return rules.OUTCOMES[pick(self.generator, self._weights)]

    @staticmethod
    def drawn(generator, settings):
        """Returns one of ``rules.OUTCOMES`` by the current odds, for another game."""
        weights = rules.weights_of(settings.profile, settings.weights)
        return rules.OUTCOMES[pick(generator, weights)]

    def sound_of(self, outcome):
        """Returns the family and the number of coins."""
        return outcome.kind, outcome.coins

    def described(self, outcome):
        """Returns ``outcome``, and ``coins`` if the outcome has coins."""
        if outcome.coins:
            return {"outcome": outcome.kind, "coins": outcome.coins}
        return {"outcome": outcome.kind}

    def count_outcome(self, outcome):
        """Counts an outcome for the status."""
        self.counts[rules.OUTCOMES.index(outcome)] += 1

    def status(self):
        """Returns the draws, and the counts of outcomes in the order of OUTCOMES."""
        return {"draws": self.draws, "counts": self.counts}

    def requests(self):
        """Returns the requests: name to handler (dict)."""
        return {"profile": self._profile, "odds": self._odds}

    def _profile(self, request):
        settings, name = self.stage.settings, request["name"]
        settings.change({"profile": name, "weights": request.get("weights", settings.weights)})
        return {"profile": name, "weights": list(self._weights)}

    def _odds(self, request):
        """Returns the current odds and the results of trial draws, which do not count.

        A host asks for slices, so that a long trial does not block the device.
        """
        weights = self._weights
        answer = {"profile": self.stage.settings.profile, "weights": list(weights)}
        if "draws" in request:
            counts = [0] * len(weights)
            for _ in range(request["draws"]):
                counts[pick(self.trials(), weights)] += 1
            answer["counts"] = counts
        return answer
