"""Stage: the part of the device that a game can use."""

import time
from collections.abc import Callable
from typing import Any


class Stage:
    """Sound, light, servo, events, settings and random numbers for one game or the device.

    Args:
        device: ``app.boot.boot.FirstStage``. Only stages use it, not games. Its
            ``settings`` are read here, each as an attribute.
        sounds: ``SoundTable``, searched before that of the device.
        shows: name -> ``shared.light_show.Show``, likewise.
    """

    joined: "Callable[[Any], Any]"  # the program of steps, only on a timed game's stage

    def __init__(self, device, sounds, shows):
        self.device = device
        self.settings = device.settings
        self.tables = [sounds]  # the first table that has a sound plays it
        self.shows = [shows]  # the first one that has a show is used
        self._acts = []  # callbacks that ``close`` removes

    def of(self, sounds, shows):
        """Returns a stage with other sounds and shows."""
        return Stage(self.device, sounds, shows)

    def close(self):
        """Removes all callbacks of ``on_change`` when the game is dropped."""
        for act in self._acts:
            self.settings.forget(act)

    def on_change(self, names, act):
        """Calls ``act()`` after each change of a setting, like ``Settings.on_change``."""
        self._acts.append(act)
        self.settings.on_change(names, act)

    def now_ms(self):
        """Returns the time (ticks)."""
        return time.ticks_ms()

    def generator(self, salt=0):
        """Returns a random generator (``random32.Random32``), a different one for each salt."""
        return self.device.chance.generator(salt)

    def report(self, message):
        """Reports an event (dict) with the current time, unless ``ms`` holds a time (ticks)."""
        self.device.outputs.reports.report(message)

    # --- sound

    @property
    def playing(self):
        """Returns whether a sound plays (bool)."""
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
        """Sets outcome and sound of the block's next press."""
        self.device.block_button.arm(outcome, self.program(name, count))

    def disarm(self):
        """Ignores presses until the next ``arm``."""
        self.device.block_button.disarm()

    def play(self, name, count):
        """Starts a sound that cannot be interrupted. Returns False while another one plays."""
        return self.device.sound.start(self.program(name, count))

    def announce(self, name, count=0, show=""):
        """Starts a sound that a press can interrupt, with a light if one is named.

        Returns:
            bool, whether it was started. False while another sound plays.
        """
        started = self.device.sound.start(self.program(name, count), True)
        if started and show:
            self.light(show, count)
        return started

    # --- light and servo

    def light(self, show, count):
        """Shows a light in time with the current sound. An unknown name means dark."""
        sound_ms = self.device.sound.own_ms(self._found(show)[1])
        self.device.outputs.light.light(self.get(show), count, sound_ms)

    def light_behind(self, show, count):
        """Shows a light while no other is shown. An unknown name means dark."""
        self.device.outputs.light.light_behind(self.get(show), count)

    def get(self, name):
        """Returns a ``Show`` by name, or None if it is unknown."""
        for shows in self.shows:
            found = shows.get(name)
            if found:
                return found
        return self.device.outputs.shows.get(name)

    def move(self, motion):
        """Moves the servo with one of ``motion.PROFILES``, or home for None."""
        if motion is None:
            self.device.outputs.servo.home()
        else:
            self.device.outputs.servo.run(motion)

    def stir(self):
        """Wakes the task of the apple base."""
        self.device.outputs.stir()


class LateOutputs:
    """Outputs that start with the tasks, after the first press counts. All stages share them.

    They are light, events, servo, and the device's sounds and shows. Only tasks use them, never an
    interrupt.
    """

    def __init__(self):
        self.light = self.reports = self.sounds = self.shows = self.servo = self.stir = None

    def connect(self, light, reports, sounds, shows):
        """Sets the outputs that every game has.

        These are ``app.play.light_output.LightOutput``, ``app.care.watch.Reports``, the sounds
        (``SoundTable``) and the shows (name -> ``Show``).
        """
        self.light = light
        self.reports = reports
        self.sounds = sounds
        self.shows = shows

    def connect_base(self, servo, stir):
        """Takes the servo (``run``, ``home``) and the callable that wakes the base's task."""
        self.servo = servo
        self.stir = stir
