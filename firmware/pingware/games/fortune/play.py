"""Fortune deck on the stage: each press draws a card. ``turns`` adds the skulls on demand.

Source: rules FT-04, FT-09, FT-A-19.
"""

from typing import Any

from pingware.games.coded_shows import CodedShows
from pingware.games.fortune import rules
from pingware.games.fortune.options import CARD, SHUFFLE
from pingware.games.press_game import DONE
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared.sounds.sound_table import SoundTable


class FortuneCards(TimedGame):
    """One deck of cards and its players.

    An outcome is the name of a card, or a ``rules.Turn`` after a skull.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    SOUNDS = SoundTable("games/fortune/tunes", {}, whole=True)
    SHOWS = CodedShows(
        b"gold 909099 fa0;diamond 975321 9cf;captain 999099 04f;"
        b"sorceress 3690369 90f;chest 0369999 f60;monkey 90999 0f2;"
        b"sea2 990909 0cf;sea3 99090909 0cf;sea4 9909090909 0cf;"
        b"skull1 9 f00;skull2 99909 f00;storm 0246420 999;truce 999999 0f2;"
        b"zombie 99099 4f0"
    )
    TRIAL_SALT = 0x666F7274

    def __init__(self, stage):
        super().__init__(stage)
        self._turns: "Any" = None  # turns.Turns, after the first skull or end of a turn
        self.shuffle()
        self._change_press()
        stage.on_change(("fortune_deck",), self.shuffle)
        stage.on_change(("fortune_press",), self._change_press)

    def shuffle(self):
        """Shuffles the deck of the settings."""
        self._cards = rules.cards_of(self.stage.settings.fortune_deck)
        rules.shuffle(self._cards, self.generator)
        self._drawn = 0
        if self.armed:  # the game is open
            self.redraw()

    def _change_press(self):
        if self.stage.settings.fortune_press != CARD:
            self._load_turns().forget()
        elif self._turns:
            self._turns.forget()
        if self.armed:
            self.redraw()

    def _load_turns(self):
        """Loads and returns the module of skulls and turns, which needs memory."""
        if self._turns is None:
            from pingware.games.fortune import turns

            self._turns = turns.Turns(self, self.stage)
        return self._turns

    def reseed(self):
        """Changes to the stage's new seed and shuffles the deck again."""
        self.generator = self.stage.generator()
        self.shuffle()

    def draw(self):
        """Returns the next press's outcome: a card, or the turn after one more skull."""
        return (self._turns and self._turns.draw()) or self._cards[self._drawn]

    def sound_of(self, outcome):
        """Returns the signature of a card, or the sound of a skull."""
        return (outcome, 1) if type(outcome) is str else self._turns.sound_of(outcome)

    def verdict(self, _outcome):
        """Returns an empty list, because this game has no verdicts."""
        return ()

    def described(self, outcome):
        """Returns the fields of a ``card`` or a ``skull``."""
        if type(outcome) is not str:
            return self._turns.described(outcome)
        return {"outcome": CARD, CARD: outcome, "left": len(self._cards) - self._drawn}

    def status(self):
        """Returns the draws, the cards left before all were drawn, and the turn."""
        found = {"draws": self.draws, "left": len(self._cards) - self._drawn}
        if self._turns:
            found["turn"] = self._turns.as_dict()
        return found

    def count_outcome(self, outcome):
        """Removes a card from the deck, or adds a skull to the turn."""
        super().count_outcome(outcome)
        if outcome is self.armed and type(outcome) is str:  # not a card of an earlier deck
            self._drawn += 1
        if self._turns:
            self._turns.count_outcome(outcome)

    def show_last(self, event, now_ms):
        """Shows and reports the last outcome. After the last card the deck is shuffled again."""
        super().show_last(event, now_ms)
        if self._drawn == len(self._cards):
            self._drawn = 0
            if self.stage.settings.fortune_reshuffle:
                rules.shuffle(self._cards, self.generator)

    def tell(self, turn, now_ms):
        """Shows and reports a turn (``turns.Turn``) that was not caused by a press."""
        self.last = turn
        self.show_last("outcome", now_ms)

    def replay(self, now_ms):
        """Plays the last outcome that is still valid again. Returns DONE, BUSY or NOTHING."""
        if self.last is not None and type(self.last) is not str:
            self.last = self._turns.last()
        return super().replay(now_ms)

    def follow_hold(self, now_ms):
        """Takes back the last skull, which the held press had counted.

        Without a skull, it repeats the outcome after its end.
        """
        if type(self.last) is str:
            super().follow_hold(now_ms)
        else:
            self._turns.follow_hold(now_ms)

    def check(self, now_ms, held_ms):
        """Takes the last skull back or ends the turn. Without turns, repeats the card."""
        reply = self._turns and self._turns.check(now_ms, held_ms)
        return reply or self.replay(now_ms)

    def lever(self, now_ms):
        """Ends the turn. Without turns, repeats the card."""
        self.check(now_ms, SECOND_MS)

    def requests(self):
        """Returns the request ``fortune``."""
        self._load_turns()
        return {"fortune": self._fortune}

    def _fortune(self, request):
        """Handles a request. Returns the state and the reply."""
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        reply = DONE
        if request["act"] == SHUFFLE:
            self.shuffle()
        else:
            reply = self._turns.act(request["act"], self.stage.now_ms())
        answer = self.status()
        answer["reply"] = reply
        return answer

    def _trial(self, draws):
        """Draws ``draws`` times outside the game, each time from a newly shuffled whole deck.

        Returns the count of each card (dict).
        """
        cards = rules.cards_of(self.stage.settings.fortune_deck)
        counts: "dict[str, int]" = {}
        for _ in range(draws):
            rules.shuffle(cards, self.trials())
            counts[cards[0]] = counts.get(cards[0], 0) + 1
        return counts
