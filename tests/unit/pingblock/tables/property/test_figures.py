"""Final counts and available cash in random states, compared with a simple calculation from the
classic board.

The simple calculation below uses only the table in ``test_board_file`` and the text of the rules,
and no code of the engine.
"""

from random import Random

import pytest
from tests.unit.pingblock.tables.property.playing import Playing
from tests.unit.pingblock.tables.property.test_board_file import CLASSIC

from pingblock.tables.property.holdings import could_raise, worth

STATES = 60
ROWS = {int(row.split()[0]): [*map(int, row.split()[1:])] for row in CLASSIC.split("\n") if row}
SETS: tuple[tuple[int, ...], ...] = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19))
SETS += ((21, 23, 24), (26, 27, 29), (31, 32, 34), (37, 39))
STATIONS, RADIOS = (5, 15, 25, 35), (12, 28)
GROUPS = (*SETS, STATIONS, RADIOS)


class Deeds:
    """Owners, mortgages and buildings by space, drawn at random but possible."""

    def __init__(self, chance: Random) -> None:
        self.owner: dict[int, int] = {}
        self.built: dict[int, int] = {}
        self.mortgaged: set[int] = set()
        for group in GROUPS:
            one = chance.choice((-1, 0, 1, 1, 1))
            owners = [one if chance.random() < 0.8 else chance.choice((-1, 0, 1)) for _ in group]
            self.owner.update(zip(group, owners, strict=True))
            if group in SETS and len({*owners}) == 1 and one >= 0 and chance.random() < 0.6:
                level = chance.randint(0, 4)
                self.built.update({at: level + chance.randrange(2) for at in group})
            else:
                self.mortgaged |= {
                    at for at in group if self.owner[at] >= 0 and chance.random() < 0.3
                }

    def price(self, at: int) -> int:
        return ROWS[at][0] if at in ROWS else 200 if at in STATIONS else 150

    def count(self, seat: int, cash: int, name: str) -> int:
        """Returns a final count (FO-S4, FO-A-16)."""
        for at in (at for at, owner in self.owner.items() if owner == seat):
            price, level = self.price(at), self.built.get(at, 0)
            cash += -(-price // 2) if at in self.mortgaged else price
            houses = level if level < 5 else 1 + (3 if name == "wasteland" else 4)
            cash += houses * ROWS[at][7] if level else 0
        return cash

    def raised(self, seat: int, cash: int) -> int:
        """Returns the most cash from sales and mortgages (STX-13, FO-26, FO-27, FO-29)."""
        for at in (at for at, owner in self.owner.items() if owner == seat):
            if at not in self.mortgaged:
                cash += ROWS[at][8] if at in ROWS else self.price(at) // 2
            cash += self.built.get(at, 0) * ROWS[at][7] // 2 if at in ROWS else 0
        return cash


@pytest.mark.parametrize("name", ["hideout", "wasteland"])
def test_final_counts_and_raisable_cash_match_slow_calculation(name):
    chance = Random(4)
    game = Playing(name, cards="none")
    start = game.state
    for _ in range(STATES):
        deeds = Deeds(chance)
        game.state = start
        game.set(
            owner=deeds.owner, built=deeds.built, mortgaged=dict.fromkeys(deeds.mortgaged, True)
        )
        assert worth(game.state, 1) == deeds.count(1, 1500, name)
        assert could_raise(game.state, 1) == deeds.raised(1, 1500)
