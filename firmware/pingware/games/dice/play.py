"""Dice on the stage: rolls and their verdicts, jail, rent, and the clocks of a property game."""

from typing import Any

from pingware.games.block import load_play as load_block
from pingware.games.coded_shows import ROLL_SHOWS, CodedShows
from pingware.games.dice import options, rules
from pingware.games.press_game import BUSY, DONE
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks
from pingware.shared.sounds.sound_table import SoundTable

BID = "bid"
RENT_S = 60  # the ticks of rent end then to save the cells, because late claims are rare
TWICE_MS = 4000  # a second hold of the check button within this time is not a repeat
_NOBODY = 0  # the player in jail, while it is unknown


class DicePlay(TimedGame):
    """The dice and their players.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
    """

    SOUNDS = SoundTable(
        "games/dice/tunes", {"first": "beeps"}, more="games/roll_tunes", whole=True
    )
    SHOWS = CodedShows(
        ROLL_SHOWS + b";"
        b"bonus 575869799 fa0;auction 9090 70f;bid 9 70f;"
        b"sold 99664422 70f;unsold 221 444;warning 1357531 07f;clock_over 9753197531 f00"
    )
    TRIAL_SALT = 0x64696365

    def __init__(self, stage):
        super().__init__(stage)
        self._block: "Any" = None  # the class that plays the Question Block next to the die
        self._clocks: "Any" = None  # clocks.Clocks, after the first auction, jail, ...
        self._begin()
        stage.on_change(("dice_rules", "dice_press", "clock_min"), self._begin)

    def _begin(self):
        """Begins a game with the current rules."""
        if self._clocks:
            self._clocks.stop()
        self.end_roll_off()
        self._held_ms = None  # time when a hold of the check button repeated the outcome
        chosen = self.stage.settings.dice_rules
        self._rules = rules.rules_of(chosen)
        self._rolled = self.last = None  # the last roll, and the last outcome
        self._row = 0  # rolls of this turn that have earned another one. 3: not part of a turn
        self._in_jail = None  # the player whose next roll is a try to leave jail
        self._ends = ()  # totals that end the turn if they are rolled next. A host sets them
        self._verdict = rules.NO_VERDICT  # verdict on the last roll
        self._rent_s = 0
        self._kept = None  # the armed outcome from before an auction
        if chosen == options.CELEBRATION and not self._block:
            self._block = load_block()
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
        """Returns whether an auction is open (bool)."""
        return self._clocks is not None and self._clocks.auction

    # --- outcomes of presses

    def reseed(self):
        """Changes to the stage's new seed and forgets the outcome from before an auction."""
        self._kept = None
        super().reseed()

    def draw(self):
        """Draws the next outcome: faces (tuple of int), BID, or an outcome of the block."""
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
        """Returns the Question Block's outcome if the block is used with the die, or ""."""
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
        """Returns an outcome's fields for the report (dict)."""
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

    # --- events

    def follow_press(self, now_ms, outcome, pressed=True):
        """Handles a started outcome: judges rolls, counts bids."""
        self._rent_s = 0
        if type(outcome) is not tuple:
            if outcome == BID:
                self._clocks.bid(now_ms)
            super().follow_press(now_ms, outcome, pressed)
            return
        self._verdict = rules.NO_VERDICT
        self._rolled = outcome if len(outcome) == self._rules[rules.DICE] else None
        # This roll is not judged, because the press came just before a change of the rules.
        if self._rolled is None:
            super().follow_press(now_ms, outcome, pressed)
            return
        first = self.first
        if self._row == rules.ROW_TO_JAIL:  # not a turn of a player
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
        """Handles a hold of the block: tries to leave jail, or repeats the outcome."""
        open_to_it = self._verdict in (rules.NO_VERDICT, rules.BONUS, rules.JAIL)
        rolled = self._rolled is not None and self.last is self._rolled
        if rolled and open_to_it and self._rules[rules.TRIES] and not self.first:
            self._try_jail(_NOBODY, now_ms)
        else:
            super().follow_hold(now_ms)

    def tick(self, now_ms):
        """Plays a soft tick once a second until the next roll, while rent can be claimed.

        Source: SM-24, ST-20, FO-12.
        """
        super().tick(now_ms)
        if self._rent_s and not self.sounding:
            self._rent_s -= 1
            if self._rent_s % 2 == 0:
                self.stage.announce("tick", 0, "tick")
        if self._clocks:
            self._clocks.tick(now_ms)

    def replay(self, now_ms):
        """Plays the last roll again, even after an auction. Returns DONE, BUSY or NOTHING."""
        if self._auction:
            return BUSY
        if self.last == BID:
            self.last = self._rolled
        return super().replay(now_ms)

    # --- check button and lever

    def check(self, now_ms, held_ms):
        """Handles the check button: repeats the outcome. If held, starts an auction or roll-off.

        With the Question Block next to the die, a press plays the block, a hold repeats the
        outcome, and a second hold starts the auction.
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
        """Begins or ends an auction, or a roll-off before the first roll (SM-07). Returns DONE."""
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

    # --- status and requests

    def status(self):
        """Returns the state of the game (dict)."""
        return {"draws": self.draws, "row": self._row}

    def jail(self, player, row=None, of_block=None, ends=()):
        """Sets what the next press means.

        Args:
            player: int, the player whose roll is a try to leave jail. 0 means an unknown player,
                None no try.
            row: rolls of this turn that have earned another one, 0..2. 3 means that the roll is
                not part of a turn.
            of_block: bool, whether the next press plays the Question Block, despite the settings.
            ends: totals of the dice (ints) that end the turn even if they earn another roll,
                because they lead to the space that sends to jail.

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
        """Returns the request ``dice``."""
        self._load_clocks()
        return {"dice": self._dice}

    def _dice(self, request):
        """Handles a request. Returns the state. Raises ValueError."""
        now_ms = self.stage.now_ms()
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        if "jail" in request:
            player = request.get("player", 0)
            if "tries" in request:
                self._clocks.jail(player, request["tries"])
            tried = player if request["jail"] else None
            self.jail(tried, request.get("row"), request.get("block"), request.get("ends", ()))
        if "roll_off" in request:
            self.roll_off(request["roll_off"], now_ms)
        if request.get("auction") == "start":
            self._clocks.open(now_ms)
        elif "auction" in request and self._clocks.auction:
            (self._clocks.bid if request["auction"] == "bid" else self._clocks.close)(now_ms)
        return {"auction_ms": self._clocks.auction_left_ms(now_ms), "bids": self._clocks.bids}

    def _trial(self, draws):
        """Rolls one die ``draws`` times outside the game. Returns each face's count (list)."""
        counts = [0] * rules.SIDES
        for _ in range(draws):
            counts[rules.roll(self.trials(), 1)[0] - 1] += 1
        return counts
