"""Stage: the device as a game sees it, and nothing else of it."""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Stage:
    """Sound, light, servo, events, settings and chance for one game, or for the device itself.

    Args:
        device: ``app.boot.first_stage.FirstStage``, for stages alone and no game; its
            ``settings`` are read here, each an attribute.
        sounds: ``SoundTable``, looked in before the device's own.
        shows: name -> ``shared.light_show.Show``, likewise.
    """

    joined: "Callable[[Any], Any]"  # the program of steps; only a timed game's stage has it

    def __init__(self, device, sounds, shows):
        self.device = device
        self.settings = device.settings
        self.tables = [sounds]  # the first one that has a sound plays it
        self.shows = [shows]  # likewise
        self._acts = []  # to be forgotten by ``close``
        self._wanted: "Any" = None  # outcome, sound and count of ``arm``, until ``prepare``

    def of(self, sounds, shows):
        """Returns a stage with other sounds and shows."""
        return Stage(self.device, sounds, shows)

    def close(self):
        """Forgets all calls of ``on_change``: the game is dropped."""
        for act in self._acts:
            self.settings.forget(act)

    def on_change(self, names, act):
        """Has ``act()`` called after each change of a setting, as ``Settings.on_change``."""
        self._acts.append(act)
        self.settings.on_change(names, act)

    def now_ms(self):
        """Returns the time (ticks)."""
        return time.ticks_ms()

    def generator(self, salt=0):
        """Returns a generator of draws (``random32.Random32``), another one for each salt."""
        return self.device.chance.generator(salt)

    def report(self, message):
        """Reports an event (dict); it happened now, unless ``ms`` says when (ticks)."""
        self.device.outputs.reports.report(message)

    # --- sound

    @property
    def playing(self):
        """True if something sounds (bool)."""
        return self.device.sound.speaker.playing

    def _found(self, name):
        """Returns the table that plays ``name``, and the tune."""
        for table in self.tables:
            name = table.tune_of(name)
            if table.has(name):
                return table, name
        table = self.device.outputs.sounds
        return table, table.tune_of(name)

    def program(self, name, count=1):
        """Returns the program of a sound that is played ``count`` times, or of joined steps."""
        if type(name) is tuple:
            return self.joined(name)
        table, tune = self._found(name)
        return self.device.sound.program(table, tune, count)

    def arm(self, outcome, name, count):
        """Sets outcome and sound of the next press of the block; ``prepare`` acts on it."""
        self._wanted = outcome, name, count
        if self.device.outputs.wake:
            self.device.outputs.wake()

    def disarm(self):
        """Lets presses do nothing until the next ``arm``."""
        self._wanted = None
        self.device.block_button.disarm()

    def prepare(self):
        """Arms what ``arm`` has named. Inflating its program goes deep, and a press starts on top
        of that: call it from where the stack is nearly empty."""
        if self._wanted:
            outcome, name, count = self._wanted
            self.device.block_button.arm(outcome, self.program(name, count))
            self._wanted = None  # unless there was no memory for it

    def play(self, name, count):
        """Starts a sound that nothing takes over. Returns False while one sounds."""
        return self.device.sound.start(self.program(name, count))

    def announce(self, name, count=0, show=""):
        """Starts a sound that a press takes over, with a light if it is named.

        Returns:
            bool, whether it was started: nothing is while something else sounds.
        """
        started = self.device.sound.start(self.program(name, count), True)
        if started and show:
            self.light(show, count)
        return started

    # --- light and servo

    def light(self, show, count):
        """Shows a light in time with what sounds; a name that is no show is dark."""
        sound_ms = self.device.sound.own_ms(self._found(show)[1])
        self.device.outputs.light.light(self.get(show), count, sound_ms)

    def light_behind(self, show, count):
        """Shows a light while there is no other; a name that is no show is dark."""
        self.device.outputs.light.light_behind(self.get(show), count)

    def get(self, name):
        """Returns a ``Show`` by name; None if there is none."""
        for shows in self.shows:
            found = shows.get(name)
            if found:
                return found
        return self.device.outputs.shows.get(name)

    def move(self, motion):
        """Moves the servo in one of ``motion_profiles.PROFILES``, or home if that is None."""
        if motion is None:
            self.device.outputs.servo.home()
        else:
            self.device.outputs.servo.run(motion)

    def stir(self):
        """Wakes the task of the apple base."""
        self.device.outputs.stir()


class LateOutputs:
    """Outputs that come up with the tasks, after the first press counts, shared by all stages.

    Light, events, servo and the device's own sounds and shows. Only tasks use them, and never an
    interrupt.
    """

    def __init__(self):
        self.light = self.reports = self.sounds = self.shows = self.servo = self.stir = None
        self.wake = None

    def connect(self, light, reports, sounds, shows, wake):
        """Takes ``app.play.light_output.LightOutput``, ``app.care.reports.Reports``, the sounds
        (``SoundTable``) and shows (name -> ``Show``) that every game has, and the callable that
        has the tasks look."""
        self.light = light
        self.reports = reports
        self.sounds = sounds
        self.shows = shows
        self.wake = wake

    def connect_base(self, servo, stir):
        """Takes the servo (``run``, ``home``) and the callable that wakes the base's task."""
        self.servo = servo
        self.stir = stir
