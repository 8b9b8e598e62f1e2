"""A game of ``storm`` under test: a test sets its state, and gives commands to judge."""

from typing import Any

from tests.unit.pingblock.tables.places import changed_at

from pingblock.tables.command import command, malformed
from pingblock.tables.game import TableEvent
from pingblock.tables.storm.referee import StormGame
from pingblock.tables.storm.state import StormState
from pingblock.tables.table import settle

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
# The spaces in the specification's examples: 32 spaces, corners 0, 8, 16 and 24. Locations have
# odd numbers, or 2 and 6, and cost 1 HP, 2 in the storm (our own figures). The others are traps,
# except 4 and 20.
_CORNERS = {0: "go", 8: "jail", 16: "parking", 24: "go_to_jail"}
_EVEN = (2, 6)
_OTHERS = {4: "campfire", 20: "chest"}


def board(**top: str) -> str:
    """Returns the test board's file. ``top`` are lines of its head."""
    lines = ["format = 1", 'name = "test"', 'spec = "FN"']
    lines += [f"{name} = {value}" for name, value in top.items()]
    for at in range(32):
        location = at % 2 or at in _EVEN
        kind = _CORNERS.get(at) or _OTHERS.get(at) or ("location" if location else "trap")
        lines += ["[[space]]", f'kind = "{kind}"', f'name = "{kind} {at}"']
        if kind == "location":
            colour = (at - 1) // 4 if at % 2 else "even"
            lines += [f'set = "{colour}"', "cost = 1", "storm_cost = 2"]
    return "\n".join(lines)


class Storm:
    """A game of players who have dropped in on GO. Ann has the turn."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        self.game = StormGame()
        given = {"roll_off": False, "board": board(), **options}
        self.state: StormState = self.game.start(settle(self.game.options, given), NAMES[:players])
        self.spaces = self.state.board.spaces
        self.events: tuple[TableEvent, ...] = ()
        for seat in range(players):
            self.do("drop", seat, space=0)

    def set(self, **values: Any) -> "Storm":
        """Sets values of the state. For a tuple, pass a dict of places and new values."""
        for name, value in values.items():
            now = changed_at(getattr(self.state, name), value)
            self.state = self.state._replace(**{name: now})
        return self

    def do(self, do: str, seat: int | None = None, **args: Any) -> StormState:
        """Carries out a command that must be legal."""
        step = command(do, seat, **args)
        fault = malformed(self.game.verbs, step, len(self.state.hp))
        assert (fault or self.game.why_not(self.state, step)) is None
        self.state, self.events = self.game.apply(self.state, step)
        return self.state

    @property
    def said(self) -> list[str]:
        """Sentences about the events of the last command."""
        return [self.game.say(each, NAMES) for each in self.events]

    def rule(self, do: str, seat: int | None = None, **args: Any) -> str:
        """Returns the rule by which a command is refused."""
        step = command(do, seat, **args)
        assert malformed(self.game.verbs, step, len(self.state.hp)) is None
        refusal = self.game.why_not(self.state, step)
        assert refusal is not None
        assert refusal.in_words()[-1] in ".?"
        return refusal.rule

    def roll(self, number: int, action: str = "bandages") -> None:
        """Rolls both dice for the player of the turn."""
        self.do("dice", number=number, action=action)

    def goes(self, number: int, action: str = "brick") -> StormState:
        """Rolls and moves the player of the turn."""
        self.roll(number, action)
        return self.do("move", self.state.turn)
