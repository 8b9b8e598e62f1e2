"""Turns of the fortune deck: skulls are counted, taken back, and end a turn.

The check button takes a skull back. If it is held, or with the lever, the turn ends. Without a
turn to end, a player has crossed the finish line. Source: rules FT-08, FT-14..FT-16.
"""

from collections import namedtuple

from pingware.games.coded_shows import CodedShows
from pingware.games.fortune.options import CARD, FINISH, NEXT, SKULL, TURN, UNDO
from pingware.games.press_game import BUSY, DONE, NOTHING
from pingware.games.timed_game import SECOND_MS
from pingware.shared import ticks
from pingware.shared.sounds.sound_table import SoundTable

SOUNDS = SoundTable("games/fortune/turn_tunes", {}, whole=True)
SHOWS = CodedShows(
    b"drum_1 9 f00;drum_2 909 f00;drum_3 90909 f00;crash 9742 f00;"
    b"chant 909099 90f;next_turn 999 999;undone 9 999;finish 369369369 fa0"
)

# States of a turn. Doubt: three skulls of the first roll disqualify, unless a fourth is counted.
# With an unused spell of the sorceress, three skulls disqualify unless the spell saves the turn.
# Out: disqualified. Over: ended by its player.
ROLLING, DOUBT, OUT, ISLAND, OVER = "rolling", "doubt", "out", "island", "over"

# card: one of ``options.CARDS``, or NONE. skulls: includes those of the card. state: see above.
Turn = namedtuple("Turn", ("card", "skulls", "state"))

NONE = "none"
SORCERESS = "sorceress"
OUT_AT, ISLAND_AT = 3, 4  # skulls
_PENALTY = 100  # points that each opponent loses for a skull


def new_turn(card: str = NONE) -> Turn:
    """Returns the turn of a card, with the skulls on it (FT-C09)."""
    return Turn(card, int(card[5:]) if card.startswith("skull") else 0, ROLLING)


def with_skull(turn: Turn, first_roll: bool, spell: bool = False) -> Turn:
    """Returns a turn after one more skull.

    Args:
        turn: ROLLING, DOUBT or ISLAND.
        first_roll: bool, whether the skull belongs to the first roll of the dice (FT-15).
        spell: bool, whether the sorceress can still roll one skull again (FT-C03).
    """
    card, skulls, state = turn.card, turn.skulls + 1, turn.state
    if card != "zombie" and state != ISLAND and skulls >= OUT_AT:  # FT-C12
        state = OUT
        if first_roll and not card.startswith("sea"):  # FT-C04
            state = ISLAND if skulls >= ISLAND_AT else DOUBT
        elif spell and skulls == OUT_AT:
            state = DOUBT
    return Turn(card, skulls, state)


def after_roll(turn: Turn) -> Turn:
    """Returns a turn whose roll is complete: a doubt becomes a disqualification (FT-08)."""
    return Turn(turn.card, turn.skulls, OUT) if turn.state == DOUBT else turn


def penalty(turn: Turn) -> int:
    """Returns the points that each opponent loses (int) for skulls on the island (FT-16)."""
    skulls: int = turn.skulls if turn.state == ISLAND else 0
    return _PENALTY * skulls * (2 if turn.card == "captain" else 1)  # FT-C02


# A skull after this time belongs to another roll of the dice.
_ROLL_MS = 3000
_UNDONE, _CRASH, _CHANT = "undone", "crash", "chant"
_SOUND_OF = {UNDO: _UNDONE, NEXT: "next_turn", FINISH: "finish"}
_DRUMS = ("drum_1", "drum_2", "drum_3")


class Turns:
    """The current turn, if there is one.

    Args:
        game: ``games.fortune.play.FortuneCards``.
        stage: ``app.play.timed_stage.TimedStage``.
    """

    def __init__(self, game, stage):
        self._game = game
        self._stage = stage
        stage.add(SOUNDS, SHOWS)
        self.forget()

    def forget(self):
        """Forgets the turn."""
        self._begin(Turn(NONE, 0, OVER))

    def _begin(self, turn):
        self._turn = turn
        self._before = []  # the turn before each skull, oldest first
        self._first_roll = True
        self._spell = turn.card == SORCERESS  # whether the spell is unused
        self._game.call(SKULL, None)

    def draw(self):
        """Returns the turn after one more skull, or None if the next press draws a card."""
        press, turn = self._stage.settings.fortune_press, self._turn
        over = turn.state in (OVER, OUT)
        if press == CARD or (press == TURN and over):
            return None
        return with_skull(new_turn() if over else turn, self._first_roll or over, self._spell)

    def sound_of(self, turn):
        """Returns a drum for a skull, the crash or the chant."""
        if turn.state in (OUT, ISLAND):
            return _CRASH if turn.state == OUT else _CHANT, 1
        return _DRUMS[min(turn.skulls, len(_DRUMS)) - 1], 1

    def described(self, turn):
        """Returns the fields of a ``skull``."""
        found = self.as_dict(turn)
        found["outcome"] = SKULL
        return found

    def as_dict(self, turn=None):
        """Returns the fields of a turn, by default of the current one."""
        turn = turn or self._turn
        return {
            CARD: turn.card,
            "skulls": turn.skulls,
            "state": turn.state,
            "penalty": penalty(turn),
        }

    def count_outcome(self, outcome):
        """Takes the card of a turn (str), or one more skull."""
        if type(outcome) is str:
            self._begin(new_turn(outcome))
            return
        if self._turn.state in (OVER, OUT):
            self._begin(new_turn())
        self._before.append(self._turn)
        self._turn = outcome
        if outcome.state != OUT:
            self._stage.give_way()  # so that several skulls of one roll can be counted quickly
        self._wait_for_more()

    def _wait_for_more(self):
        """Waits for more skulls of the same roll of the dice, if it is the first one."""
        if self._first_roll:
            at_ms = ticks.add(self._stage.now_ms(), _ROLL_MS)
            self._game.call(SKULL, at_ms, self._complete_roll)

    def _complete_roll(self, now_ms):
        """Ends the first roll: three skulls now disqualify, and a fourth is not the island."""
        game, out = self._game, after_roll(self._turn)
        if out is not self._turn and not self._spell:
            if game.sounding or not self._stage.play(*self.sound_of(out)):
                self._wait_for_more()
                return
            self._turn = out
            game.tell(out, now_ms)
        self._first_roll = False
        game.redraw()

    def check(self, now_ms, held_ms):
        """Takes the last skull back, ends the turn or finishes.

        Returns the reply, or None if none of these is possible.
        """
        if self._stage.settings.fortune_press == CARD:
            return None
        if held_ms >= SECOND_MS:
            return self.act(FINISH if self._turn.state == OVER else NEXT, now_ms)
        return self.act(UNDO, now_ms) if self._before else None

    def follow_hold(self, now_ms):
        """Takes back the skull of the held press, and the one before it."""
        if not self._before:  # the turn was ended after the press
            return
        for _ in range(min(2, len(self._before))):
            self._take_back()
        self._wait_for_more()
        self._game.add(_UNDONE, 1, now_ms)
        self._did(UNDO)

    def _take_back(self):
        """Returns to the turn before the last skull."""
        if self._turn.state == DOUBT and not self._first_roll:
            self._spell = False  # the spell rolls the skull again
        self._turn = self._before.pop()

    def last(self):
        """Returns the outcome of the last press that is still valid: a turn, a card, or None."""
        turn = self._turn
        if self._before:
            return turn
        return None if turn.card == NONE else turn.card

    def act(self, act, now_ms):
        """Does and reports UNDO, NEXT or FINISH. Returns DONE, BUSY or NOTHING."""
        game, did = self._game, _SOUND_OF[act]
        if act == UNDO and not self._before:
            return NOTHING
        if game.sounding or not self._stage.play(did, 1):
            return BUSY
        game.begin(did, did, 1, now_ms)
        if act == UNDO:
            self._take_back()
            self._wait_for_more()
        else:
            self._begin(Turn(self._turn.card, self._turn.skulls, OVER))
        self._did(act)
        return DONE

    def _did(self, act):
        message = self.as_dict()
        message.update({"event": "skulls", "act": act})
        self._stage.report(message)
        self._game.redraw()
