"""The dice on a fake stage that records calls, with a clock that tests advance."""

from tests.fakes.game_stage import RecordingStage
from tests.rules.device_moves import sounds_in_words

from pingware.games.dice import options
from pingware.games.dice.play import DicePlay
from pingware.shared import ticks
from pingware.shared.random32 import from_int


class ChosenFaces:
    """Draws the chosen faces first, then random ones."""

    def __init__(self, faces):
        self.faces = list(faces)
        self.then = from_int(1)

    def below(self, n):
        return self.faces.pop(0) - 1 if self.faces else self.then.below(n)


class DiceStage(RecordingStage):
    """A stage on which a sound lasts until ``end``."""

    def __init__(self, faces, **settings):
        super().__init__(declared=options.SETTINGS, **settings)
        self.faces = faces
        self.now = ticks.PERIOD - 5000
        self.sounds = None  # the current sound: (name, count, yields)

    def generator(self, salt=0):
        return from_int(salt) if salt else ChosenFaces(self.faces)

    def now_ms(self):
        return self.now

    def connect(self, joined, show_of):
        """Replaces ``connect``, and plays the steps unchanged."""

    def add(self, sounds, shows):
        """Ignores sounds and shows, because these tests can play steps by their names."""

    def arm(self, outcome, _name, _count):
        self.armed = outcome

    def play(self, name, count):
        if self.sounds and not self.sounds[2]:
            return False
        self.sounds = (name, count, False)
        self.played.append((name, count))
        return True

    def announce(self, name, count=0, show=""):
        if self.sounds:
            return False
        self.sounds = (name, count, True)
        self.played.append((name, count))
        return True

    def report(self, message):
        super().report({name: message[name] for name in message if name != "ms"})


class DiceTable:
    """The dice game on a stage without hardware: chosen faces, presses and a clock."""

    def __init__(self, *faces, **settings):
        self.stage = DiceStage(faces, **settings)
        self.game = DicePlay(self.stage)
        self.game.open()
        self._looked = 0  # number of outcomes at the last look

    def press(self, whole=True):
        """Presses the block: the interrupt starts the prepared sound, unless another plays."""
        stage = self.stage
        if stage.armed is None or (stage.sounds and not stage.sounds[2]):
            return False
        name, count = self.game.sound_of(stage.armed)
        stage.sounds = (name, count, False)
        stage.played.append((name, count))
        self.game.follow_press(stage.now, stage.armed)
        if whole:
            self.game.release(stage.now)
            self.quiet()
        return True

    def ask(self, **fields):
        """Asks for a request of the dice. Returns the answer's fields."""
        return self.game.requests()["dice"](fields)

    def change(self, **settings):
        self.stage.settings.change(settings)

    def lever(self):
        self.game.lever(self.stage.now)

    def check(self, held_ms=100):
        """Presses the check button and waits for silence. Returns the reply."""
        reply = self.game.check(self.stage.now, held_ms)
        self.quiet()
        return reply

    def jail_press(self):
        """Presses the block and holds it, which is a try to leave jail."""
        self.press(whole=False)
        self.held()
        self.game.release(self.stage.now)
        self.quiet()

    def held(self):
        """Reports a press as held."""
        self.game.hold(self.stage.now)

    def end(self):
        """Lets the current sound end, and a repetition begin at once."""
        self.stage.sounds = None
        self.game.follow_sound(self.stage.now)
        repeat = self.stage.plans.pop("again", None)
        if repeat:
            repeat[1](self.stage.now)

    def quiet(self):
        while self.stage.sounds:
            self.end()

    def wait(self, ms):
        """Lets time pass in 100 ms steps. A sound announced in one has ended in the next."""
        stage = self.stage
        for step in range(1, ms // 100 + 1):
            stage.now = ticks.add(stage.now, 100)
            if stage.sounds and stage.sounds[2]:
                self.end()
            for name, (at_ms, act) in list(stage.plans.items()):
                if ticks.diff(stage.now, at_ms) >= 0:
                    del stage.plans[name]
                    act(stage.now)
            if step % 10 == 0:
                self.game.tick(stage.now)

    def outcomes(self):
        """Returns the outcomes since the last look."""
        begin, self._looked = self._looked, len(self.told())
        return self.told()[begin:]

    @property
    def last(self):
        """The last outcome."""
        return self.told()[-1]

    @property
    def status(self):
        return self.game.status()

    def told(self, *kinds):
        """Returns all outcomes, only of ``kinds`` if given."""
        found = [each for each in self.stage.messages if each["event"] == "outcome"]
        return [each for each in found if not kinds or each["outcome"] in kinds]

    def heard(self):
        """Returns the sounds since the last look, in words."""
        played, self.stage.played = self.stage.played, []
        named = [each if isinstance(each[0], str) else ("dice", 0) for each in played]
        return sounds_in_words([(name, count if count > 1 else 0) for name, count in named])
