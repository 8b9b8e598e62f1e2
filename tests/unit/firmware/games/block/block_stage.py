"""A stage that remembers, and the Question Block on it."""

from pingware.games.block import rules
from pingware.games.block.play import QuestionBlock
from pingware.games.catalog import declarations
from pingware.shared import ticks
from pingware.shared.random32 import from_int
from pingware.shared.settings import Settings

MANUAL = rules.weights_of("manual")


class Stage:
    """A speaker that can be busy, a light and a link, all of which remember."""

    def __init__(self, seed, weights):
        self.settings = Settings(
            declarations(), {"version": 1, "profile": "custom", "weights": list(weights)}
        )
        self.seed = seed
        self.busy = False
        self.armed = None
        self.played = []
        self.lights = []
        self.messages = []

    def generator(self, salt=0):
        return from_int(self.seed ^ salt)

    def on_change(self, names, act):
        self.settings.on_change(names, act)

    def program(self, name, count=1):
        return name, count

    def arm(self, outcome, name, count):
        self.armed = (outcome, self.program(name, count))

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
    """A game on a stage, with the interrupt that starts the armed sound."""

    def __init__(self, seed=1, weights=MANUAL):
        self.stage = Stage(seed, weights)
        self.game = QuestionBlock(self.stage)
        self.now_ms = ticks.PERIOD - 5000
        self.game.open()

    def press(self):
        """The finger: the interrupt starts the armed sound unless one is sounding."""
        if self.stage.busy:
            return
        self.stage.busy = True
        self.accept()

    def accept(self):
        """Gives the game an accepted press, whatever sounds."""
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
