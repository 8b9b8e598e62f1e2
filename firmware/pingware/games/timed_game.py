"""Timed game: a press game with verdicts after an outcome, plans, and a lever. Base. Pure.

An outcome may be played in steps (``sound_of`` returns a tuple of (sound, count) as the name), and
verdicts follow it, which no press cuts. The check button, held for ``SECOND_MS``, and the lever
do something of the game's own. Who holds the lever back for ``WORMS_MS`` starts the worms.
"""

from pingware.games.press_game import BUSY, DONE, OUTCOME, PressGame
from pingware.shared import ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SECOND_MS = 700  # the check button's second meaning; from 2 s on it tests the cells
WORMS_MS = 2000
_LEVER = "lever"
_AGAIN = "again"


class TimedGame(PressGame):
    """One timed game and its player; a game derives from it.

    Beside what ``PressGame`` asks for a game says ``verdict(outcome)``: the sounds that follow
    it, a list of (name, count); ``check(now_ms, held_ms)``: what the check button means, and the
    reply (DONE, BUSY or NOTHING); and ``lever(now_ms)``: what the lever means once it was pulled
    and let go. ``call`` and ``left_ms`` are those of the stage.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    verdict: "Callable[[Any], list[tuple[str, int]]]"
    check: "Callable[[int, int], str]"
    lever: "Callable[[int], object]"

    def __init__(self, stage):
        super().__init__(stage)
        self._owed = []  # (sound, count) that follow what sounds now
        self._pulled_ms = 0
        self._for_worms = False  # the lever is the worms' until it is let go
        self._worms: "Any" = None  # the lever game, once the lever has moved
        self.first: "Any" = None  # roll_off.WhoBegins, while players roll for who is first
        self.call = stage.call
        self.left_ms = stage.left_ms

    # --- verdicts

    def follow(self, sounds, now_ms):
        """Plays sounds, a list of (name, count), after what sounds now; none cuts what is owed."""
        self._owed = list(sounds)
        if not self.sounding:
            self._next(now_ms)
        self.arm()

    def add(self, name, count, now_ms):
        """Plays a sound after what sounds now and what is owed."""
        self._owed.append((name, count))
        if not self.sounding:
            self._next(now_ms)
        self.arm()

    def _next(self, now_ms):
        """Starts what is owed, once it is silent; until then presses do nothing."""
        if self._owed and self.stage.play(*self._owed[0]):
            name, count = self._owed.pop(0)
            self.begin(OUTCOME, name, count, now_ms)
        self.arm()

    def arm(self):
        """Hands the next outcome to the interrupt, unless a verdict is still to come."""
        if self._owed:
            self.stage.disarm()
        else:
            super().arm()

    def count_outcome(self, outcome):
        """Has the verdicts follow the outcome; a game that overrides it calls it as well."""
        self._owed = list(self.verdict(outcome))

    def follow_replay(self):
        """Has the verdicts follow the outcome that is played again."""
        self._owed = list(self.verdict(self.last))
        self.arm()

    def follow_sound(self, now_ms):
        """Goes on after a sound: with the next verdict, or as every press game."""
        if not self._owed:
            return super().follow_sound(now_ms)
        self._next(now_ms)
        return DONE

    def repeat(self, now_ms):
        """Plays the last outcome again in a task of its own: its sound may be many steps deep."""
        self.call(_AGAIN, now_ms, self.replay)

    def start(self, now_ms, outcome):
        """Plays an outcome that was not armed, for another button than the block's.

        Returns:
            DONE, or BUSY if something else sounds.
        """
        if self.sounding or not self.stage.play(*self.sound_of(outcome)):
            return BUSY
        self.follow_press(now_ms, outcome, pressed=False)
        return DONE

    def report(self, outcome, name, value):
        """Reports an outcome (str) that no press has started, with one field."""
        told = {"event": "outcome", "draw": self.draws, "outcome": outcome}
        told[name] = value
        self.stage.report(told)

    def roll_off(self, players, now_ms):
        """Has the players roll for who is first; 0: as many as roll until the lever is pulled."""
        from pingware.games import roll_off

        self.first = roll_off.WhoBegins(self)
        self.first.open(players, now_ms)

    def end_roll_off(self):
        """Ends the roll-off: it is known who begins."""
        self.first = None

    # --- lever

    def share_lever(self, worms):
        """Shares the lever with the lever game. Returns who gets its pulls and releases."""
        self._worms = worms
        return self

    def pulled(self, at_ms):
        """Takes a pull of the lever; the worms have it while they run or a referee leads them."""
        worms = self._worms
        self._pulled_ms = at_ms
        self._for_worms = worms.busy or worms.takes_presses
        if self._for_worms:
            worms.pulled(at_ms)

    def released(self, at_ms):
        """Takes the lever's release: the game's own meaning, or a run of the worms."""
        worms = self._worms
        if self._for_worms:
            worms.released(at_ms)
        elif ticks.diff(at_ms, self._pulled_ms) >= WORMS_MS:
            worms.pulled(at_ms)
            worms.released(at_ms)
        else:
            self.call(_LEVER, at_ms, self.lever)  # it may load, so in a task of its own

    def lever_failed(self, at_ms):
        """Gives the pull up: the switch is broken."""
        if self._for_worms:
            self._worms.lever_failed(at_ms)
