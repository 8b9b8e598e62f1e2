"""The Question Block: press once, act on what is heard. Pure rules, no clock, no hardware.

The next outcome is drawn in advance (``armed``), because an interrupt starts its sound; the app
then tells the game with ``accepted``. The app injects ``outputs``:

* ``play(name, coins) -> bool``: starts a sound, False if one is sounding already;
* ``light(show, coins)``: starts a light show, see ``services.light_show``;
* ``report(message)``: a dict for the link.

Source: QB-01..QB-08, QB-R4..QB-R8, QB-A-05.
"""

from pingware.games.block import cell_notice, odds
from pingware.games.block.odds import OUTCOMES
from pingware.shared import ticks

# Events for ``handle``.
ACCEPTED = "accepted"  # the interrupt started the armed sound
HOLD = "hold"  # the block button has been down for long
RELEASE = "release"
ENDED = "ended"  # the sound is over
REPLAY = "replay"  # check button, or a request over the link

# Replies of ``handle``.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"
UNKNOWN = "unknown"

OFF = "off"
_OUTCOME = "outcome"

# Longer than any sound: if its end is never reported, the game goes on all the same.
SOUND_MAX_MS = 15_000


class QuestionBlock:
    """One block and its player.

    Args:
        outputs: see the module's text.
        generator: ``random32.Random32``.
        weights: nine ints from ``odds.weights_of``.
    """

    def __init__(self, outputs, generator, weights):
        self._outputs = outputs
        self._generator = generator
        self._weights = weights
        self._cells = cell_notice.CellNotice()
        self._armed_index = 0
        self._last_index = -1
        self._sounding = None  # None, _OUTCOME, cell_notice.CHIRP or .GOODBYE
        self._since_ms = 0
        self._hold_open = False  # the press was accepted, is still down and was not held yet
        self._again = False
        self.draws = 0
        self.counts = [0] * len(OUTCOMES)

    @property
    def armed(self):
        """The outcome that the next press gives (Outcome)."""
        return OUTCOMES[self._armed_index]

    @property
    def last(self):
        """The latest outcome that was played (Outcome), or None."""
        return OUTCOMES[self._last_index] if self._last_index >= 0 else None

    @property
    def sounding(self):
        """Whether a sound of the game is under way (bool)."""
        return self._sounding is not None

    @property
    def finished(self):
        """Whether the goodbye of empty cells is over, so that the app may sleep (bool)."""
        return self._cells.finished

    def start(self):
        """Arms the first outcome. The app's ping of power-on counts nothing (QB-R8)."""
        self._arm()

    def handle(self, event, now_ms):
        """Takes one event.

        Args:
            event: ACCEPTED, HOLD, RELEASE, ENDED or REPLAY. Anything else changes nothing.
            now_ms: ticks.

        Returns:
            DONE, or why nothing was done: BUSY (a sound is under way), NOTHING (there is
            nothing to do it to) or UNKNOWN.
        """
        actions = {
            ACCEPTED: self.accepted,
            HOLD: self.hold,
            RELEASE: self.release,
            ENDED: self.ended,
            REPLAY: self.replay,
        }
        action = actions.get(event) if isinstance(event, str) else None
        return action(now_ms) if action else UNKNOWN

    def tick(self, now_ms):
        """Ends a sound whose end was never reported."""
        if self.sounding and ticks.diff(now_ms, self._since_ms) >= SOUND_MAX_MS:
            self.ended(now_ms)

    def accepted(self, now_ms, outcome=None):
        """A press was taken and its sound has started: counts the draw and arms the next.

        Args:
            now_ms: ticks.
            outcome: what the interrupt started, if it was armed before a change of profile or
                seed; None means ``armed``.
        """
        index = OUTCOMES.index(outcome) if outcome else self._armed_index
        self._last_index = index
        self.draws += 1
        self.counts[index] += 1
        self._cells.outcome()
        self._hold_open = True
        self._again = False
        self._outputs.report({"event": "press", "button": "block"})
        self._show_last("outcome", now_ms)
        if index == self._armed_index:
            self._arm()
        return DONE

    def hold(self, now_ms):
        """The block button has been held: replays after the end, once, without a draw (QB-R5).

        A hold that began with an ignored press does nothing.
        """
        if not self._hold_open:
            return NOTHING
        self._hold_open = False
        self._again = True
        if not self.sounding:
            self._go_on(now_ms, False)
        return DONE

    def release(self, now_ms):
        """The block button is up: a later hold needs a new accepted press."""
        self._hold_open = False
        return DONE

    def ended(self, now_ms):
        """The sound is over: then comes a replay, a goodbye, a chirp, or silence."""
        if not self.sounding:
            return NOTHING
        what = self._sounding
        self._sounding = None
        self._outputs.light(OFF, 0)
        if what == cell_notice.GOODBYE:
            self._cells.said_goodbye()
        self._go_on(now_ms, what == _OUTCOME)
        return DONE

    def replay(self, now_ms):
        """Plays the last outcome again without a draw; never while something sounds (QB-R4)."""
        if self.last is None:
            return NOTHING
        if self.sounding or not self._outputs.play(self.last.kind, self.last.coins):
            return BUSY
        self._show_last("replay", now_ms)
        return DONE

    def battery(self, verdict, now_ms):
        """Takes "good", "fair", "replace_soon" or "stop"; warns after an outcome (QB-R7)."""
        self._cells.verdict(verdict)
        if not self.sounding:
            self._go_on(now_ms, False)

    def set_weights(self, weights):
        """Changes the odds; the armed outcome is drawn anew."""
        self._weights = weights
        self._arm()

    def set_generator(self, generator):
        """Changes the source of draws (a new seed); the armed outcome is drawn anew."""
        self._generator = generator
        self._arm()

    def _arm(self):
        self._armed_index = odds.draw(self._generator, self._weights)

    def _go_on(self, now_ms, after_outcome):
        """In silence: plays what is still owed."""
        if self._again:
            self._again = False
            self.replay(now_ms)
            return
        name = self._cells.due(after_outcome)
        if name and self._notice(name, now_ms) and name == cell_notice.CHIRP:
            self._cells.chirped()

    def _notice(self, name, now_ms):
        """Starts a sound that is no outcome, with its light. Returns whether it did (bool)."""
        if not self._outputs.play(name, 0):
            return False
        self._begin(name, name, 0, now_ms)
        return True

    def _show_last(self, event, now_ms):
        """Shows and reports the last outcome; ``event`` is "outcome" or "replay"."""
        outcome = self.last
        self._begin(_OUTCOME, outcome.kind, outcome.coins, now_ms)
        message = {"event": event, "outcome": outcome.kind, "draw": self.draws}
        if outcome.coins:
            message["coins"] = outcome.coins
        self._outputs.report(message)

    def _begin(self, what, show, coins, now_ms):
        self._sounding = what
        self._since_ms = now_ms
        self._outputs.light(show, coins)
