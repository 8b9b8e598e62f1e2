"""A game of ``storm`` under test."""

from typing import Any

from tests.rules.moves import AtPage, Game

from pingblock.tables.storm.referee import StormGame

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


class Storm(Game):
    """A game of players who have dropped in on GO. Ann has the turn."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        super().__init__(StormGame(), players, **{"roll_off": False, "board": board(), **options})
        self.spaces = self.state.board.spaces
        for seat in range(players):
            self.do("drop", seat, space=0)


class StormAtPage(AtPage, Storm):
    """A game of the storm that a page plays."""
