"""Dice on the stage: rolls and their verdicts, jail, rent, auction, roll-off and clock."""

from pingware.games.dice import auction, clock, lights, options, roll_off, rules, sounds
from pingware.games.press_game import BUSY, DONE
from pingware.games.timed_game import SECOND_MS, TimedGame
from pingware.shared import ticks

BID = "bid"
RENT_EVERY_MS = 2000
RENT_TICKS = 30  # a minute: nobody asks later, and cells are not endless
_RENT = "rent"
_NEW_GAME = ("dice_rules", "dice_press")
_TRIAL_SALT = 0x64696365  # with a fixed seed trials and game draw from different sources
_NOBODY = 0  # the player in jail, as long as nobody says who it is


class DicePlay(TimedGame):
    """The dice and their players.

    Args:
        stage: ``app.timed_stage.TimedStage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS

    def __init__(self, stage):
        super().__init__(stage)
        self.auction = auction.Auction(self, stage, self._auctioned)
        self.clock = clock.GameClock(self, stage)
        self._block = None  # celebration.BlockBeside
        self._trials = None  # the generator of trials, once there was one
        self._begin_game()
        stage.on_change(_NEW_GAME, self._new_game)
        stage.on_change(("clock_min",), self.clock.stop)

    def _begin_game(self):
        self.rules = rules.RULES[self.stage.settings.dice_rules]
        self.row = 0  # rolls of this turn that have earned another one
        self.tries = {}  # player in jail -> rolls so far
        self.in_jail = None  # the player whose next roll is a try to leave jail
        self.verdict = rules.NO_VERDICT  # on the last roll
        self.roll_off = None
        self._last_roll = None
        self._rent_left = 0  # ticks
        self._auctioned_roll = None  # the roll that was armed when an auction began
        if self.stage.settings.dice_rules == options.CELEBRATION and not self._block:
            self._block = self.stage.load(self._load_block)

    def _load_block(self):
        from pingware.games.dice import celebration

        return celebration.BlockBeside(self.stage)

    def _new_game(self):
        """Begins a new game by the rules that are set."""
        self.auction.close()
        self.clock.stop()
        self.plan(_RENT, None)
        self.last = None
        self._begin_game()
        self.redraw()

    # --- what a press plays

    def draw(self):
        """Draws what the next press plays: faces (tuple of int), BID, or the block's outcome."""
        if self.auction.open:
            return BID
        return self._draw_block() if self._presses(options.BLOCK) else self._roll()

    def _roll(self):
        return rules.roll(self.generator, self.rules.dice)

    def _draw_block(self):
        return self._block.draw(self.generator)

    def _presses(self, what):
        """Returns whether that is what the block button plays beside something else (bool)."""
        settings = self.stage.settings
        return settings.dice_rules == options.CELEBRATION and settings.dice_press == what

    def sound_of(self, outcome):
        """Returns the name, or the steps of two dice, and the count."""
        if outcome == BID:
            return BID, 1
        if not _is_roll(outcome):
            return outcome.kind, outcome.coins
        if len(outcome) == 1:
            return "die_1", outcome[0]
        return (("die_1", outcome[0]), ("die_2", outcome[1])), 0

    def described(self, outcome):
        """Returns what is reported of an outcome (dict)."""
        if outcome == BID:
            return {"outcome": BID, "bid": self.auction.bids}
        if not _is_roll(outcome):
            found = {"outcome": outcome.kind}
            if outcome.coins:
                found["coins"] = outcome.coins
            return found
        bonus = self.verdict == rules.BONUS
        found = {"outcome": "roll", "dice": list(outcome), "bonus": bonus}
        if self.verdict == rules.JAIL:
            found["jail"] = True
        return found

    def verdicts(self, outcome):
        """Returns the sounds after an outcome."""
        if not _is_roll(outcome) or not self.verdict:
            return []
        if self.verdict == rules.PAY:
            return [("pay", 1)]
        if self.verdict == rules.STAY:
            return [("stay", 1), ("tries", max(self.tries.values()))]
        return [(self.verdict, 1)]

    # --- what happens

    def accepted(self, now_ms, outcome, pressed=True):
        """Takes an outcome that was started: rolls are judged, bids counted."""
        self.plan(_RENT, None)
        self._rent_left = 0
        if outcome == BID:
            self.auction.bid(now_ms)
        elif _is_roll(outcome):
            self._judge(outcome)
        super().accepted(now_ms, outcome, pressed)
        if _is_roll(outcome):
            self._rolled(outcome, now_ms)

    def _judge(self, dice):
        """Finds the verdict on a roll before it is reported."""
        self.verdict = rules.NO_VERDICT
        if self.roll_off is None and self.in_jail is None:
            self.verdict, self.row = rules.verdict(self.rules, self.row, dice)

    def _rolled(self, dice, now_ms):
        self._last_roll = dice
        if self.roll_off:
            player = self.roll_off.player
            over = self.roll_off.roll(dice)
            self.stage.report({"event": "roll_off", "player": player, "total": sum(dice)})
            if over:
                self._end_round(now_ms)
            return
        if self.in_jail is not None:
            self._try_jail(self.in_jail, now_ms)
        self.clock.start(now_ms)
        if self.rules.tries and self.stage.settings.rent_ticks:
            self._rent_left = RENT_TICKS

    def _try_jail(self, player, now_ms):
        """Judges the last roll as a try to leave jail."""
        self.in_jail = None
        self.row = 0
        before = self.tries.get(player, 0)
        self.verdict, self.tries[player] = rules.jail_try(self.rules, before, self._last_roll)
        told = {"event": "outcome", "draw": self.draws, "outcome": "jail_try"}
        told.update({"dice": list(self._last_roll), "try": before + 1, "result": self.verdict})
        if player:
            told["player"] = player
        if self.verdict == rules.PAY:
            told["pay"] = self.rules.pay
        self.stage.report(told)
        self.follow(self.verdicts(self._last_roll), now_ms)

    def held(self, now_ms):
        """Takes a hold of the block: this roll is a try to leave jail; else the outcome again."""
        jail = self.rules.tries and _is_roll(self.last) and not self.roll_off
        if jail and self.verdict in (rules.NO_VERDICT, rules.BONUS, rules.JAIL):
            self._try_jail(_NOBODY, now_ms)
        else:
            super().held(now_ms)

    def ended(self, now_ms):
        """Goes on after a sound; in the silence after a roll rent may be asked for."""
        reply = super().ended(now_ms)
        if self._rent_left and self.sounding is None and self.left_ms(_RENT, now_ms) is None:
            self.plan(_RENT, ticks.add(now_ms, RENT_EVERY_MS), self._rent_tick)
        return reply

    def _rent_tick(self, now_ms):
        """Ticks as long as rent may be asked for: until the next roll (SM-24, ST-20, FO-12)."""
        self._rent_left -= 1
        if not self.sounding:
            self.stage.announce("tick", 0, "tick")
        if self._rent_left:
            self.plan(_RENT, ticks.add(now_ms, RENT_EVERY_MS), self._rent_tick)

    def replay(self, now_ms):
        """Plays the last roll again, also after an auction. Returns DONE, BUSY or NOTHING."""
        if self.auction.open:
            return BUSY
        if self.last == BID:
            self.last = self._last_roll
        return super().replay(now_ms)

    # --- check button and lever

    def check(self, now_ms, held_ms):
        """Takes a press of the check button: the outcome again; the Question Block, or the die, if
        these live together; held for longer, an auction or a roll-off."""
        both = self._block and (self._presses(options.DIE) or self._presses(options.BLOCK))
        if not both or self.auction.open:
            return super().check(now_ms, held_ms)
        if held_ms >= SECOND_MS:
            return self.replay(now_ms)
        other = self._draw_block() if self._presses(options.DIE) else self._roll()
        return self.play_now(now_ms, other)

    def second(self, now_ms):
        """Begins or ends an auction; before the first roll, a roll-off."""
        self.lever(now_ms)
        return DONE

    def lever(self, now_ms):
        """Begins or ends an auction; before the first roll, a roll-off (SM-07)."""
        if self.auction.open:
            self.auction.stop(now_ms)
        elif self.roll_off:
            self._end_round(now_ms)
        elif self.last is None:
            self.begin_roll_off(0, now_ms)
        else:
            self.begin_auction(now_ms)

    def begin_auction(self, now_ms):
        """Opens an auction: presses are bids until it ends (SM-22, STX-06, FO-23)."""
        if self.auction.open:
            return
        self.plan(_RENT, None)
        self._rent_left = 0
        self._auctioned_roll = self.armed
        self.auction.start(now_ms)
        self.redraw()

    def _auctioned(self, now_ms, sound):
        """Goes on after an auction with the roll that was drawn before it."""
        self.armed = self._auctioned_roll or self.draw()
        self.follow([(sound, 1)], now_ms)

    # --- who begins

    def begin_roll_off(self, players, now_ms):
        """Has the players roll for who begins; 0: as many as roll before the lever is pulled."""
        self.roll_off = roll_off.RollOff(players)
        self.row = 0
        self.stage.report({"event": "roll_off", "players": players})
        self.follow([("again", 1)], now_ms)

    def _end_round(self, now_ms):
        """Says who begins by so many notes; after a tie the leaders roll again."""
        leaders = self.roll_off.close()
        if len(leaders) == 1:
            self.roll_off = None
            self.stage.report({"event": "roll_off", "first": leaders[0]})
            self.follow([("first", leaders[0])], now_ms)
        elif leaders:
            self.stage.report({"event": "roll_off", "again": leaders})
            self.follow([("again", 1)], now_ms)
        else:
            self.roll_off = None

    # --- asked by others

    def status(self):
        """Returns the state of the game (dict)."""
        now_ms = self.stage.now_ms()
        return {
            "draws": self.draws,
            "row": self.row,
            "auction_ms": self.auction.left_ms(now_ms),
            "clock_ms": self.clock.left_ms(now_ms),
        }

    def requests(self):
        """Returns the request ``dice``."""
        return {"dice": self._asked}

    def _asked(self, request):
        """Does what a request asks for. Returns the state. Raises ValueError."""
        now_ms = self.stage.now_ms()
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        if "roll_off" in request:
            self.begin_roll_off(request["roll_off"], now_ms)
        if "jail" in request:
            if not self.rules.tries:
                raise ValueError("These rules have no jail: set dice_rules to a property game.")
            self.in_jail = request.get("player", _NOBODY) if request["jail"] else None
        if request.get("auction") == "start":
            self.begin_auction(now_ms)
        elif "auction" in request and self.auction.open:
            self.auction.stop(now_ms)
        return self.status()

    def _trial(self, draws):
        """Rolls one die so often beside the game. Returns how often each face came (list)."""
        self._trials = self._trials or self.stage.generator(_TRIAL_SALT)
        counts = [0] * rules.SIDES
        for _ in range(draws):
            counts[rules.roll(self._trials, 1)[0] - 1] += 1
        return counts


def _is_roll(outcome):
    return type(outcome) is tuple
