"""Request of the storm dice. The first one loads this module."""

from pingware.games.press_game import DONE
from pingware.games.storm_dice import rules
from pingware.games.storm_dice.options import JAIL, NEW_GAME

_TRIAL_SALT = 0x73746F72  # with a fixed seed trials and game draw from different sources


class StormHandlers:
    """The request ``storm_dice``.

    Args:
        game: ``games.storm_dice.play.StormDice``.
        stage: ``app.play.timed_stage.TimedStage``.
    """

    def __init__(self, game, stage):
        self._game = game
        self._stage = stage
        self._trials = None  # the generator of trials, after the first trial
        self.handlers = {"storm_dice": self._act}

    def _act(self, request):
        """Handles a request. Returns the state and the reply."""
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        game, act, now_ms = self._game, request.get("act"), self._stage.now_ms()
        reply = DONE
        if act is None:
            player, tries = request.get("player", 0), request.get("tries", 0)
            game.expect(request["next"], player, tries, request.get("last", False))
        elif act == NEW_GAME:
            game.new_game()
        elif act == JAIL:
            reply = game.jail_try(request.get("player", 0), now_ms)
        else:
            reply = game.storm(now_ms)
        answer = game.status()
        answer["reply"] = reply
        return answer

    def _trial(self, draws):
        """Rolls both dice ``draws`` times outside the game.

        Returns for each number its counts by action (list of six lists of four int).
        """
        self._trials = self._trials or self._stage.generator(_TRIAL_SALT)
        weights = self._stage.settings.action_weights
        counts = [[0] * len(rules.ACTIONS) for _ in range(rules.FACES)]
        for _ in range(draws):
            number, action = rules.roll(self._trials, weights)
            counts[number - 1][rules.ACTIONS.index(action)] += 1
        return counts
