"""The worms as the app sees them: a timer, and a referee if one is wanted. Pure.

For ``outputs`` see ``worms_run`` and ``worms_referee``.
Source: issue items 1, 2 and 5.
"""

from pingware.games.worms import run_length
from pingware.games.worms.worms_referee import Referee
from pingware.games.worms.worms_run import BUSY, DONE, NOTHING, READY, WormsRun

# Events for ``handle``.
PULL = "pull"  # the lever is armed
RELEASE = "release"  # at the time of the edge
LEVER_FAULT = "lever_fault"
START = "start"  # over the link
STOP = "stop"  # over the link, or because the cells give up
PRESS = "press"  # the button

UNKNOWN = "unknown"


class Worms:
    """One apple base.

    Args:
        outputs: see the module's text.
        generator: ``random32.Random32``.
        length: ``run_length.Length``.
        rules: ``worms_rules.Rules``; None is the timer alone.
    """

    def __init__(self, outputs, generator, length, rules=None):
        self._outputs = outputs
        self._generator = generator
        self._length = length
        self._run = WormsRun(outputs, generator, length)
        self._seat(rules)

    @property
    def state(self):
        """``worms_run.READY``, ``ARMED`` or ``STARTED``."""
        return self._run.state

    @property
    def referee(self):
        """The Referee, or None."""
        return self._run.referee

    def start(self, _now_ms):
        """Power-on: says who begins, if there is a referee."""
        if self.referee:
            self.referee.new_game()

    def handle(self, event, now_ms):
        """Takes one event.

        Args:
            event: PULL, RELEASE, LEVER_FAULT, START, STOP or PRESS. Others change nothing.
            now_ms: ticks.

        Returns:
            DONE, or why nothing was done: BUSY, NOTHING or UNKNOWN.
        """
        actions = {
            PULL: self._run.pull,
            RELEASE: self._run.release,
            LEVER_FAULT: self._run.lever_failed,
            START: self._run.start,
            STOP: self._run.stop,
            PRESS: self._press,
        }
        action = actions.get(event) if isinstance(event, str) else None
        return action(now_ms) if action else UNKNOWN

    def tick(self, now_ms):
        """Does what time brings; call it when ``wait_ms`` is over and every few hours."""
        self._run.tick(now_ms)
        if self.referee:
            self.referee.tick(now_ms)

    def wait_ms(self, now_ms):
        """Returns how long ``tick`` can wait (int, ms), None if nothing is planned."""
        return self._run.wait_ms(now_ms)

    def left_ms(self, now_ms):
        """Returns how long the run still is (int, ms); None unless one is under way."""
        return self._run.left_ms(now_ms)

    def match(self, player, now_ms):
        """Counts a match for a player (int, from 1), as ``Referee.match``, run or no run."""
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.match(player, now_ms), now_ms)

    def undo(self, player):
        """Takes a match of a player (int, from 1) back, as ``Referee.undo``."""
        return self.referee.undo(player) if self.referee else NOTHING

    def set_length(self, length):
        """Changes the length (``run_length.Length``) of the runs to come."""
        self._length = length
        self._run.set_length(length)

    def set_rules(self, rules):
        """Begins a new game by other rules; None sends the referee away.

        Returns:
            DONE, or BUSY unless the worms are ready.
        """
        if self.state != READY:
            return BUSY
        self._outputs.light("off", 0)
        self._seat(rules)
        self.start(0)
        return DONE

    def set_generator(self, generator):
        """Changes the source of draws (a new seed) for what is drawn from now on."""
        self._generator = generator
        self._run.set_generator(generator)
        if self.referee:
            self.referee.set_generator(generator)

    def status(self, now_ms):
        """Returns what the link tells about the worms (dict)."""
        found = {"state": self.state, "runs": self._run.runs}
        found["elapsed_ms"] = self._run.elapsed_ms(now_ms)
        found["surprise"] = run_length.is_surprise(self._length)
        if self.referee:
            found["player"] = self.referee.player
            found["scores"] = list(self.referee.scores)
            found["winner"] = self.referee.winner
        return found

    def _seat(self, rules):
        self._run.referee = Referee(self._outputs, self._generator, rules) if rules else None

    def _press(self, now_ms):
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.press(self._run, now_ms), now_ms)

    def _scored(self, reply, now_ms):
        """Ends the run if what was done has won the game."""
        if reply == DONE and self.referee.winner is not None:
            self._run.win(now_ms)
        return reply
