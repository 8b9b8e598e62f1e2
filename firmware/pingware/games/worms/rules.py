"""Rules of the worms: a timer, and a referee if one is wanted. Pure.

For ``outputs`` see ``run`` and ``referee``.
"""

from pingware.games.worms import run_length
from pingware.games.worms.run import BUSY, DONE, NOTHING, READY, WormsRun


class Worms:
    """One apple base: its ``run`` (``WormsRun``), and a referee if there is one.

    Args:
        outputs: see the module's text.
        generator: ``random32.Random32``.
        length: of ``run_length.surprise``.
        rules: ``variants.Rules``; None is the timer alone.
    """

    def __init__(self, outputs, generator, length, rules=None):
        self._outputs = outputs
        self._generator = generator
        self._length = length
        self.run = WormsRun(outputs, generator, length)
        self._seat(rules)

    @property
    def state(self):
        """``run.READY``, ``ARMED`` or ``STARTED``."""
        return self.run.state

    @property
    def referee(self):
        """The Referee, or None."""
        return self.run.referee

    def start(self, now_ms):
        """Says who begins, if there is a referee: at power-on, and by other rules."""
        if self.referee:
            self.referee.new_game(now_ms)

    def tick(self, now_ms):
        """Does what time brings; call it when ``wait_ms`` is over and every few hours."""
        self.run.tick(now_ms)
        if self.referee:
            self.referee.tick(now_ms)

    def wait_ms(self, now_ms):
        """Returns how long ``tick`` can wait (int, ms), None if nothing is planned."""
        return self.run.wait_ms(now_ms)

    def left_ms(self, now_ms):
        """Returns how long the run still is (int, ms); None unless one is under way."""
        return self.run.left_ms(now_ms)

    def match(self, player, now_ms):
        """Counts a match for a player (int, from 1), as ``Referee.match``, run or no run."""
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.match(player, now_ms), now_ms)

    def undo(self, player, now_ms):
        """Takes a match of a player (int, from 1) back, as ``Referee.undo``."""
        return self.referee.undo(player, now_ms) if self.referee else NOTHING

    def set_length(self, length):
        """Changes the length (of ``run_length.surprise``) of the runs to come."""
        self._length = length
        self.run.set_length(length)

    def set_rules(self, rules, now_ms):
        """Begins a new game by other rules; None sends the referee away.

        Returns:
            DONE, or BUSY unless the worms are ready.
        """
        if self.state != READY:
            return BUSY
        self._outputs.light("off", 0)
        self._seat(rules)
        self.start(now_ms)
        return DONE

    def reseed(self, generator):
        """Changes the source of draws (a new seed) for what is drawn from now on."""
        self._generator = generator
        self.run.reseed(generator)
        if self.referee:
            self.referee.reseed(generator)

    def status(self, now_ms):
        """Returns the fields of the request ``worms`` (dict)."""
        found = {"state": self.state, "runs": self.run.runs}
        found["elapsed_ms"] = self.run.elapsed_ms(now_ms)
        found["surprise"] = run_length.is_surprise(self._length)
        if self.referee:
            found["player"] = self.referee.player
            found["scores"] = list(self.referee.scores)
            found["winner"] = self.referee.winner
        return found

    def _seat(self, rules):
        referee = None
        if rules:
            from pingware.games.worms.referee import Referee  # memory for those who play by it

            referee = Referee(self._outputs, self._generator, rules)
        self.run.attend(referee)

    def press(self, now_ms, held_ms=0):
        """Takes a press of the button, as ``Referee.press``. Returns DONE or NOTHING."""
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.press(self.run, now_ms, held_ms), now_ms)

    def _scored(self, reply, now_ms):
        """Ends the run if what was done has won the game."""
        if reply == DONE and self.referee.winner is not None:
            self.run.win(now_ms)
        return reply
