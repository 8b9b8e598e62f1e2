"""Stage of a press game: settings, light, link and plans, which record their calls."""

from pingblock.common.declared import declarations
from pingware.shared import ticks
from pingware.shared.random32 import from_int
from pingware.shared.settings import Settings


class RecordingStage:
    """A stage without sounds. A derived stage defines how long sounds last.

    Args:
        seed: seed for all draws.
        declared: declared settings of the game, or None for those of the block.
        settings: settings whose values differ from the defaults.
    """

    def __init__(self, seed=1, declared=None, **settings):
        self.settings = Settings(declarations(), {"version": 1})
        self.settings.add(declared or {})
        self.settings.change(settings)
        self.seed = seed
        self.armed = None
        self.played = []
        self.lights = []
        self.messages = []
        self.plans = {}  # name -> (time, callback)

    def generator(self, salt=0):
        return from_int(self.seed ^ salt)

    def on_change(self, names, act):
        self.settings.on_change(names, act)

    def program(self, name, count=1):
        return name, count

    def arm(self, outcome, name, count):
        self.armed = (outcome, self.program(name, count))

    def disarm(self):
        self.armed = None

    def light(self, show, count):
        self.lights.append((show, count))

    def report(self, message):
        self.messages.append(message)

    def told(self, event):
        return [message for message in self.messages if message["event"] == event]

    def call(self, name, at_ms, act=None):
        self.plans.pop(name, None)
        if at_ms is not None:
            self.plans[name] = (at_ms, act)

    def left_ms(self, name, now_ms):
        return max(0, ticks.diff(self.plans[name][0], now_ms)) if name in self.plans else None
