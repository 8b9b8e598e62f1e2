"""Fortune deck on the stage: a card a press, or the skulls of a turn.

The check button takes a skull back; held, or with the lever, it ends the turn; where there is no
turn to end, somebody has crossed the finish line.
Source: FT-04, FT-08, FT-09, FT-14..FT-16; section 5 of the rules.
"""

from pingware.games.fortune import lights, rules, sounds
from pingware.games.fortune.options import CARD, FINISH, NEXT, SHUFFLE, SKULL, TURN, UNDO
from pingware.games.press_game import BUSY, DONE, NOTHING
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks

# A skull that comes so much later is not of the same roll of the dice.
_ROLL_MS = 3000
_TUNES = "undone next_turn finish crash chant"
_UNDONE, _NEXT_TURN, _FINISH, _CRASH, _CHANT = _TUNES.split()
_DRUMS = "drum_1 drum_2 drum_3"
_ACTS = {UNDO: _UNDONE, NEXT: _NEXT_TURN, FINISH: _FINISH}
_NO_TURN = rules.Turn(rules.NONE, 0, rules.OVER)


class FortuneCards(TimedGame):
    """One deck of cards and its players.

    An outcome is the name of a card, or the ``rules.Turn`` after a skull.

    Args:
        stage: ``app.timed_stage.TimedStage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self._shuffle()
        self._end_turn()
        stage.on_change(("fortune_deck",), self._shuffle)
        stage.on_change(("fortune_press",), self._end_turn)

    def _shuffle(self):
        """Takes the deck that is set, in a new order."""
        self._cards = rules.cards_of(self.stage.settings.fortune_deck)
        rules.shuffle(self._cards, self.generator)
        self._drawn = 0
        self._rearm()

    def _end_turn(self):
        """Forgets the turn."""
        self._begin_turn(_NO_TURN)
        self._rearm()

    def _begin_turn(self, turn):
        self._turn = turn
        self._before = []  # the turn before each skull, the first skull first
        self._first_roll = True
        self.plan(SKULL, None)

    def _rearm(self):
        if self.armed:  # the game is open
            self.redraw()

    def reseed(self):
        """Changes to the stage's new seed: the deck is shuffled anew."""
        self.generator = self.stage.generator()
        self._shuffle()

    # --- outcomes

    def draw(self):
        """Returns what the next press gives: a card, or the turn after one more skull."""
        press, turn = self.stage.settings.fortune_press, self._turn
        over = turn.state in (rules.OVER, rules.OUT)
        if press == CARD or (press == TURN and over):
            return self._cards[self._drawn]
        return rules.with_skull(rules.new_turn() if over else turn, self._first_roll or over)

    def sound_of(self, outcome):
        """Returns the signature of a card, a drum for a skull, the crash or the chant."""
        if type(outcome) is str:
            return outcome, 1
        if outcome.state in (rules.OUT, rules.ISLAND):
            return _CRASH if outcome.state == rules.OUT else _CHANT, 1
        drums = _DRUMS.split()
        return drums[min(outcome.skulls, len(drums)) - 1], 1

    def verdicts(self, _outcome):
        """Returns that nothing follows."""
        return ()

    def described(self, outcome):
        """Returns the fields of a ``card`` or a ``skull``."""
        if type(outcome) is str:
            return {"outcome": CARD, CARD: outcome, "left": len(self._cards) - self._drawn}
        found = self._told(outcome)
        found["outcome"] = SKULL
        return found

    def _told(self, turn):
        return {
            CARD: turn.card,
            "skulls": turn.skulls,
            "state": turn.state,
            "penalty": rules.penalty(turn),
        }

    def status(self):
        """Returns the draws, the cards that come before all were drawn, and the turn."""
        left = len(self._cards) - self._drawn
        return {"draws": self.draws, "left": left, TURN: self._told(self._turn)}

    def counted(self, outcome):
        """Takes a card off the deck, or a skull into the turn."""
        super().counted(outcome)
        if type(outcome) is str:
            if outcome is self.armed:  # else it is of a deck that was put away meanwhile
                self._drawn += 1
            self._begin_turn(rules.new_turn(outcome))
            return
        if self._turn.state in (rules.OVER, rules.OUT):
            self._begin_turn(rules.new_turn())
        self._before.append(self._turn)
        self._turn = outcome
        self._wait_for_more()

    def show_last(self, event, now_ms):
        """Shows and reports the last outcome; after the last card the deck begins anew."""
        super().show_last(event, now_ms)
        if self._drawn == len(self._cards):
            self._drawn = 0
            if self.stage.settings.fortune_reshuffle:
                rules.shuffle(self._cards, self.generator)

    def _wait_for_more(self):
        """Takes what is counted soon for the same roll of the dice, if it is the first."""
        if self._first_roll:
            at_ms = ticks.add(self.stage.now_ms(), _ROLL_MS)
            self.plan(SKULL, at_ms, self._complete_roll)

    def _complete_roll(self, now_ms):
        """Ends the first roll: three skulls are a disqualification now, and a fourth no island."""
        out = rules.settled(self._turn)
        if out is not self._turn:
            if self.sounding or not self.stage.play(*self.sound_of(out)):
                self._wait_for_more()
                return
            self._turn = self.last = out
            self.show_last("outcome", now_ms)
        self._first_roll = False
        self.redraw()

    # --- check button, lever and requests

    def check(self, now_ms, held_ms):
        """Takes the last skull back, if there is one; else as every timed game."""
        if held_ms < SECOND_MS and self._before:
            return self._say(_UNDONE, now_ms)
        return super().check(now_ms, held_ms)

    def second(self, now_ms):
        """Ends the turn, or finishes where there is none; without turns, repeats the card."""
        if self.stage.settings.fortune_press == CARD:
            return self.replay(now_ms)
        return self._say(_FINISH if self._turn.state == rules.OVER else _NEXT_TURN, now_ms)

    def lever(self, now_ms):
        """Does the same."""
        self.second(now_ms)

    def _say(self, did, now_ms):
        """Takes a skull back, ends the turn or finishes, and says so. Returns the reply."""
        if did == _UNDONE and not self._before:
            return NOTHING
        if self.sounding or not self.stage.play(did, 1):
            return BUSY
        self.begin(did, did, 1, now_ms)
        if did == _UNDONE:
            self._turn = self._before.pop()
            self._wait_for_more()
        else:
            self._begin_turn(rules.Turn(self._turn.card, self._turn.skulls, rules.OVER))
        message = self._told(self._turn)
        message.update({"event": "skulls", "act": did})
        self.stage.report(message)
        self.redraw()
        return DONE

    def requests(self):
        """Returns the request ``fortune``."""
        return {"fortune": self._act}

    def _act(self, request):
        act, reply = request["act"], DONE
        if act == SHUFFLE:
            self._shuffle()
        else:
            reply = self._say(_ACTS[act], self.stage.now_ms())
        answer = self.status()
        answer["reply"] = reply
        return answer
