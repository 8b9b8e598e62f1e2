"""Timed game: a press game with verdicts after an outcome, clocks, and a lever. Base. Pure.

An outcome may be played in steps (``sound_of`` returns a tuple of (sound, count) as the name), and
verdicts follow it, which no press cuts. The check button, held for ``SECOND_MS``, and the lever
do something of the game's own. Who holds the lever back for ``WORMS_MS`` starts the worms.
"""

from pingware.games.press_game import BUSY, DONE, OUTCOME, PressGame
from pingware.shared import ticks

SECOND_MS = 700  # the check button's second meaning; from 2 s on it tests the cells
WORMS_MS = 2000
_LEVER = "lever"


class TimedGame(PressGame):
    """One timed game and its player; a game derives from it and says what ``PressGame`` asks for.

    Args:
        stage: ``app.timed_stage.TimedStage``.
    """

    TIMED = True

    def __init__(self, stage):
        super().__init__(stage)
        self._owed = []  # (sound, count) that follow what sounds now
        self._plans = {}  # name -> (when, ticks; what is called)
        self._handed_over = False  # the lever is the worms' until it is let go
        stage.take_lever(self)

    # --- said by each game

    def verdicts(self, outcome):
        """Returns the sounds that follow an outcome: list of (name, count)."""
        return []

    def second(self, now_ms):
        """Does what the check button means when it is held for ``SECOND_MS``. Returns the reply:
        DONE, BUSY or NOTHING."""
        return self.replay(now_ms)

    def lever(self, now_ms):
        """Does what the lever means once it was pulled and let go."""

    # --- verdicts

    def follow(self, sounds, now_ms):
        """Plays sounds, a list of (name, count), after what sounds now; none cuts what is owed."""
        self._owed = list(sounds)
        if self.sounding is None and self._owed:
            self._next(now_ms)
        self.arm()

    def _next(self, now_ms):
        name, count = self._owed[0]
        if self.stage.play(name, count):
            del self._owed[0]
            self.begin(OUTCOME, name, count, now_ms)

    def arm(self):
        """Hands the next outcome to the interrupt, unless a verdict is still to come."""
        if self._owed:
            self.stage.disarm()
        else:
            super().arm()

    def counted(self, outcome):
        """Has the verdicts follow the outcome; a game that counts calls this as well."""
        self._owed = list(self.verdicts(outcome))

    def replay(self, now_ms):
        """Plays the last outcome again, and its verdicts. Returns DONE, BUSY or NOTHING."""
        reply = super().replay(now_ms)
        if reply == DONE:
            self.follow(self.verdicts(self.last), now_ms)
        return reply

    def ended(self, now_ms):
        """Goes on after a sound: with the next verdict, or as every press game."""
        if not (self._owed and self.sounding):
            return super().ended(now_ms)
        self._next(now_ms)
        self.arm()
        return DONE

    def play_now(self, now_ms, outcome):
        """Plays an outcome that was not armed, for another button than the block's.

        Returns:
            DONE, or BUSY if something else sounds.
        """
        if self.sounding or not self.stage.play(*self.sound_of(outcome)):
            return BUSY
        self.accepted(now_ms, outcome, pressed=False)
        return DONE

    # --- check button and lever

    def check(self, now_ms, held_ms):
        """Takes a press of the check button: the outcome again, or the second meaning."""
        return self.second(now_ms) if held_ms >= SECOND_MS else self.replay(now_ms)

    def pulled(self, at_ms):
        """Takes a pull of the lever; the worms have it while they run or a referee leads them."""
        worms = self.stage.worms
        if worms.busy or worms.takes_presses:
            self._hand_over(at_ms)
        else:
            self.plan(_LEVER, ticks.add(at_ms, WORMS_MS), self._hand_over)

    def _hand_over(self, now_ms):
        self._handed_over = True
        self.stage.worms.pulled(now_ms)
        self.stage.stir()

    def released(self, at_ms):
        """Takes the lever's release."""
        if self._handed_over:
            self._handed_over = False
            self.stage.worms.released(at_ms)
        else:
            self.plan(_LEVER, None)
            self.lever(at_ms)

    def lever_failed(self, at_ms):
        """Gives the pull up: the switch is broken."""
        self.plan(_LEVER, None)
        if self._handed_over:
            self._handed_over = False
            self.stage.worms.lever_failed(at_ms)

    # --- clocks

    def plan(self, name, at_ms, act=None):
        """Has ``act(now_ms)`` called once at a time, in place of what was planned by that name.

        Args:
            name: str, one for each clock of the game.
            at_ms: ticks; None forgets the plan.
            act: callable of the time (ticks).
        """
        self._plans.pop(name, None)
        if at_ms is not None:
            self._plans[name] = (at_ms, act)
        self._wake()

    def left_ms(self, name, now_ms):
        """Returns how long it is until a plan is due (int, ms); None if there is none."""
        if name not in self._plans:
            return None
        return max(0, ticks.diff(self._plans[name][0], now_ms))

    def due(self, now_ms):
        """Does what is due by now (ticks)."""
        for name in sorted(self._plans):
            at_ms, act = self._plans.get(name, (now_ms, None))
            if act and ticks.diff(now_ms, at_ms) >= 0:
                del self._plans[name]
                act(now_ms)
        self._wake()

    def _wake(self):
        """Has the stage call ``due`` in time for the next plan."""
        next_ms = None
        for name in self._plans:
            at_ms = self._plans[name][0]
            if next_ms is None or ticks.diff(next_ms, at_ms) > 0:
                next_ms = at_ms
        self.stage.wake_at(next_ms, self.due)
