"""A property game under test: a test sets its state, and gives commands to judge."""

from dataclasses import replace
from typing import Any

from tests.unit.pingblock.tables.places import changed_at
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.command import Refusal, command, malformed
from pingblock.tables.game import TableEvent
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.state import PropertyState

PLAYERS = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


class Playing:
    """A game with its state.

    Args:
        name: the edition. Celebration has the invented figures of ``filled_board``.
        players: number of players.
        options: options that differ from their default. The roll for the start is skipped.
    """

    def __init__(self, name: str, players: int = 2, **options: Any) -> None:
        self.game = PropertyGame(name)
        if name == "celebration":
            options.setdefault("board", filled_board())
        given = {each.name: each.default for each in self.game.options.values()}
        given |= {"roll_off": False, **options}
        self.state: PropertyState = self.game.start(given, PLAYERS[:players])
        self.spaces = self.state.edition.spaces
        self.events: tuple[TableEvent, ...] = ()

    def at(self, name: str) -> int:
        """Returns the space of a name."""
        return [space.name for space in self.state.edition.spaces].index(name)

    def set(self, **values: Any) -> "Playing":
        """Sets values of the state. For a tuple, pass a dict of places and new values."""
        for name, value in values.items():
            now = changed_at(getattr(self.state, name), value)
            self.state = replace(self.state, **{name: now})
        return self

    def own(self, seat: int, *names: str) -> list[int]:
        """Gives deeds to a player, and returns their spaces."""
        spaces = [self.at(name) for name in names]
        self.set(owner=dict.fromkeys(spaces, seat))
        return spaces

    def do(self, do: str, seat: int | None = None, **args: Any) -> PropertyState:
        """Carries out a command that must be legal."""
        step = command(do, seat, **args)
        fault = malformed(self.game.verbs, step, len(self.state.cash))
        assert (fault or self.game.why_not(self.state, step)) is None
        self.state, self.events = self.game.apply(self.state, step)
        return self.state

    @property
    def said(self) -> list[str]:
        """Sentences about the events of the last command."""
        return [self.game.say(each, PLAYERS) for each in self.events]

    def dice(self, *dice: int) -> PropertyState:
        """Rolls these dice."""
        return self.do("dice", dice=dice)

    def refused(self, do: str, seat: int | None = None, **args: Any) -> Refusal:
        """Returns the reason against a command that must not be legal."""
        refusal = self.game.why_not(self.state, command(do, seat, **args))
        assert refusal is not None
        assert refusal.in_words()[-1] == "."
        return refusal
