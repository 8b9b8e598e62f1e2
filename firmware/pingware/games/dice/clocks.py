"""Clocks of the dice: the auction, the roll-off and the long game. Loaded with the first of them.

Sources: SM-22, STX-06, FO-23 (auction); SM-07, SM-A-22, ST-06, FO-07 (who begins); FO-S1..FO-S4.
"""

from pingware.games.dice import clock_rules, rules
from pingware.shared import ticks

BID_MS = 10_000  # project choice
_TICKS = 5  # in the last seconds of an auction, one each
WARNINGS_MIN = (15, 5, 1)  # before the end of a long game
_MINUTE_MS = 60_000
_PLAN = "auction"
_TRIAL_SALT = 0x64696365  # with a fixed seed trials and game draw from different sources


class Clocks:
    """The clocks of one game of dice.

    Args:
        game: ``games.dice.play.DicePlay``.
        stage: ``app.timed_stage.TimedStage``.
    """

    def __init__(self, game, stage):
        self._game = game
        self._stage = stage
        self._trials = None  # the generator of trials, once there was one
        self.auction = False  # one is open
        self.bids = 0
        self._deadline_ms = 0
        self.busy = False  # a roll-off is on
        self._order = []  # players in a round of the roll-off; empty: as many as roll
        self._totals = {}  # of the roll-off, player -> total
        self._tries = {}  # player in jail -> rolls so far
        self.nth = 0  # which of them the last one was
        self._end_ms = None  # of the long game
        self._warned = 0  # how many of its warnings are over

    def stop(self):
        """Stops all of them without a word: a new game begins."""
        self._game.plan(_PLAN, None)
        self.auction = False

    def lever(self, now_ms):
        """Begins or ends an auction or a roll-off; before the first roll, a roll-off."""
        if self.auction:
            self._sell(now_ms)
        elif self.busy:
            self._end_round(now_ms)
        elif self._game.last is None:
            self.roll_off(0, now_ms)
        else:
            self.open_auction(now_ms)

    def _report(self, outcome, name, value):
        told = {"event": "outcome", "draw": self._game.draws, "outcome": outcome}
        told[name] = value
        self._stage.report(told)

    # --- auction

    def open_auction(self, now_ms):
        """Opens an auction: presses are bids until it ends."""
        if self.auction:
            return
        self.auction = True
        self.bids = 0
        self._report("auction", "bids", 0)
        self._game.redraw()
        self._stage.announce("auction", 0, "auction")
        self._restart(now_ms)

    def bid(self, now_ms):
        """Counts a bid; the others have the whole time again."""
        self.bids += 1
        if self.auction:
            self._restart(now_ms)

    def _restart(self, now_ms):
        self._deadline_ms = ticks.add(now_ms, BID_MS)
        self._plan(_TICKS)

    def _plan(self, left_s):
        at_ms = ticks.add(self._deadline_ms, -1000 * left_s)
        self._game.plan(_PLAN, at_ms, self._tick if left_s else self._sell)

    def _tick(self, now_ms):
        left_s = (ticks.diff(self._deadline_ms, now_ms) + 500) // 1000
        self._stage.announce("tick", 0, "tick")
        self._plan(max(0, left_s - 1))

    def _sell(self, now_ms):
        """Ends the auction: sold to who has bid last, or to nobody."""
        self._game.plan(_PLAN, None)
        self.auction = False
        sold = "sold" if self.bids else "unsold"
        self._report(sold, "bids", self.bids)
        self._game.redraw()
        self._game.follow([(sold, 1)], now_ms)

    # --- jail

    def jail_try(self, chosen, player, dice, draws):
        """Judges a roll as a player's try to leave jail, and reports it.

        Args:
            chosen: the rules that are set, of ``rules.rules_of``.
            player: int; 0: it is not known who.
            dice: the faces.
            draws: the number of this roll.

        Returns:
            The verdict: FREE, STAY or PAY.
        """
        self.nth = self._tries.get(player, 0) + 1
        result, self._tries[player] = clock_rules.jail_try(chosen, self.nth, dice)
        told = {"event": "outcome", "draw": draws, "outcome": "jail_try", "dice": list(dice)}
        told.update({"try": self.nth, "result": result})
        if player:
            told["player"] = player
        if result == rules.PAY:
            told["pay"] = chosen[rules.FEE]
        self._stage.report(told)
        return result

    # --- who begins

    def roll_off(self, players, now_ms):
        """Has the players roll for who begins; 0: as many as roll until the lever is pulled."""
        self.busy = True
        self._order = list(range(1, players + 1))
        self._totals = {}
        self._report("roll_off", "players", players)
        self._game.follow([("again", 1)], now_ms)

    def counted(self, dice, now_ms):
        """Takes the next player's roll."""
        nth = len(self._totals)
        player = self._order[nth] if self._order else nth + 1
        self._totals[player] = sum(dice)
        self._report("roll_off", "player", player)
        if len(self._totals) == len(self._order):
            self._end_round(now_ms)

    def _end_round(self, now_ms):
        """Says who begins by so many notes; after a tie those who lead roll again, in order."""
        leaders = clock_rules.leaders(self._totals) if self._totals else []
        self._order, self._totals = leaders, {}
        self.busy = len(leaders) > 1
        if self.busy:
            self._report("roll_off", "again", leaders)
            self._game.follow([("again", 1)], now_ms)
        elif leaders:
            self._report("roll_off", "first", leaders[0])
            self._game.follow([("first", leaders[0])], now_ms)

    # --- long game

    def begin(self, now_ms):
        """Starts the clock of a long game, unless it runs."""
        if self._end_ms is None:
            self._end_ms = ticks.add(now_ms, self._stage.settings.clock_min * _MINUTE_MS)

    def tick(self, now_ms):
        """Warns when the long game nears its end, once it is silent; called once a second."""
        if self._end_ms is None or self._warned > len(WARNINGS_MIN) or self._game.sounding:
            return
        over = self._warned == len(WARNINGS_MIN)
        left_min = 0 if over else WARNINGS_MIN[self._warned]
        if ticks.diff(self._end_ms, now_ms) > left_min * _MINUTE_MS:
            return
        name = "clock_over" if over else "warning"
        if self._stage.announce(name, 0, name):
            self._warned += 1
            self._report("clock", "left_min", left_min)

    # --- the request

    def answer(self, request):
        """Does what the request ``dice`` asks for. Returns the state. Raises ValueError."""
        now_ms = self._stage.now_ms()
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        if "jail" in request:
            player = request.get("player", 0)
            self._tries[player] = request.get("tries", self._tries.get(player, 0))
            tried = player if request["jail"] else None
            self._game.jail(tried, request.get("row"), request.get("block"))
        if "roll_off" in request:
            self.roll_off(request["roll_off"], now_ms)
        if request.get("auction") == "start":
            self.open_auction(now_ms)
        elif "auction" in request and self.auction:
            self._sell(now_ms)
        left_ms = ticks.diff(self._deadline_ms, now_ms) if self.auction else None
        game_ms = None if self._end_ms is None else max(0, ticks.diff(self._end_ms, now_ms))
        return {"auction_ms": left_ms, "bids": self.bids, "clock_ms": game_ms}

    def _trial(self, draws):
        """Rolls one die so often beside the game. Returns how often each face came (list)."""
        self._trials = self._trials or self._stage.generator(_TRIAL_SALT)
        counts = [0] * rules.SIDES
        for _ in range(draws):
            counts[rules.roll(self._trials, 1)[0] - 1] += 1
        return counts
