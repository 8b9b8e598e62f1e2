"""Press game: a press starts an outcome that was drawn before. Pure base of each.

The interrupt of the button starts the armed program by itself. Soon after that ``follow_press`` is
called. A hold repeats the outcome after its end, and the check button repeats it at once. Warnings
about weak cells play between two outcomes. The stage supplies time and random numbers. Source:
QB-R4..QB-R8, QB-A-05.
"""

from collections.abc import Callable
from typing import Any

from pingware.shared import ticks

CHIRP = "low_battery"
GOODBYE = "goodbye"
# The chirp comes after the first outcome on weak cells, then after every tenth, so that it is
# noticed but does not annoy.
OUTCOMES_BETWEEN_CHIRPS = 10

# Replies.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"

OFF = "off"
OUTCOME = "outcome"

# Longer than any sound. If its end is never reported, the game continues after this time.
SOUND_MAX_MS = 15_000


class PressGame:
    """One press game and its player. A game derives from it.

    A game needs ``SOUNDS`` (``shared.sounds.sound_table.SoundTable``) and ``SHOWS`` (name ->
    ``shared.light_show.Show``). It must define ``draw()``, which draws an outcome with
    ``generator``; ``sound_of(outcome)``, which returns the outcome's sound and light as (name,
    count); and ``described(outcome)``, which returns its fields (dict) for the link. If it handles
    requests, it defines ``requests()``, which returns a dict of name to handler. It is called on
    demand. A handler takes the request (dict) and returns the answer's fields (dict).

    Args:
        stage: ``app.play.stage.Stage``.
    """

    TRIAL_SALT = 0  # with a fixed seed, trials of a request draw from another source than the game
    draw: "Callable[[], Any]"
    sound_of: "Callable[[Any], tuple[Any, int]]"
    described: "Callable[[Any], dict[str, Any]]"

    def __init__(self, stage):
        self.stage = stage
        self.generator = stage.generator()
        self.draws = 0
        self.last = None  # the latest played outcome
        self.armed = None  # the outcome of the next press
        self._verdict = "good"  # verdict of the latest test of the cells
        self._chirp_in = 0  # outcomes until the next chirp
        self.finished = False  # whether the goodbye of empty cells has sounded since a press
        self.sounding = None  # None, OUTCOME, CHIRP or GOODBYE
        self._since_ms = 0
        self._hold_open = False  # whether an accepted press is still down, but not yet a hold
        self._again = False
        self._trials = None  # generator of trial draws, after the first trial

    # --- defined by each game

    def status(self):
        """Returns the game's fields (dict) of the device's status."""
        return {"draws": self.draws}

    def count_outcome(self, outcome):
        """Counts a played outcome in the game's statistics."""

    def follow_replay(self):
        """Adds the verdicts of an outcome that is played again."""

    # --- the same for all games

    def trials(self):
        """Returns the generator of trial draws, which do not count."""
        self._trials = self._trials or self.stage.generator(self.TRIAL_SALT)
        return self._trials

    def open(self):
        """Draws and arms the first outcome. The ping of power-on is not counted (QB-R8)."""
        self.redraw()

    def redraw(self):
        """Draws the next outcome again after a change of odds or seed, and arms it."""
        self.armed = self.draw()
        self.arm()

    def reseed(self):
        """Changes to the stage's new seed and draws the next outcome again."""
        self.generator = self.stage.generator()
        self.redraw()

    def arm(self):
        """Arms the drawn outcome for the next press."""
        name, count = self.sound_of(self.armed)
        self.stage.arm(self.armed, name, count)

    def tick(self, now_ms):
        """Ends a sound whose end was never reported. Call it once a second."""
        if self.sounding and ticks.diff(now_ms, self._since_ms) >= SOUND_MAX_MS:
            self.follow_sound(now_ms)

    def follow_press(self, now_ms, outcome, pressed=True):
        """Counts the outcome that a press has started, and arms the next.

        Args:
            now_ms: ticks, of the press itself.
            outcome: a result of ``arm``, or of an earlier ``arm`` after a change of odds or seed.
            pressed: bool, whether the block button started it.
        """
        self.last = outcome
        self.draws += 1
        self.count_outcome(outcome)
        self._chirp_in -= 1
        self.finished = False
        self._hold_open = pressed
        self._again = False
        if pressed:
            self.stage.report({"event": "press", "button": "block", "ms": now_ms})
        self.show_last("outcome", now_ms)
        if outcome is self.armed:
            self.armed = self.draw()
        self.arm()

    def hold(self, now_ms):
        """Handles a hold of the block: repeats the outcome without a draw (QB-R5).

        A hold that began with an ignored press has no effect. Returns DONE or NOTHING.
        """
        if not self._hold_open:
            return NOTHING
        self._hold_open = False
        self.follow_hold(now_ms)
        return DONE

    def follow_hold(self, now_ms):
        """Handles the meaning of a hold: by default the outcome repeats after its end."""
        self._again = True
        if self.sounding is None:
            self._go_on(now_ms, False)

    def release(self, _now_ms):
        """Ends a hold. A later one needs a new accepted press."""
        self._hold_open = False

    def follow_sound(self, now_ms):
        """Continues after a sound with a repeat, a goodbye, a chirp, or silence.

        Returns:
            DONE, or NOTHING if no sound of the game was playing.
        """
        if self.sounding is None:
            return NOTHING
        over = self.sounding
        self.sounding = None
        self.stage.light(OFF, 0)
        self.finished = self.finished or over == GOODBYE
        self._go_on(now_ms, over == OUTCOME)
        return DONE

    def replay(self, now_ms):
        """Plays the last outcome again without a draw, but only in silence (QB-R4).

        Returns:
            DONE, BUSY, or NOTHING without an outcome.
        """
        if self.last is None:
            return NOTHING
        if self.sounding or not self.stage.play(*self.sound_of(self.last)):
            return BUSY
        self.show_last("replay", now_ms)
        self.follow_replay()
        return DONE

    def battery(self, verdict, now_ms):
        """Takes "good", "fair", "replace_soon" or "stop", and warns after an outcome (QB-R7)."""
        if verdict != self._verdict:
            self._chirp_in = 0
            self.finished = False
        self._verdict = verdict
        if self.sounding is None:
            self._go_on(now_ms, False)

    def _go_on(self, now_ms, after_outcome):
        """Plays the waiting repeat or warning, in silence."""
        if self._again:
            self._again = False
            self.replay(now_ms)
            return
        name = self._warning(after_outcome)
        if name and self.stage.play(name, 0):
            self.begin(name, name, 0, now_ms)
            if name == CHIRP:
                self._chirp_in = OUTCOMES_BETWEEN_CHIRPS

    def _warning(self, after_outcome):
        """Returns the warning of weak cells to play in silence: CHIRP, GOODBYE or None (QB-R7).

        Args:
            after_outcome: bool, whether an outcome has just ended. Otherwise only a goodbye is
                possible.
        """
        if self._verdict == "stop":
            return None if self.finished else GOODBYE
        chirp = after_outcome and self._verdict == "replace_soon" and self._chirp_in <= 0
        return CHIRP if chirp else None

    def show_last(self, event, now_ms):
        """Shows and reports the last outcome. ``event`` is "outcome" or "replay"."""
        name, count = self.sound_of(self.last)
        self.begin(OUTCOME, name, count, now_ms)
        message = {"event": event, "draw": self.draws}
        message.update(self.described(self.last))
        message["ms"] = now_ms
        self.stage.report(message)

    def begin(self, sounding, show, count, now_ms):
        """Notes the current sound (OUTCOME, CHIRP or GOODBYE), and shows its light."""
        self.sounding = sounding
        self._since_ms = now_ms
        self.stage.light(show, count)
