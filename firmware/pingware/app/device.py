"""Stage one of the boot: what a press needs, and the hard interrupt that answers it."""

import os
import time

from pingware.app.programs import Programs
from pingware.boards import peripherals
from pingware.drivers.button import Button
from pingware.drivers.speaker import Speaker
from pingware.games.block import odds
from pingware.games.block.question_block import DONE, NOTHING, QuestionBlock
from pingware.shared import events, random32, volume
from pingware.storage import files, log, stored_settings

_FADE_MS = 40  # a stopped sound is silent after 20 ms, and its bias is back at 0 after this
_REPORTS = 32  # events kept while nobody listens; the oldest gives way


def _nobody():
    """Stands in for whoever wants to be called until they are there."""


class Block:
    """The parts, wired. It is the game's ``outputs``: play, light, report.

    ``wake`` is called in hard interrupts when the tasks have something to settle.
    """

    def __init__(self):
        self.board = peripherals.Peripherals()
        self.settings = stored_settings.load()
        self.speaker = Speaker(**self.board.speaker_parts())
        self.block = Button(
            self.board.block_pin(), time.ticks_us, self._on_press, self.board.held_off
        )
        self.programs = Programs()
        self.own_sounds = None  # app.own_sounds.OwnSounds, once there are any
        self.seed = files.read_seed()
        self.game = QuestionBlock(self, self.generator(), self._weights())
        self.faults = log.FaultLog()
        self.wake = _nobody
        self.reseeded = _nobody  # the base draws from the same seed
        self.reports = events.EventQueue(_REPORTS)  # what the link has not taken yet
        self.show = ("off", 0)  # what the light is to show
        self._show_start = 0  # the speaker's start that the show belongs to
        self.gain_limit_q8 = volume.LOUDEST_Q8  # what the cells can bear
        self.wants_test = True  # of the cells: at the start and after each outcome
        self._fired = None  # the outcome that the interrupt started, until the game knows
        self._ended = False
        self._other_gain = False  # than that of the settings, until the next sound has ended
        self._pressed = False  # the button, on a board without the block
        self._plays_block = "block" in self.board.GAMES
        self._armed_outcome = None
        self._armed_program = None
        self.settings.on_change(("volume", "cap", "mute_lock"), self.apply_volume)
        self.settings.on_change(("profile", "weights"), self._apply_odds)

    def open(self):
        """Gets ready for the first press."""
        self.speaker.on_end(self._on_end)
        self.speaker.open(self.programs.recordings)
        self.apply_volume()
        self.game.start()
        self.arm()
        self.block.open()

    def interrupted(self):
        """For hard interrupts of other parts: has the tasks look. Allocates nothing."""
        self.wake()

    def close(self):
        """Leaves everything silent, dark and without interrupts; safe to call twice."""
        self.block.close()
        try:
            self._hush()
        finally:  # a second Ctrl-C: a soft reset with the DMA running would hang the chip
            self.speaker.close()
            self.board.close()

    def _hush(self):
        """Lets a sound fade, which ``Speaker.close`` would cut off with a click."""
        self.speaker.stop()
        since_ms = time.ticks_ms()
        while self.speaker.playing and time.ticks_diff(time.ticks_ms(), since_ms) < _FADE_MS:
            time.sleep_ms(1)

    def _weights(self):
        return odds.weights_of(self.settings.profile, self.settings.weights)

    def _apply_odds(self):
        """Draws the next outcome anew, with the odds that are set."""
        self.game.set_weights(self._weights())
        self.arm()

    def apply_volume(self):
        """Takes volume and cap from the settings; acts within one block of samples."""
        chosen_q8, self._cap = volume.gain_and_cap(self.settings)
        self._gain_q8 = min(chosen_q8, self.gain_limit_q8)
        self._restore_gain()

    @property
    def gain_q8(self):
        """The volume in force, 0..256."""
        return self._gain_q8

    def limit_gain(self, gain_q8):
        """Holds every sound within what the supply can bear (0..256), from the next block on."""
        if gain_q8 != self.gain_limit_q8:
            self.gain_limit_q8 = gain_q8
            self.apply_volume()

    def soften(self):
        """Hard interrupt: the cells feed the device from now on, and nobody knows how good
        they are. Allocates nothing."""
        self.gain_limit_q8 = volume.UNTESTED_Q8
        self._gain_q8 = min(self._gain_q8, volume.UNTESTED_Q8)
        self.speaker.set_volume(self._gain_q8, self._cap)

    def gain_for_one(self, gain_q8):
        """Sets another volume, within the cap, until the next sound has ended."""
        self._other_gain = True
        self.speaker.set_volume(gain_q8, self._cap)

    def _restore_gain(self):
        self._other_gain = False
        self.speaker.set_volume(self._gain_q8, self._cap)

    def greet(self):
        """Pings softly, once everything is up: power-on, no outcome (QB-R8)."""
        chime_q8 = volume.gain_q8(self.settings.chime)
        self.gain_for_one(min(chime_q8, self._gain_q8))
        if not self.announce("ready"):
            self.apply_volume()

    def reseed(self, seed):
        """Fixes the draws with a number for tests; None goes back to hardware entropy."""
        self.seed = seed
        self.game.set_generator(self.generator())
        self.arm()
        self.reseeded()

    def generator(self, salt=0):
        """Makes a generator: of hardware entropy, or of the fixed seed for tests.

        Args:
            salt: int; with a fixed seed, another one for each part, so that they draw differently.
        """
        if self.seed is None:
            return random32.from_bytes(os.urandom(random32.SEED_BYTES))
        return random32.from_int(self.seed ^ salt)

    def arm(self):
        """Hands the game's next outcome to the interrupt."""
        if not self._plays_block:
            return
        outcome = self.game.armed
        self._armed_program = None  # first: the interrupt must never see a mixed pair
        self._armed_outcome = outcome
        self._armed_program = self.programs.of(outcome.kind, outcome.coins)

    def press(self):
        """Does what the block button does, for the link. Returns whether it counted (bool)."""
        self.board.without_interrupts(self._on_press)
        return self._fired is not None

    def _on_press(self):
        """Hard interrupt: starts the armed outcome, unless one sounds. Allocates nothing."""
        program = self._armed_program
        if self._other_gain:  # the load of a battery test, or the ping of power-on
            self._restore_gain()
        if program is not None and self.speaker.start(program):
            self._armed_program = None
            self._fired = self._armed_outcome
        elif not self._plays_block:
            self._pressed = True
        self.wake()

    def _on_end(self):
        """Hard interrupt: the sound is over. Allocates nothing."""
        if self._other_gain:
            self._restore_gain()
        self._ended = True
        self.wake()

    def settle(self, now_ms):
        """Tells the game what the interrupts did, in the order in which it must have happened."""
        if self._ended:
            self._ended = False
            if self.game.ended(now_ms) == DONE:
                self.wants_test = True
        fired = self._fired
        if fired is not None:
            self._fired = None
            self.game.accepted(now_ms, fired)
            self.arm()
            if not self.speaker.playing:  # the tasks were held up for a whole sound
                self.game.ended(now_ms)

    def take_press(self):
        """Returns whether the button was pressed on a board without the block (bool), once."""
        pressed, self._pressed = self._pressed, False
        return pressed

    @property
    def fired(self):
        """Whether a press has started an outcome that the game does not know of yet (bool)."""
        return self._fired is not None

    @property
    def ended(self):
        """Whether a sound has ended that the game does not know of yet (bool)."""
        return self._ended

    @property
    def unsettled(self):
        """Whether an interrupt left something to settle (bool)."""
        return self._ended or self._fired is not None

    def play(self, name, coins):
        """Starts a sound. Returns False while one sounds."""
        return self.speaker.start(self.programs.of(name, coins))

    def announce(self, name):
        """Tells something that is no outcome, by sound and light; a press need not wait for it.

        Returns:
            bool, whether it is told: nothing is while something else sounds.
        """
        told = self.speaker.start(self.programs.of(name, 0), True)
        if told:
            self.light(name, 0)
        return told

    def replay(self, now_ms):
        """Repeats the last outcome; without one, says so with a soft tick. Returns the reply."""
        told = self.game.replay(now_ms)
        if told == NOTHING:
            self.announce("nothing_yet")
        return told

    def light(self, show, coins):
        """Says what the light is to show from now on, in time with what sounds."""
        self.show = (show, coins)
        self._show_start = self.speaker.starts
        self.wake()

    def sounding_ms(self):
        """Returns how long the show's own sound has been on (int, ms); -1 if it is not."""
        if self._show_start != self.speaker.starts:
            return -1
        return self.speaker.elapsed_ms()

    def report(self, message):
        """Takes an event for the link; it happened now, unless it says when (``ms``, ticks)."""
        if "ms" not in message:
            message["ms"] = time.ticks_ms()
        self.reports.put(message)
        self.wake()

    def fault(self, code, say=""):
        """Notes a fault; the first of its kind is told by light and over the link."""
        if self.faults.note(code, time.ticks_ms()):
            from pingware.shared import sayings  # they are long, and a press needs none

            self.report({"event": events.FAULT, "code": code, "say": say or sayings.SAYINGS[code]})
            self.light("fault", code)
