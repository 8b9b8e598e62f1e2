"""Fortune deck on the stage: a card a press, or the skulls of a turn.

The check button takes a skull back; held, or with the lever, it ends the turn; where there is no
turn to end, somebody has crossed the finish line.
Source: FT-04, FT-08, FT-09, FT-14..FT-16; section 5 of the rules.
"""

from collections import namedtuple

from pingware.games.fortune import lights, rules, sounds
from pingware.games.fortune import turn as turns
from pingware.games.fortune.options import CARD, NEXT, SHUFFLE, TURN, UNDO
from pingware.games.press_game import BUSY, DONE, NOTHING
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks

# A skull that comes so much later is not of the same roll of the dice.
_ROLL_MS = 3000
_ROLL = "roll"
_DRUMS = 3

# card: of ``options.CARDS``; left: cards before all were drawn, this one not counted.
Drawn = namedtuple("Drawn", ("card", "left"))


class FortuneCards(TimedGame):
    """One deck of cards and its players.

    Args:
        stage: ``app.timed_stage.TimedStage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self._new_deck()
        self._end_turn()
        stage.on_change(("fortune_deck", "fortune_reshuffle"), self._change_deck)
        stage.on_change(("fortune_press",), self._change_press)

    def _new_deck(self):
        settings = self.stage.settings
        self._deck = rules.FortuneDeck(
            rules.cards_of(settings.fortune_deck), self.generator, settings.fortune_reshuffle
        )

    def _end_turn(self):
        self._turn = turns.NO_TURN
        self._before = []  # the turn before each skull, the first skull first
        self._first_roll = True
        self.plan(_ROLL, None)

    def _change_deck(self):
        self._new_deck()
        self.redraw()

    def _change_press(self):
        self._end_turn()
        self.redraw()

    def reseed(self):
        """Changes to the stage's new seed: the deck is shuffled anew."""
        self.generator = self.stage.generator()
        self._change_deck()

    # --- outcomes

    def draw(self):
        """Returns what the next press gives: ``Drawn``, or the turn after one more skull."""
        press = self.stage.settings.fortune_press
        over = self._turn.state in (turns.OVER, turns.OUT)
        if press == CARD or (press == TURN and over):
            return Drawn(self._deck.top, self._deck.left - 1)
        return turns.with_skull(turns.new_turn() if over else self._turn, self._first_roll or over)

    def sound_of(self, outcome):
        """Returns the signature of a card, a drum for a skull, the crash or the chant."""
        if type(outcome) is Drawn:
            return "card_" + outcome.card, 1
        if outcome.state == turns.OUT:
            return "crash", 1
        if outcome.state == turns.ISLAND:
            return "chant", 1
        return "drum_%d" % min(outcome.skulls, _DRUMS), 1

    def described(self, outcome):
        """Returns the fields of a ``card`` or a ``skull``."""
        if type(outcome) is Drawn:
            return {"outcome": "card", "card": outcome.card, "left": outcome.left}
        found = turns.described(outcome)
        found["outcome"] = "skull"
        return found

    def status(self):
        """Returns the draws, the cards that are left, and the turn."""
        return {"draws": self.draws, "left": self._deck.left, "turn": turns.described(self._turn)}

    def counted(self, outcome):
        """Takes a card off the deck, or a skull into the turn."""
        super().counted(outcome)
        if type(outcome) is Drawn:
            if outcome is self.armed:  # not of a deck that was put away meanwhile
                self._deck.draw()
            self._end_turn()
            self._turn = turns.new_turn(outcome.card)
            return
        if self._turn.state in (turns.OVER, turns.OUT):
            self._end_turn()
            self._turn = turns.new_turn()
        self._before.append(self._turn)
        self._turn = outcome
        if self._first_roll:
            self.plan(_ROLL, ticks.add(self.stage.now_ms(), _ROLL_MS), self._complete_roll)

    def _complete_roll(self, now_ms):
        """Ends the first roll: three skulls are a disqualification now, and a fourth no island."""
        self._first_roll = False
        out = turns.settled(self._turn)
        if out is self._turn:
            self.redraw()
        elif self.sounding or not self.stage.play(*self.sound_of(out)):
            self._first_roll = True
            self.plan(_ROLL, ticks.add(now_ms, _ROLL_MS), self._complete_roll)
        else:
            self._turn = self.last = out
            self.show_last("outcome", now_ms)
            self.redraw()

    # --- check button, lever and requests

    def check(self, now_ms, held_ms):
        """Takes the last skull back, if there is one; else as every timed game."""
        if held_ms < SECOND_MS and self._before:
            return self._undo(now_ms)
        return super().check(now_ms, held_ms)

    def second(self, now_ms):
        """Ends the turn, or finishes where there is none; without turns, repeats the card."""
        if self.stage.settings.fortune_press == CARD:
            return self.replay(now_ms)
        return self._end(now_ms)

    def lever(self, now_ms):
        """Ends the turn, or finishes where there is none."""
        self._end(now_ms)

    def _undo(self, now_ms):
        if not self._before:
            return NOTHING
        return self._said("skull_back", self._before[-1], now_ms)

    def _end(self, now_ms):
        if self._turn.state == turns.OVER:
            return self._said("finish", self._turn, now_ms)
        over = turns.Turn(self._turn.card, self._turn.skulls, turns.OVER)
        return self._said("next_player", over, now_ms)

    def _said(self, name, turn, now_ms):
        """Goes over to a turn, and says so; ``name`` is the sound. Returns DONE or BUSY."""
        if self.sounding or not self.stage.play(name, 1):
            return BUSY
        self.begin(name, name, 1, now_ms)
        if name == "skull_back":
            self._before.pop()
            self.plan(_ROLL, None)
            if self._first_roll:
                self.plan(_ROLL, ticks.add(now_ms, _ROLL_MS), self._complete_roll)
        else:
            self._end_turn()
        self._turn = turn
        message = turns.described(turn)
        message.update({"event": "skulls", "did": name})
        self.stage.report(message)
        self.redraw()
        return DONE

    def requests(self):
        """Returns the request ``fortune``."""
        return {"fortune": self._act}

    def _act(self, request):
        act, now_ms = request["act"], self.stage.now_ms()
        if act == SHUFFLE:
            self._change_deck()
            reply = DONE
        elif act == UNDO:
            reply = self._undo(now_ms)
        elif act == NEXT:
            reply = self._end(now_ms)
        else:
            reply = self._said("finish", self._turn, now_ms)
        answer = self.status()
        answer["reply"] = reply
        return answer
