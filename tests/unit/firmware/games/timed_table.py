"""A fake stage with a clock, and a timed game on it that a test plays.

Sounds last as long as their tunes. ``wait`` lets time pass, ends sounds and calls callbacks.
"""

from tests.fakes.game_stage import RecordingStage
from tests.rules.device_moves import sounds_in_words

from pingblock.sounds import tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingware.shared import ticks
from pingware.shared.sounds import device_sounds

PAUSE_MS = 60  # pause between a sound and the next one


class NoWorms:
    """An apple base that rests."""

    busy = takes_presses = False


class ClockedStage(RecordingStage):
    """A stage with a clock, whose sounds last as long as their tunes."""

    def __init__(self, play, declared, seed, settings):
        super().__init__(seed, declared.settings, **settings)
        self.ms = ticks.PERIOD - 5000
        self.tables = [play.SOUNDS, tables.ROLLS, device_sounds.SOUNDS]
        self.ends_ms = None  # end of the current sound
        self.yields = False  # whether the sound can be interrupted by a press
        self.heard = []  # (name, count) of each sound

    def now_ms(self):
        return self.ms

    def program(self, name, count=1):
        tune = name
        for table in self.tables:
            tune = table.tune_of(tune)
            tunes = tunes_of(table)
            if tune in tunes:
                program = sequencer.compile_tune(tunes[tune], INSTRUMENTS, {}, count)
                return name, count, sequencer.length_ms(program)
        raise KeyError(name)

    def add(self, sounds, _shows):
        self.tables.append(sounds)

    @property
    def playing(self):
        return self.ends_ms is not None

    def start(self, program):
        if self.playing:
            return False
        name, count, length_ms = program
        self.heard.append((name, count))
        self.ends_ms = ticks.add(self.ms, length_ms + PAUSE_MS)
        self.yields = False
        return True

    def give_way(self):
        self.yields = True

    def announce(self, name, count=0, show=""):
        started = self.start(self.program(name, count))
        if started:
            self.yields = True
            if show:
                self.light(show, count)
        return started

    def play(self, name, count):
        return self.start(self.program(name, count))


class TimedTable:
    """A timed game on a ``ClockedStage``. Its settings come from the game's declaration."""

    def __init__(self, declared, seed=1, **settings):
        play = declared.load()
        self.stage = ClockedStage(play, declared, seed, settings)
        self.game = play(self.stage)
        self.game.share_lever(NoWorms())
        self.game.open()
        self._looked = {
            "sounds": 0,
            "outcome": 0,
        }  # number of sounds and outcomes at the last look

    def press(self):
        """Presses the block: the interrupt starts the prepared sound, unless another plays."""
        armed = self.stage.armed
        if self.stage.yields:
            self.stage.ends_ms = None
        if armed and self.stage.start(armed[1]):
            self.stage.disarm()
            self.game.follow_press(self.stage.ms, armed[0])

    def press_soon(self):
        """Waits 40 ms and presses the block."""
        self.wait(40)
        self.press()

    def hold(self, ms=900):
        """Holds the block for ``ms``."""
        self.press()
        self.wait(700)
        self.game.hold(self.stage.ms)
        self.wait(ms - 700)
        self.game.release(self.stage.ms)

    def held(self):
        """Reports a press as held."""
        self.game.hold(self.stage.ms)

    def replay(self):
        """Repeats the last outcome."""
        self.game.replay(self.stage.ms)

    def count(self, *gaps_ms):
        """Presses the block for a skull after each gap."""
        for gap_ms in gaps_ms:
            self.wait(gap_ms)
            self.press()
            self.wait(1000)

    def check(self, held_ms=100):
        """Presses the check button. Returns the reply."""
        return self.game.check(self.stage.ms, held_ms)

    def lever(self):
        """Pulls the lever and releases it."""
        self.game.pulled(self.stage.ms)
        self.wait(300)
        self.game.released(self.stage.ms)
        self.wait(0)  # because the game does this in a task

    def wait(self, ms):
        """Lets time pass: sounds end, and callbacks are called."""
        until = ticks.add(self.stage.ms, ms)
        while True:
            plans = self.stage.plans
            due = [(plans[name][0], name) for name in plans]
            due += [(self.stage.ends_ms, "")] if self.stage.playing else []
            due = [each for each in due if ticks.diff(until, each[0]) >= 0]
            if not due:
                break
            at_ms, name = min(due, key=lambda each: ticks.diff(each[0], self.stage.ms))
            if ticks.diff(at_ms, self.stage.ms) > 0:
                self.stage.ms = at_ms
            if name:
                plans.pop(name)[1](self.stage.ms)
            else:
                self.stage.ends_ms = None
                self.game.follow_sound(self.stage.ms)
        self.stage.ms = until

    def whole_press(self):
        """Presses the block and waits for silence."""
        self.press()
        self.quiet()

    def quiet(self):
        """Waits until all is over."""
        self.wait(10_000)
        assert not self.stage.playing

    def told(self, event="outcome"):
        """Returns the reports of a kind, without their times."""
        told = [message for message in self.stage.messages if message["event"] == event]
        return [{name: each[name] for name in each if name != "ms"} for each in told]

    def heard(self):
        """Returns the sounds since the last look, in words."""
        return sounds_in_words(self._new("sounds", self.stage.heard), usual=1)

    def outcomes(self):
        """Returns the outcomes since the last look."""
        return self._new("outcome", self.told())

    @property
    def last(self):
        """The last outcome."""
        return self.told()[-1]

    @property
    def skulls(self):
        """All reports of skulls."""
        return self.told("skulls")

    @property
    def status(self):
        return self.game.status()

    @property
    def playing(self):
        return self.stage.playing

    @property
    def sounds(self):
        """The number of all sounds."""
        return len(self.stage.heard)

    @property
    def light(self):
        """The last light show, and its count."""
        return self.stage.lights[-1]

    def battery(self, verdict):
        """Reports a test of the cells."""
        self.game.battery(verdict, self.stage.ms)

    def _new(self, kind, found):
        begin, self._looked[kind] = self._looked[kind], len(found)
        return found[begin:]

    def change(self, **settings):
        """Changes settings of the game."""
        self.stage.settings.change(settings)

    def ask(self, do, **fields):
        """Asks for a request of the game. Returns the answer's fields."""
        return self.game.requests()[do](fields)
