"""Outputs that record their calls, and a table at which the worms are played."""

from tests.rules.device_moves import sounds_in_words

from pingware.games.worms.rules import Worms, surprise
from pingware.games.worms.variants import rules_of
from pingware.shared import ticks
from pingware.shared.random32 import from_int

START_MS = ticks.PERIOD - 8000  # the ticks wrap in every game


class Stage:
    """A speaker, worms, a light and a link, which record their calls."""

    def __init__(self):
        self.sounds = []
        self.moving = False
        self.light_is = ("off", 0)
        self.messages = []
        self.hands = []

    def play(self, name, count):
        self.sounds.append((name, count))

    def move(self, on):
        assert on != self.moving, "the worms are told what they do already"
        self.moving = on

    def light(self, show, count):
        self.light_is = (show, count)

    def report(self, message):
        self.messages.append(dict(message))

    def hand(self, player, cards):
        self.hands.append((player, list(cards)))

    def told(self, event):
        return [message for message in self.messages if message["event"] == event]

    @property
    def states(self):
        return [message["state"] for message in self.told("run")]

    def heard(self, name):
        return [count for sound, count in self.sounds if sound == name]


class WormsTable:
    """Worms on a fake stage, with a clock that advances by 5 ms."""

    def __init__(self, rules=None, seconds=20, seed=1, length=None, look_ms=5):
        self.stage = Stage()
        self.length = length or surprise(seconds, seconds)
        self.worms = Worms(self.stage, from_int(seed), self.length, rules)
        self._look_ms = look_ms
        self._looked = 0  # number of sounds at the last look
        self.at_ms = 0
        self.worms.new_game(self.now_ms)

    @property
    def now_ms(self):
        return ticks.add(START_MS, self.at_ms)

    @property
    def referee(self):
        return self.worms.referee

    @property
    def scores(self):
        return self.referee.scores

    @property
    def winner(self):
        return self.referee.winner

    @property
    def player(self):
        return self.referee.player

    @property
    def state(self):
        return self.worms.state

    @property
    def states(self):
        """The reported states of all runs."""
        return self.stage.states

    @property
    def moving(self):
        return self.stage.moving

    @property
    def light(self):
        return self.stage.light_is

    @property
    def status(self):
        return self.worms.status(self.now_ms)

    @property
    def runs(self):
        """All reports of runs, with times since the start."""
        return self._told("run")

    @property
    def matches(self):
        """All reports of matches, with times since the start."""
        return self._told("score")

    def _told(self, event):
        messages = self.stage.told(event)
        return [{**each, "ms": ticks.diff(each["ms"], START_MS)} for each in messages]

    @property
    def waits_ms(self):
        """The time until the worms must look again."""
        return self.worms.wait_ms(self.now_ms)

    @property
    def turns(self):
        """The players of all turns."""
        return [message["player"] for message in self.stage.told("turn")]

    @property
    def starts(self):
        """The players of all runs."""
        return [message.get("player") for message in self.runs if message["state"] == "started"]

    @property
    def hands(self):
        """The players whose hands were announced."""
        return [player for player, _cards in self.stage.hands]

    def heard(self):
        """Returns the sounds since the last look, in words."""
        begin, self._looked = self._looked, len(self.stage.sounds)
        return sounds_in_words(self.stage.sounds[begin:])

    def do(self, event):
        """Does a pull, release, lever_failed, start, stop (of the run), press or tick."""
        return getattr(self.worms, event)(self.now_ms)

    def wait(self, ms):
        end_ms = self.at_ms + ms
        while self.at_ms < end_ms:
            self.at_ms = min(end_ms, self.at_ms + self._look_ms)
            self.worms.tick(self.now_ms)

    def sleep(self, ms):
        """Lets time pass without a look."""
        self.at_ms += ms

    def match(self, player):
        return self.worms.match(player, self.now_ms)

    def undo(self, player):
        return self.worms.undo(player, self.now_ms)

    def begin(self):
        """Pulls the lever and releases it."""
        self.do("pull")
        self.wait(200)
        assert self.do("release") == "done"

    def whole_run(self):
        """Plays a run to its end, and waits until a late press no longer counts."""
        self.begin()
        self.wait(self.length[1] + 6000)

    def press_match(self):
        """Presses for a match, and waits a little."""
        assert self.do("press") == "done"
        self.wait(200)

    def hold(self, ms):
        """Holds the button for ``ms``. Returns the reply."""
        self.wait(ms)
        return self.pressed(ms)

    def pressed(self, ms):
        """Releases the button that was held for ``ms``. Returns the reply."""
        return self.worms.press(self.now_ms, ms)


def table_of(players, together=False, mixed=False, each=None, **others):
    """Returns a WormsTable with a referee."""
    rules = rules_of(players, together, mixed)
    return WormsTable(rules._replace(each=each or rules.each), **others)


def order_of(table, runs):
    """Plays ``runs`` wiggles. Returns their players, as the starts were reported."""
    for _ in range(runs):
        table.whole_run()
    return table.starts


def starting_with(player, players, **others):
    """Returns a table at which ``player`` has the first turn."""
    for seed in range(100):
        table = table_of(players, seed=seed, **others)
        if table.referee.player == player:
            return table
    raise AssertionError(f"player {player} never begins")


def won_table(**others):
    """Returns a table of two at which player 1 has just won by a press."""
    table = starting_with(1, 2, **others)
    table.referee.scores[0] = table.referee.rules.each - 1
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.referee.winner == 1
    return table
