"""Storm dice on the stage: rolls, tries to leave jail, and the storm.

If the block is held, the roll was a try to leave jail, so the action is left out. The lever does
the same. If the check button is held, the player has passed the start, so the storm blows. Before
the first roll, the lever and a hold of the check button start the roll-off. Source: rules FN-07,
FN-10, FN-11, FN-20, FN-27, FN-29.
"""

from typing import Any

from pingware.games.coded_shows import ROLL_SHOWS, CodedShows
from pingware.games.press_game import BUSY, DONE
from pingware.games.storm_dice import rules
from pingware.games.storm_dice.options import JAIL, NEW_GAME, ROLL
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks
from pingware.shared.sounds.sound_table import SoundTable

# The action waits for this time after a press, because the press can become a hold.
_HOLD_MS = 800
_ACTION = "action"
_BOTH = (ROLL, 0, 0, False)  # meaning of a press that no host has set


class StormDice(TimedGame):
    """One pair of dice and their player.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    SOUNDS = SoundTable(
        "games/storm_dice/tunes", {"first": "beeps"}, more="games/roll_tunes", whole=True
    )
    # Actions are lit for longer than a number's flashes.
    SHOWS = CodedShows(
        ROLL_SHOWS + b";"
        b"shot 9642 f00;hammer 36903 f60;heal 999999 0f2;dance 936936 f0f;wind 02468642 04f"
    )
    TRIAL_SALT = 0x73746F72

    def __init__(self, stage):
        super().__init__(stage)
        self._pressed_ms = None  # time of a roll that can become a try
        self._expected = None  # next press that a host expects: (kind, player, tries, last)
        self.new_game()
        stage.on_change(("action_weights",), self.redraw)
        stage.on_change(("storm_spaces",), self.new_game)

    def new_game(self):
        """Puts all storm cards back, and forgets the tries to leave jail."""
        self.end_roll_off()
        self._jail = rules.Jail()
        self._deck = rules.StormDeck(list(self.stage.settings.storm_spaces))

    def draw(self):
        """Rolls both dice. Returns ``rules.Roll``, or the outcome that a host expects."""
        rolled = rules.roll(self.generator, self.stage.settings.action_weights)
        kind, player, tries, last = self._expected or _BOTH
        if kind == JAIL:
            return rules.judged(rolled.number, player, tries + 1, last)
        return rolled if kind == ROLL else rules.Roll(rolled.number, "")

    def expect(self, kind, player, tries, last):
        """Sets the meaning of the next press, once.

        Args:
            kind: ROLL: both dice, also for a hold. NUMBER: the numbered one. JAIL: a try to leave.
            player: 0..7, in jail. tries: int, failed ones. last: bool, for the last try.
        """
        before, self._expected = self._expected or _BOTH, (kind, player, tries, last)
        if self._expected != before:
            self.redraw()

    def sound_of(self, outcome):
        """Returns the beeps of the number, or the wind of the storm."""
        if type(outcome) is rules.StormCard:
            return "wind", 1
        return "die_1", outcome.number

    def verdict(self, outcome):
        """Returns the action, the door of the jail, or the tens and ones of the stormed space."""
        if type(outcome) is rules.Roll:
            return [] if self.first or not outcome.action else [(outcome.action, 1)]
        if type(outcome) is rules.StormCard:
            counts = (("die_1", outcome.space // 10), ("die_2", outcome.space % 10))
            return [each for each in counts if each[1]]
        if outcome.result == rules.FREE_NEXT:
            return [("stay", 1), ("free", 1)]
        return [(outcome.result, 1)]

    def described(self, outcome):
        """Returns the fields of a ``roll``, a ``jail_try`` or a ``storm``."""
        if type(outcome) is rules.Roll:
            action = "none" if self.first or not outcome.action else outcome.action
            return {"outcome": "roll", "dice": [outcome.number], "action": action}
        if type(outcome) is rules.StormCard:
            return {"outcome": "storm", "space": outcome.space, "left": outcome.left}
        found = {"outcome": "jail_try", "dice": [outcome.number], "action": "none"}
        found.update({"try": outcome.tries, "result": outcome.result})
        if outcome.player:
            found["player"] = outcome.player
        return found

    def status(self):
        """Returns the draws, the number of remaining storm cards, and the tries by player."""
        tries = [[player, self._jail.tries[player]] for player in sorted(self._jail.tries)]
        return {"draws": self.draws, "storm_cards": len(self._deck.left), "tries": tries}

    # --- events

    def follow_press(self, now_ms, outcome, pressed=True):
        """Handles the roll of a press. Its action waits until a hold is no longer possible."""
        expected = outcome is self.armed and self._expected
        if expected:
            self._expected = None
        super().follow_press(now_ms, outcome, pressed)
        both = type(outcome) is rules.Roll and outcome.action and not expected
        self._pressed_ms = now_ms if pressed and both and not self.first else None
        if self.first and type(outcome) is rules.Roll:
            self.first.add_roll(outcome.number, now_ms)

    def follow_sound(self, now_ms):
        """Continues after a sound. Between number and action there is time for a hold."""
        if self._pressed_ms is not None and self.sounding:
            at_ms = ticks.add(self._pressed_ms, _HOLD_MS)
            if ticks.diff(at_ms, now_ms) > 0:
                self.call(_ACTION, at_ms, self.follow_sound)
                return DONE
            self._pressed_ms = None
        return super().follow_sound(now_ms)

    def follow_hold(self, now_ms):
        """Makes the roll a try to leave jail, without the action (FN-29)."""
        if self._pressed_ms is None:
            return
        self._pressed_ms = None
        waits = self.left_ms(_ACTION, now_ms) is not None
        self.call(_ACTION, None)
        rolled: "Any" = self.last
        self.last = self._jail.count_try(rolled.number)
        self.follow(self.verdict(self.last), now_ms)
        message = {"event": "outcome", "draw": self.draws}
        message.update(self.described(self.last))
        self.stage.report(message)
        if waits:
            self.follow_sound(now_ms)

    def check(self, now_ms, held_ms):
        """Handles a press of the check button: repeats the outcome.

        A hold means the storm, because a player has passed the start (FN-20) or goes to jail
        (FN-27).
        """
        if held_ms < SECOND_MS:
            return self.replay(now_ms)
        return self._begin(now_ms) or self.storm(now_ms)

    def lever(self, now_ms):
        """Tries to leave jail with only the numbered die."""
        return self._begin(now_ms) or self.jail_try(0, now_ms)

    def _begin(self, now_ms):
        """Begins or ends the roll-off, if it is possible (FN-07). Returns DONE, or ""."""
        if self.first:
            self.first.close(now_ms)
        elif self.draws:
            return ""
        else:
            self.roll_off(0, now_ms)
        return DONE

    def jail_try(self, player, now_ms):
        """Rolls the numbered die for a player in jail (0 if unknown). Returns the reply."""
        if self.sounding or self.stage.playing:
            return BUSY
        number = self.draw().number
        return self.start(now_ms, self._jail.count_try(number, player))

    def storm(self, now_ms):
        """Draws a storm card, or only plays the wind. Returns the reply."""
        if self.sounding or self.stage.playing:
            return BUSY
        return self.start(now_ms, self._deck.draw(self.generator))

    # --- requests

    def requests(self):
        """Returns the request ``storm_dice``."""
        return {"storm_dice": self._storm_dice}

    def _storm_dice(self, request):
        """Handles a request. Returns the state and the reply."""
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        act, now_ms = request.get("act"), self.stage.now_ms()
        player, reply = request.get("player", 0), DONE
        if act is None:
            tries, last = request.get("tries", 0), request.get("last", False)
            self.expect(request["next"], player, tries, last)
        elif act == NEW_GAME:
            self.new_game()
        elif act == JAIL:
            reply = self.jail_try(player, now_ms)
        else:
            reply = self.storm(now_ms)
        answer = self.status()
        answer["reply"] = reply
        return answer

    def _trial(self, draws):
        """Rolls both dice ``draws`` times outside the game.

        Returns for each number its counts by action (list of six lists of four int).
        """
        weights = self.stage.settings.action_weights
        counts = [[0] * len(rules.ACTIONS) for _ in range(rules.FACES)]
        for _ in range(draws):
            number, action = rules.roll(self.trials(), weights)
            counts[number - 1][rules.ACTIONS.index(action)] += 1
        return counts
