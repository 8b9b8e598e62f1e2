"""Question Block on the stage: odds from the settings, an outcome a press, counts for the status.

Source: QB-01..QB-08.
"""

from pingware.games.block import lights, rules, sounds
from pingware.games.press_game import PressGame
from pingware.shared.random32 import pick


class QuestionBlock(PressGame):
    """One block and its player.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self.counts = [0] * len(rules.OUTCOMES)
        self._weights: tuple[int, ...] = ()
        stage.on_change(("profile", "weights"), self.redraw)

    def redraw(self):
        """Keeps the odds that are set, as to look them up takes 1.8 ms, and draws by them."""
        settings = self.stage.settings
        self._weights = rules.weights_of(settings.profile, settings.weights)
        super().redraw()

    def draw(self):
        """Returns one of ``rules.OUTCOMES``."""
        return rules.OUTCOMES[pick(self.generator, self._weights)]

    @staticmethod
    def drawn(generator, settings):
        """Returns one of ``rules.OUTCOMES`` by the odds that are set, for a game beside it."""
        weights = rules.weights_of(settings.profile, settings.weights)
        return rules.OUTCOMES[pick(generator, weights)]

    def sound_of(self, outcome):
        """Returns the family, and how many coins there are."""
        return outcome.kind, outcome.coins

    def described(self, outcome):
        """Returns ``outcome``, and ``coins`` if there are any."""
        if outcome.coins:
            return {"outcome": outcome.kind, "coins": outcome.coins}
        return {"outcome": outcome.kind}

    def count_outcome(self, outcome):
        """Counts how often each outcome came."""
        self.counts[rules.OUTCOMES.index(outcome)] += 1

    def status(self):
        """Returns the draws, and how often each outcome came, in the order of OUTCOMES."""
        return {"draws": self.draws, "counts": self.counts}

    def requests(self):
        """Loads and returns the requests: name to a function of the request (dict)."""
        from pingware.games.block.requests import BlockHandlers

        return BlockHandlers(self.stage).handlers
