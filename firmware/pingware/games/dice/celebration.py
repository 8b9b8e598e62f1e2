"""Question Block beside the die, for the rules ``celebration``. Loaded with these rules."""

from pingware.games.block import lights, rules, sounds
from pingware.shared.random32 import pick


class BlockBeside:
    """The Question Block's outcomes, by its own odds.

    Args:
        stage: ``app.timed_stage.TimedStage``; gets its sounds and shows.
    """

    def __init__(self, stage):
        self._settings = stage.settings
        stage.add(sounds.SOUNDS, lights.SHOWS)

    def draw(self, generator):
        """Draws by the odds that are set. Returns one of ``games.block.rules.OUTCOMES``."""
        weights = rules.weights_of(self._settings.profile, self._settings.weights)
        return rules.OUTCOMES[pick(generator, weights)]
