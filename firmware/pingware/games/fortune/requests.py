"""Request of the fortune deck. The first one loads this module."""

from pingware.games.fortune import rules
from pingware.games.fortune.options import SHUFFLE
from pingware.games.press_game import DONE

_TRIAL_SALT = 0x666F7274  # with a fixed seed trials and game draw from different sources


class FortuneHandlers:
    """The request ``fortune``.

    Args:
        game: ``games.fortune.play.FortuneCards``.
        turns: ``turns.Turns``.
        stage: ``app.play.timed_stage.TimedStage``.
    """

    def __init__(self, game, turns, stage):
        self._game = game
        self._turns = turns
        self._stage = stage
        self._trials = None  # the generator of trials, after the first trial
        self.handlers = {"fortune": self._act}

    def _act(self, request):
        """Handles a request. Returns the state and the reply."""
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        game, act = self._game, request["act"]
        reply = DONE
        if act == SHUFFLE:
            game.shuffle()
        else:
            reply = self._turns.act(act, self._stage.now_ms())
        answer = game.status()
        answer["reply"] = reply
        return answer

    def _trial(self, draws):
        """Draws ``draws`` times outside the game, each time from a newly shuffled whole deck.

        Returns the count of each card (dict).
        """
        self._trials = self._trials or self._stage.generator(_TRIAL_SALT)
        cards = rules.cards_of(self._stage.settings.fortune_deck)
        counts: "dict[str, int]" = {}
        for _ in range(draws):
            rules.shuffle(cards, self._trials)
            counts[cards[0]] = counts.get(cards[0], 0) + 1
        return counts
