"""Timed game: a press game with verdicts after an outcome, plans, and a lever. Pure base.

An outcome can be played in steps (``sound_of`` then returns a tuple of (sound, count) as the
name). Verdicts follow it, and a press cannot cut them. The check button, held for ``SECOND_MS``,
and the lever have a meaning in each game. To start the worms, hold the lever back for
``WORMS_MS``.
"""

from collections.abc import Callable
from typing import Any

from pingware.games.press_game import BUSY, DONE, OUTCOME, PressGame
from pingware.shared import ticks

SECOND_MS = 700  # hold for the check button's second meaning. From 2 s on it tests the cells.
WORMS_MS = 2000
_LEVER = "lever"


class TimedGame(PressGame):
    """One timed game and its player. A game derives from it.

    In addition to the methods for ``PressGame`` a game must define ``verdict(outcome)``, which
    returns the following sounds as a list of (name, count); ``check(now_ms, held_ms)``, which
    handles the check button and returns DONE, BUSY or NOTHING; and ``lever(now_ms)``, which
    handles a pull of the lever after its release. ``call`` and ``left_ms`` are those of the stage.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    verdict: "Callable[[Any], list[tuple[str, int]]]"
    check: "Callable[[int, int], str]"
    lever: "Callable[[int], object]"

    def __init__(self, stage):
        super().__init__(stage)
        self._owed = []  # (sound, count) to play after the current sound
        self._pulled_ms = 0
        self._for_worms = False  # whether the lever belongs to the worms until its release
        self._worms: "Any" = None  # the lever game, after the first move of the lever
        self.first: "Any" = None  # WhoBegins, during a roll-off
        self.call = stage.call
        self.left_ms = stage.left_ms

    # --- verdicts

    def follow(self, sounds, now_ms):
        """Plays sounds, a list of (name, count), after the current one, before verdicts."""
        self._owed = list(sounds)
        if not self.sounding:
            self._next(now_ms)
        self.arm()

    def add(self, name, count, now_ms):
        """Plays a sound after the present and the waiting ones."""
        self._owed.append((name, count))
        if not self.sounding:
            self._next(now_ms)
        self.arm()

    def _next(self, now_ms):
        """Starts the next waiting sound in silence. Until then presses are ignored."""
        if self._owed and self.stage.play(*self._owed[0]):
            name, count = self._owed.pop(0)
            self.begin(OUTCOME, name, count, now_ms)
        self.arm()

    def arm(self):
        """Arms the next outcome, unless a verdict still waits."""
        if self._owed:
            self.stage.disarm()
        else:
            super().arm()

    def count_outcome(self, outcome):
        """Adds the verdicts of the outcome. An overriding method must also call this one."""
        self._owed = list(self.verdict(outcome))

    def follow_replay(self):
        """Adds the verdicts of an outcome that is played again."""
        self._owed = list(self.verdict(self.last))
        self.arm()

    def follow_sound(self, now_ms):
        """Continues after a sound with the next verdict, or like each press game."""
        if not self._owed:
            return super().follow_sound(now_ms)
        self._next(now_ms)
        return DONE

    def start(self, now_ms, outcome):
        """Plays an outcome that was not armed, for another button than the block's.

        Returns:
            DONE, or BUSY if another sound plays.
        """
        if self.sounding or not self.stage.play(*self.sound_of(outcome)):
            return BUSY
        self.follow_press(now_ms, outcome, pressed=False)
        return DONE

    def report(self, outcome, name, value):
        """Reports an outcome (str) that was not started by a press, with one field."""
        told = {"event": "outcome", "draw": self.draws, "outcome": outcome}
        told[name] = value
        self.stage.report(told)

    def roll_off(self, players, now_ms):
        """Makes the players roll for who begins. With 0 it is open until a pull of the lever."""
        self.first = WhoBegins(self)
        self.first.open(players, now_ms)

    def end_roll_off(self):
        """Ends the roll-off, because the player who begins is known."""
        self.first = None

    # --- lever

    def share_lever(self, worms):
        """Shares the lever with the lever game. Returns the object that gets its edges."""
        self._worms = worms
        return self

    def pulled(self, at_ms):
        """Handles a pull of the lever, or passes it to running or refereed worms."""
        worms = self._worms
        self._pulled_ms = at_ms
        self._for_worms = worms.busy or worms.takes_presses
        if self._for_worms:
            worms.pulled(at_ms)

    def released(self, at_ms):
        """Handles the lever's release: the game's action, or the worms start."""
        worms = self._worms
        if self._for_worms:
            worms.released(at_ms)
        elif ticks.diff(at_ms, self._pulled_ms) >= WORMS_MS:
            worms.pulled(at_ms)
            worms.released(at_ms)
        else:
            # not at once, because a press or a sound's end can still wait for the tasks
            self.call(_LEVER, at_ms, self.lever)

    def lever_failed(self, at_ms):
        """Drops the pull, because the switch is broken."""
        if self._for_worms:
            self._worms.lever_failed(at_ms)


class WhoBegins:
    """One roll-off: the players roll to decide who begins. The game keeps it in ``first``.

    Source: SM-07, SM-A-22, ST-06, FO-07, FN-07.

    Args:
        game: ``games.timed_game.TimedGame``.
    """

    def __init__(self, game):
        self._game = game
        self._order = []  # players of this round, empty if their number is open
        self._totals = {}  # player -> total

    def open(self, players, now_ms):
        """Begins a roll-off. With 0 players the round is open until ``close``."""
        self._order = list(range(1, players + 1))
        self._game.report("roll_off", "players", players)
        self._game.add("again", 1, now_ms)

    def add_roll(self, total, now_ms):
        """Takes the next player's roll (int). The last one ends the round."""
        nth = len(self._totals)
        player = self._order[nth] if self._order else nth + 1
        self._totals[player] = total
        self._game.report("roll_off", "player", player)
        if len(self._totals) == len(self._order):
            self.close(now_ms)

    def close(self, now_ms):
        """Ends the round: notes count the winner's number. Tied players roll again, in order."""
        game, totals = self._game, self._totals
        most = max(totals.values()) if totals else 0
        self._order = [player for player in sorted(totals) if totals[player] == most]
        self._totals = {}
        if len(self._order) > 1:
            game.report("roll_off", "again", self._order)
            game.add("again", 1, now_ms)
            return
        game.end_roll_off()
        if totals:
            game.report("roll_off", "first", self._order[0])
            game.add("first", self._order[0], now_ms)
