"""Dice on the stage: rolls and their verdicts, jail, rent, and the clocks of a property game."""

from pingware.games.block import GAME as BLOCK
from pingware.games.dice import lights, options, rules, sounds
from pingware.games.press_game import BUSY, DONE
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BID = "bid"
RENT_S = 60  # so long the ticks of rent go on: nobody asks later, and they use up the cells
TWICE_MS = 4000  # a second hold of the check button within it does not repeat again
_NOBODY = 0  # the player in jail, as long as nobody says who it is


class DicePlay(TimedGame):
    """The dice and their players.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self._block: "Any" = None  # the class that plays the Question Block beside the die
        self._clocks: "Any" = None  # clocks.Clocks, once there was an auction, a jail, ...
        self._begin()
        stage.on_change(("dice_rules", "dice_press", "clock_min"), self._begin)

    def _begin(self):
        """Begins a game by the rules that are set."""
        if self._clocks:
            self._clocks.stop()
        self.end_roll_off()
        self._held_ms = None  # when the check button, held, repeated the outcome
        chosen = self.stage.settings.dice_rules
        self._rules = rules.rules_of(chosen)
        if self._rules[rules.DICE] > 1:
            # Two dice in one sound; loaded here, where the stack is low.
            from pingware.games import sound_sequence

            self.stage.connect(sound_sequence.program, sound_sequence.show_of)
        self._rolled = self.last = None  # the last roll, and the last outcome
        self._row = 0  # rolls of this turn that have earned another one; 3: no turn
        self._in_jail = None  # the player whose next roll is a try to leave jail
        self._ends = ()  # totals of the next roll that end the turn, as a host says
        self._verdict = rules.NO_VERDICT  # on the last roll
        self._rent_s = 0
        self._kept = None  # the outcome that was armed before an auction
        if chosen == options.CELEBRATION and not self._block:
            self._block = BLOCK.load()
            self.stage.add(self._block.SOUNDS, self._block.SHOWS)
        if self.armed is not None:
            self.redraw()

    def _load_clocks(self):
        """Loads and returns the clocks of this game (``games.dice.clocks.Clocks``)."""
        if self._clocks is None:
            from pingware.games.dice import clocks

            self._clocks = clocks.Clocks(self, self.stage)
        return self._clocks

    @property
    def _auction(self):
        """True if an auction is open (bool)."""
        return self._clocks is not None and self._clocks.auction

    # --- what a press plays

    def reseed(self):
        """Changes to the stage's new seed; also what was drawn before an auction is forgotten."""
        self._kept = None
        super().reseed()

    def draw(self):
        """Draws what the next press plays: faces (tuple of int), BID, or the block's outcome."""
        if self._auction:
            if self.armed != BID:
                self._kept = self.armed
            return BID
        kept, self._kept = self._kept, None
        return kept or self._drawn(self._beside() == "block")

    def _drawn(self, of_block):
        if of_block:
            return self._block.drawn(self.generator, self.stage.settings)
        return rules.roll(self.generator, self._rules[rules.DICE])

    def _beside(self):
        """Returns what the block button plays if the Question Block is beside the die, or ""."""
        settings = self.stage.settings
        return settings.dice_press if settings.dice_rules == options.CELEBRATION else ""

    def sound_of(self, outcome):
        """Returns the name, or the steps of two dice, and the count."""
        if outcome == BID:
            return BID, 1
        if type(outcome) is not tuple:
            return self._block.sound_of(self, outcome)
        if len(outcome) == 1:
            return "die_1", outcome[0]
        return (("die_1", outcome[0]), ("die_2", outcome[1])), 0

    def described(self, outcome):
        """Returns what is reported of an outcome (dict)."""
        if outcome == BID:
            return {"outcome": BID, "bid": self._clocks.bids}
        if type(outcome) is not tuple:
            return self._block.described(self, outcome)
        found: "dict[str, Any]" = {"outcome": "roll", "dice": list(outcome)}
        found["bonus"] = self._verdict == rules.BONUS
        if self._verdict == rules.JAIL:
            found["jail"] = True
        return found

    def verdict(self, outcome):
        """Returns the sounds after an outcome."""
        if type(outcome) is not tuple or not self._verdict:
            return []
        found = [(self._verdict, 1)]
        if self._verdict == rules.STAY:
            found.append(("beeps", self._clocks.count))
        return found

    # --- what happens

    def follow_press(self, now_ms, outcome, pressed=True):
        """Takes an outcome that was started: rolls are judged, bids counted."""
        self._rent_s = 0
        if type(outcome) is not tuple:
            if outcome == BID:
                self._clocks.bid(now_ms)
            super().follow_press(now_ms, outcome, pressed)
            return
        self._verdict = rules.NO_VERDICT
        self._rolled = outcome if len(outcome) == self._rules[rules.DICE] else None
        if self._rolled is None:  # a press just before other rules were chosen: not judged
            super().follow_press(now_ms, outcome, pressed)
            return
        first = self.first
        if self._row == rules.ROW_TO_JAIL:  # of nobody's turn
            self._row = 0
        elif not first and self._in_jail is None:
            self._verdict, self._row = rules.verdict(self._rules, self._row, outcome)
            if self._verdict == rules.BONUS and sum(outcome) in self._ends:
                self._verdict, self._row = rules.NO_VERDICT, 0
        self._ends = ()
        super().follow_press(now_ms, outcome, pressed)
        if first:
            first.add_roll(sum(outcome), now_ms)
            return
        if self._in_jail is not None:
            self._try_jail(self._in_jail, now_ms)
        if self.stage.settings.clock_min:
            self._load_clocks().begin(now_ms)
        if self._rules[rules.TRIES] and self.stage.settings.rent_ticks:
            self._rent_s = RENT_S

    def _try_jail(self, player, now_ms):
        """Judges the last roll as a try to leave jail."""
        self._in_jail = None
        self._row = 0
        dice = self._rolled
        self._verdict = self._load_clocks().jail_try(self._rules, player, dice, self.draws)
        self.follow(self.verdict(dice), now_ms)

    def follow_hold(self, now_ms):
        """Takes a hold of the block: this roll is a try to leave jail; else the outcome again."""
        open_to_it = self._verdict in (rules.NO_VERDICT, rules.BONUS, rules.JAIL)
        rolled = self._rolled is not None and self.last is self._rolled
        if rolled and open_to_it and self._rules[rules.TRIES] and not self.first:
            self._try_jail(_NOBODY, now_ms)
        else:
            super().follow_hold(now_ms)

    def tick(self, now_ms):
        """Does what is due, once a second: soft ticks as long as rent may be asked for, that is
        until the next roll (SM-24, ST-20, FO-12)."""
        super().tick(now_ms)
        if self._rent_s and not self.sounding:
            self._rent_s -= 1
            if self._rent_s % 2 == 0:
                self.stage.announce("tick", 0, "tick")
        if self._clocks:
            self._clocks.tick(now_ms)

    def replay(self, now_ms):
        """Plays the last roll again, also after an auction. Returns DONE, BUSY or NOTHING."""
        if self._auction:
            return BUSY
        if self.last == BID:
            self.last = self._rolled
        return super().replay(now_ms)

    # --- check button and lever

    def check(self, now_ms, held_ms):
        """Takes a press of the check button: the outcome again; held, an auction or a roll-off.

        Where the Question Block lives beside the die, a press is that one, and what is held
        repeats; held once more, it is the auction.
        """
        beside = self._beside()
        alone = beside in ("", "die_alone") or self._auction or self.first
        if held_ms < SECOND_MS:
            if alone:
                return self.replay(now_ms)
            return self.start(now_ms, self._drawn(beside != "block"))
        held, self._held_ms = self._held_ms, now_ms
        twice = held is not None and ticks.diff(now_ms, held) < TWICE_MS
        if alone or twice or self.last is None:
            self._held_ms = None
            return self.lever(now_ms)
        return self.replay(now_ms)

    def lever(self, now_ms):
        """Begins or ends an auction; before the first roll, a roll-off (SM-07). Returns DONE."""
        self._rent_s = 0
        if self._auction:
            self._clocks.close(now_ms)
        elif self.first:
            self.first.close(now_ms)
        elif self.last is None:
            self.roll_off(0, now_ms)
        else:
            self._load_clocks().open(now_ms)
        return DONE

    # --- asked by others

    def status(self):
        """Returns the state of the game (dict)."""
        return {"draws": self.draws, "row": self._row}

    def jail(self, player, row=None, of_block=None, ends=()):
        """Says what the next press is.

        Args:
            player: int, whose roll is a try to leave jail, 0 if that is not known; None: nobody's.
            row: rolls of this turn that have earned another one, 0..2; 3: it is no turn's.
            of_block: bool, whether it is the Question Block's whatever is set, once.
            ends: totals of the dice (ints) that end the turn, whatever else they would earn: they
                lead to the space that sends to jail.

        Raises:
            ValueError: these rules have no jail.
        """
        if not self._rules[rules.TRIES]:
            raise ValueError("These rules have no jail.")
        self._in_jail = player
        self._ends = ends
        if row is not None:
            self._row = row
        if of_block is not None and self._block and self.armed != BID:
            of_block = of_block or self._beside() == "block"
            if of_block == (type(self.armed) is tuple):
                self.armed = self._drawn(of_block)
                self.arm()

    def requests(self):
        """Loads and returns the request ``dice``."""
        from pingware.games.dice.requests import DiceHandlers

        return DiceHandlers(self, self._load_clocks(), self.stage).handlers
