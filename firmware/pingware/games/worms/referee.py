"""Referee: keeps turns and score while the worms wiggle. Pure.

It works for all ``variants``. It cannot see worms: a match is a player's press,
or a report over the link. ``outputs`` are those of ``rules`` and

* ``hand(player, cards)``: plays a hand by beeps and coloured light, with the number of cards of
  each colour.

Source: rules WW-08, WW-12, WW-14..WW-22, WW-A-05..WW-A-08.
"""

from pingware.games.worms.options import ARMED, DONE, ENDED, NOTHING, READY, STARTED, WON
from pingware.games.worms.variants import dealt, own_colours
from pingware.shared import ticks


class Window:
    """A period that begins with ``open``. Call ``is_open`` at least every few days.

    Args:
        length_ms: int, ms.
    """

    def __init__(self, length_ms):
        self._length_ms = length_ms
        self._since_ms = None  # time of the opening, or None while it is closed

    def open(self, now_ms):
        """Opens it, or extends it."""
        self._since_ms = now_ms

    def close(self):
        """Closes it early."""
        self._since_ms = None

    def is_open(self, now_ms):
        """Returns whether it is open (bool)."""
        if self._since_ms is None:
            return False
        if not 0 <= ticks.diff(now_ms, self._since_ms) < self._length_ms:
            self._since_ms = None
        return self._since_ms is not None


UNNAMED = 0  # winner of variant A after a press, because the winning hand is unknown

BOUNCE_MS = 150  # two presses this close count as one
NOT_YET_MS = 500  # a press this early in a wiggle belongs to its start
UNDO_HOLD_MS = 1000  # a press this long takes the latest count back
GRACE_MS = 5000  # a worm in the hand at the end can still be checked within this time (WW-A-06)


class Referee:
    """The players of one game, numbered 1 to 4 to the left.

    Args:
        outputs: see the module's docstring.
        generator: has ``below(n)``.
        rules: ``variants.Rules``.
    """

    def __init__(self, outputs, generator, rules):
        self._outputs = outputs
        self._generator = generator
        self.rules = rules
        self._bounce = Window(BOUNCE_MS)
        self._grace = Window(GRACE_MS)
        self._runner = 1  # the player whose wiggle it is, or was
        self._set_table()

    def _set_table(self):
        """Clears the data of one game."""
        self.player = 1 + self._generator.below(self.rules.players)
        self.scores = [0] * self.rules.players
        self.hands = self._dealt()
        self.winner = None  # UNNAMED, or a player
        self._played_hands = 0  # wiggles since the cards were dealt
        self._played = False  # whether the worms have started in this game
        # player of the latest match. None if it was taken back, or before the first.
        self._counted = None

    def _dealt(self):
        if self.rules.mixed:
            return dealt(self._generator, self.rules.players, self.rules.each)
        return own_colours(self.rules.players)

    def new_game(self, now_ms):
        """Clears the scores, deals, draws and announces who starts (WW-08, WW-A-08)."""
        self._set_table()
        self._call_player(now_ms)

    def reseed(self, generator):
        """Changes the random generator for later draws."""
        self._generator = generator

    def tick(self, now_ms):
        """Closes expired time windows."""
        for window in (self._bounce, self._grace):
            window.is_open(now_ms)

    def press(self, run, now_ms, held_ms):
        """Handles a press of the button: a match, "who is up?", or, if held long, undo.

        Args:
            run: ``rules.Worms``.
            now_ms: ticks of the release.
            held_ms: int, ms. The start of the press decides whether it is too early.

        Returns:
            DONE or NOTHING. ``winner`` can be new afterwards.
        """
        if self._bounce.is_open(now_ms):
            return NOTHING
        self._bounce.open(now_ms)
        if held_ms >= UNDO_HOLD_MS:
            return self._refuse() if self._counted is None else self.undo(self._counted, now_ms)
        if run.state == STARTED and run.elapsed_ms(now_ms) - held_ms < NOT_YET_MS:
            return NOTHING
        if run.state == STARTED or self._grace.is_open(now_ms):
            return self._count_press(now_ms)
        return self._answer_press(now_ms) if run.state == READY else NOTHING

    def _count_press(self, now_ms):
        """Counts for the current player. Together, it means "I have them all" (WW-A-07)."""
        if self.winner is not None:
            return self._refuse()
        if not self.rules.together:
            return self.match(self._runner, now_ms)
        self.winner = self._counted = UNNAMED
        return DONE

    def _answer_press(self, now_ms):
        """Handles a press between wiggles: starts a new game, plays hands, or says who is up."""
        if self.winner is not None:
            self.new_game(now_ms)
        elif self.rules.mixed and not self._played:
            self._play_hand(self._played_hands % self.rules.players + 1, now_ms)
            self._played_hands += 1
        else:
            self._call_player(now_ms)
        return DONE

    def match(self, player, now_ms):
        """Counts one match (WW-12). The last one wins (WW-16, WW-21).

        Args:
            player: int, 1..players.
            now_ms: ticks.

        Returns:
            DONE, or NOTHING if the player is unknown or the game is over.
        """
        if self.winner is not None or not self._is_player(player):
            return self._refuse()
        self.scores[player - 1] += 1
        self._counted = player
        self._report_score("match", player, now_ms)
        if self.scores[player - 1] == self.rules.each:
            self.winner = player
        return DONE

    def undo(self, player, now_ms):
        """Takes back a player's latest match, and a win with it. The count never falls below 0.

        Args:
            player: int, 1..players. UNNAMED takes back a win by a press.

        Returns:
            DONE, or NOTHING (with a sound) without a match to take back.
        """
        if player == UNNAMED and self.winner == UNNAMED:
            self._outputs.play("undo", 0)
        elif self._is_player(player) and self.scores[player - 1]:
            self.scores[player - 1] -= 1
            self._report_score("undo", player, now_ms)
        else:
            return self._refuse()
        self._counted = None
        if self.winner == player:
            self.winner = None
            self._call_player(now_ms)
        return DONE

    def before_report(self, state, message, now_ms):
        """Adds the player to the report of a new state."""
        if state in (ARMED, STARTED) and self.winner is not None:
            self.new_game(now_ms)
        if state == STARTED:
            self._runner = self.player
            self._played = True
        who = self.winner if state == WON else self.player
        if who:
            message["player"] = who

    def after_report(self, state, now_ms):
        """Hands over after the report of a whole wiggle (WW-15, WW-18)."""
        if state in (ARMED, STARTED):
            self._grace.close()
        elif state == ENDED:
            self.player = self.player % self.rules.players + 1
            self._grace.open(now_ms)
            self._call_player(now_ms)
        elif state == WON:
            self._grace.open(now_ms)  # so that a press of joy does not begin a new game
            self._outputs.light("player", self.winner)

    def _is_player(self, player):
        return type(player) is int and 1 <= player <= self.rules.players

    def _refuse(self):
        self._outputs.play("refused", 0)
        return NOTHING

    def _report_score(self, sound, player, now_ms):
        count = self.scores[player - 1]
        self._outputs.play(sound, count)
        message = {"event": "score", "player": player, "count": count, "of": self.rules.each}
        self._report(message, now_ms)

    def _play_hand(self, player, now_ms):
        cards = self.hands[player - 1]
        self._outputs.hand(player, cards)
        self._report({"event": "hand", "player": player, "cards": cards}, now_ms)

    def _call_player(self, now_ms):
        self._outputs.play("player", self.player)
        self._outputs.light("player", self.player)
        self._report({"event": "turn", "player": self.player}, now_ms)
        if self.rules.mixed and self._played:
            self._play_hand(self.player, now_ms)

    def _report(self, message, now_ms):
        message["ms"] = now_ms
        self._outputs.report(message)
