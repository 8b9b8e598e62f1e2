"""Press game: a press starts an outcome that was drawn ahead. Base of every such game. Pure.

The interrupt of the button starts the armed program by itself; soon after that ``follow_press`` is
called. A hold repeats the outcome once it is over, the check button repeats it at once, and weak
cells are spoken of between two outcomes. Time and chance come from the stage.
Source: QB-R4..QB-R8, QB-A-05.
"""

from pingware.games.cell_notice import CHIRP, GOODBYE, CellNotice
from pingware.shared import ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Replies.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"

OFF = "off"
OUTCOME = "outcome"

# Longer than any sound: if its end is never reported, the game goes on all the same.
SOUND_MAX_MS = 15_000


class PressGame:
    """One press game and its player; a game derives from it and says the rest.

    A game has ``SOUNDS`` (``shared.sounds.sound_table.SoundTable``) and ``SHOWS`` (name ->
    ``shared.light_show.Show``), and says ``draw()``: draws an outcome with ``generator``, which
    the others get back; ``sound_of(outcome)``: its sound and its light, (name, count); and
    ``described(outcome)``: its fields (dict) for the link. One that takes requests has
    ``requests()``: name to a function of the request (dict) that returns the answer's fields
    (dict); called once they are asked for.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    draw: "Callable[[], Any]"
    sound_of: "Callable[[Any], tuple[Any, int]]"
    described: "Callable[[Any], dict[str, Any]]"

    def __init__(self, stage):
        self.stage = stage
        self.generator = stage.generator()
        self.draws = 0
        self.last = None  # the latest outcome that was played
        self.armed = None  # the outcome that the next press gives
        self._cells = CellNotice()
        self.sounding = None  # None, OUTCOME, CHIRP or GOODBYE
        self._since_ms = 0
        self._hold_open = False  # the press was accepted, is still down and was not held yet
        self._again = False

    # --- said by each game

    def status(self):
        """Returns the game's fields (dict) of the device's status."""
        return {"draws": self.draws}

    def count_outcome(self, outcome):
        """Takes an outcome that was played into the game's statistics."""

    def follow_replay(self):
        """Adds what follows the outcome that is played again."""

    # --- the same for all

    @property
    def finished(self):
        """True if the goodbye of empty cells is over, so that the device may sleep (bool)."""
        return self._cells.finished

    def open(self):
        """Draws and arms the first outcome. The ping of power-on counts nothing (QB-R8)."""
        self.redraw()

    def redraw(self):
        """Draws the next outcome anew, because odds or chance have changed, and arms it."""
        self.armed = self.draw()
        self.arm()

    def reseed(self):
        """Changes to the stage's new seed; the next outcome is drawn anew."""
        self.generator = self.stage.generator()
        self.redraw()

    def arm(self):
        """Has the next press play the outcome that was drawn."""
        name, count = self.sound_of(self.armed)
        self.stage.arm(self.armed, name, count)

    def tick(self, now_ms):
        """Ends a sound whose end was never reported; called once a second."""
        if self.sounding and ticks.diff(now_ms, self._since_ms) >= SOUND_MAX_MS:
            self.follow_sound(now_ms)

    def follow_press(self, now_ms, outcome, pressed=True):
        """Counts the outcome that a press has started, and arms the next.

        Args:
            now_ms: ticks, of the press itself.
            outcome: of ``arm``; an earlier one if the odds or the seed have changed meanwhile.
            pressed: bool, by the block button.
        """
        self.last = outcome
        self.draws += 1
        self.count_outcome(outcome)
        self._cells.outcome()
        self._hold_open = pressed
        self._again = False
        if pressed:
            self.stage.report({"event": "press", "button": "block", "ms": now_ms})
        self.show_last("outcome", now_ms)
        if outcome is self.armed:
            self.armed = self.draw()
        self.arm()

    def hold(self, now_ms):
        """Takes a hold of the block: the outcome again, without a draw (QB-R5).

        A hold that began with an ignored press does nothing. Returns DONE or NOTHING.
        """
        if not self._hold_open:
            return NOTHING
        self._hold_open = False
        self.follow_hold(now_ms)
        return DONE

    def follow_hold(self, now_ms):
        """Does what a hold of the block means: the outcome again, once it is over."""
        self._again = True
        if self.sounding is None:
            self._go_on(now_ms, False)

    def release(self, _now_ms):
        """Ends a hold: a later one needs a new accepted press."""
        self._hold_open = False

    def follow_sound(self, now_ms):
        """Goes on after a sound: with a repeat, a goodbye, a chirp, or silence.

        Returns:
            DONE, or NOTHING if no sound of the game was under way.
        """
        if self.sounding is None:
            return NOTHING
        over = self.sounding
        self.sounding = None
        self.stage.light(OFF, 0)
        if over == GOODBYE:
            self._cells.said_goodbye()
        self._go_on(now_ms, over == OUTCOME)
        return DONE

    def replay(self, now_ms):
        """Plays the last outcome again without a draw; never while something sounds (QB-R4).

        Returns:
            DONE, BUSY, or NOTHING if there is no outcome yet.
        """
        if self.last is None:
            return NOTHING
        if self.sounding or not self.stage.play(*self.sound_of(self.last)):
            return BUSY
        self.show_last("replay", now_ms)
        self.follow_replay()
        return DONE

    def repeat(self, now_ms):
        """Plays the last outcome again, which a hold has asked for."""
        self.replay(now_ms)

    def battery(self, verdict, now_ms):
        """Takes "good", "fair", "replace_soon" or "stop"; warns after an outcome (QB-R7)."""
        self._cells.verdict(verdict)
        if self.sounding is None:
            self._go_on(now_ms, False)

    def _go_on(self, now_ms, after_outcome):
        """Plays what is still owed, in silence."""
        if self._again:
            self._again = False
            self.repeat(now_ms)
            return
        name = self._cells.due(after_outcome)
        if not name or not self.stage.play(name, 0):
            return
        self.begin(name, name, 0, now_ms)
        if name == CHIRP:
            self._cells.chirped()

    def show_last(self, event, now_ms):
        """Shows and reports the last outcome; ``event`` is "outcome" or "replay"."""
        name, count = self.sound_of(self.last)
        self.begin(OUTCOME, name, count, now_ms)
        message = {"event": event, "draw": self.draws}
        message.update(self.described(self.last))
        message["ms"] = now_ms
        self.stage.report(message)

    def begin(self, sounding, show, count, now_ms):
        """Notes what sounds now (OUTCOME, CHIRP or GOODBYE), and shows its light."""
        self.sounding = sounding
        self._since_ms = now_ms
        self.stage.light(show, count)
