"""A stage that remembers, and the Question Block on it."""

from tests.fakes.game_stage import RecordingStage
from tests.rules.device_moves import sounds_in_words

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
        self._looked = 0  # number of sounds at the last look
        self.game.open()

    def heard(self):
        """Returns the sounds since the last look, in words, without those of presses."""
        begin, self._looked = self._looked, len(self.stage.played)
        return sounds_in_words(self.stage.played[begin:])

    @property
    def outcomes(self):
        """All reports of outcomes."""
        return self.stage.told("outcome")

    @property
    def replays(self):
        """All reports of replays."""
        return self.stage.told("replay")

    @property
    def lights(self):
        """All light shows, with their counts."""
        return self.stage.lights

    @property
    def draws(self):
        return self.game.draws

    @property
    def counts(self):
        """The number of all counted outcomes."""
        return sum(self.game.counts)

    @property
    def sounding(self):
        return self.game.sounding

    @property
    def finished(self):
        return self.game.finished

    def be_busy(self, busy):
        """Makes the speaker play another sound, or none."""
        self.stage.busy = busy

    def battery(self, verdict):
        """Reports a test of the cells."""
        self.game.battery(verdict, self.now_ms)

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
