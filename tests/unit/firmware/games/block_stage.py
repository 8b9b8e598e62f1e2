"""A stage for the block's rules to play on, and the app's part around them."""

from pingware.games.block import odds
from pingware.games.block.question_block import QuestionBlock
from pingware.shared import ticks
from pingware.shared.random32 import from_int

MANUAL = odds.weights_of("manual")


class Stage:
    """A speaker that can be busy, a light and a link, all of which remember."""

    def __init__(self):
        self.busy = False
        self.played = []
        self.lights = []
        self.messages = []

    def play(self, name, coins):
        if self.busy:
            return False
        self.busy = True
        self.played.append((name, coins))
        return True

    def light(self, show, coins):
        self.lights.append((show, coins))

    def report(self, message):
        self.messages.append(message)

    def told(self, event):
        return [message for message in self.messages if message["event"] == event]


class Table:
    """A game on a stage, and the app's part: the interrupt that starts the armed sound."""

    def __init__(self, seed=1, weights=MANUAL):
        self.stage = Stage()
        self.game = QuestionBlock(self.stage, from_int(seed), weights)
        self.now_ms = ticks.PERIOD - 5000
        self.game.start()

    def press(self):
        """The finger: the interrupt starts the armed sound unless one is sounding."""
        if self.stage.busy:
            return
        self.stage.busy = True
        self.game.handle("accepted", self.now_ms)

    def end(self):
        self.stage.busy = False
        return self.game.handle("ended", self.now_ms)

    def whole_press(self):
        self.press()
        self.game.handle("release", self.now_ms)
        while self.game.sounding:
            self.end()

    def wait(self, ms):
        self.now_ms = ticks.add(self.now_ms, ms)
        self.game.tick(self.now_ms)
