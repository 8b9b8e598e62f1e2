"""A property game under test."""

from typing import Any

from tests.rules.moves import AtPage, Game
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.property.game import PropertyGame

PLAYERS = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")

SPECS = {"hideout": "ST", "wasteland": "FO", "wasteland_speed": "FO-S"}


def changed(name: str, line: str) -> str:
    """Returns a board that extends a shipped one, with other lines of its rules."""
    return f'format = 1\nname = "own"\nspec = "{SPECS[name]}"\nextends = "{name}"\n[rules]\n{line}'


class Playing(Game):
    """A property game with its state.

    Args:
        name: the edition. Celebration has the invented figures of ``filled_board``.
        players: number of players.
        options: options that differ from their default. The roll for the start is skipped.
    """

    names = PLAYERS

    def __init__(self, name: str, players: int = 2, **options: Any) -> None:
        if name == "celebration":
            options.setdefault("board", filled_board())
        super().__init__(PropertyGame(name), players, **{"roll_off": False, **options})
        self.spaces = self.state.edition.spaces

    def at(self, name: str) -> int:
        """Returns the space of a name."""
        return [space.name for space in self.spaces].index(name)

    def own(self, seat: int, *names: str) -> list[int]:
        """Gives deeds to a player, and returns their spaces."""
        spaces = [self.at(name) for name in names]
        self.set(owner=dict.fromkeys(spaces, seat))
        return spaces

    def dice(self, *dice: int) -> Any:
        """Rolls these dice."""
        return self.do("dice", dice=dice)


class AtPageOf(AtPage, Playing):
    """A property game that a page plays."""
