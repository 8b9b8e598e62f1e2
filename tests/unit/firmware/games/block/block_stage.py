"""A stage that remembers, and the Question Block on it."""

from tests.fakes.game_stage import RecordingStage

from pingware.games.block import rules
from pingware.games.block.play import QuestionBlock
from pingware.shared import ticks

MANUAL = rules.weights_of("manual")


class BlockStage(RecordingStage):
    """A stage whose speaker can be busy."""

    busy = False

    def play(self, name, coins):
        if self.busy:
            return False
        self.busy = True
        self.played.append((name, coins))
        return True


class BlockTable:
    """A game on a stage, with the interrupt that starts the armed sound."""

    def __init__(self, seed=1, weights=MANUAL):
        self.stage = BlockStage(seed, profile="custom", weights=list(weights))
        self.game = QuestionBlock(self.stage)
        self.now_ms = ticks.PERIOD - 5000
        self.game.open()

    def press(self):
        """Presses the block: the interrupt starts the prepared sound unless a sound is playing."""
        if self.stage.busy:
            return
        self.stage.busy = True
        self.accept()

    def accept(self):
        """Gives the game an accepted press, even during a sound."""
        self.game.follow_press(self.now_ms, self.stage.armed[0])

    def set_weights(self, weights):
        """Changes the odds in the settings."""
        self.stage.settings.change({"profile": "custom", "weights": list(weights)})

    def set_seed(self, seed):
        """Changes the seed of all draws."""
        self.stage.seed = seed
        self.game.reseed()

    def do(self, event):
        """Calls the game's method of that name. Returns its reply."""
        return getattr(self.game, event)(self.now_ms)

    def end(self):
        self.stage.busy = False
        return self.do("follow_sound")

    def whole_press(self):
        self.press()
        self.do("release")
        while self.game.sounding:
            self.end()

    def wait(self, ms):
        self.now_ms = ticks.add(self.now_ms, ms)
        self.game.tick(self.now_ms)
