"""Request of the dice. The first one loads this module."""

from pingware.games.dice import rules

_TRIAL_SALT = 0x64696365  # with a fixed seed trials and game draw from different sources


class DiceHandlers:
    """The request ``dice``.

    Args:
        game: ``games.dice.play.DicePlay``.
        clocks: ``clocks.Clocks``.
        stage: ``app.play.timed_stage.TimedStage``.
    """

    def __init__(self, game, clocks, stage):
        self._game = game
        self._clocks = clocks
        self._stage = stage
        self._trials = None  # the generator of trials, after the first trial
        self.handlers = {"dice": self._dice}

    def _dice(self, request):
        """Handles a request. Returns the state. Raises ValueError."""
        game, now_ms = self._game, self._stage.now_ms()
        if "draws" in request:
            return {"counts": self._trial(request["draws"])}
        if "jail" in request:
            player = request.get("player", 0)
            if "tries" in request:
                self._clocks.jail(player, request["tries"])
            tried = player if request["jail"] else None
            game.jail(tried, request.get("row"), request.get("block"), request.get("ends", ()))
        if "roll_off" in request:
            game.roll_off(request["roll_off"], now_ms)
        clocks = self._clocks
        if request.get("auction") == "start":
            clocks.open(now_ms)
        elif "auction" in request and clocks.auction:
            (clocks.bid if request["auction"] == "bid" else clocks.close)(now_ms)
        return {"auction_ms": clocks.auction_left_ms(now_ms), "bids": clocks.bids}

    def _trial(self, draws):
        """Rolls one die ``draws`` times outside the game. Returns each face's count (list)."""
        self._trials = self._trials or self._stage.generator(_TRIAL_SALT)
        counts = [0] * rules.SIDES
        for _ in range(draws):
            counts[rules.roll(self._trials, 1)[0] - 1] += 1
        return counts
