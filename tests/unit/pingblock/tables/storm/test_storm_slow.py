"""Moves of ``storm`` from random states, against the turn algorithm of the specification.

The slow way below is written from the text alone, on plain lists, and shares nothing with the
referee but the numbers of the test board.
"""

from random import Random
from typing import Any

import pytest
from tests.unit.pingblock.tables.storm.playing import Storm

from pingblock.tables.storm.board import StormItem

MOVES = 400
LOCATIONS = {*range(1, 32, 2), 2, 6}
PARTNER = {**{at: at + 2 if at % 4 == 1 else at - 2 for at in range(1, 32, 2)}, 2: 6, 6: 2}
CAMPFIRE, CHEST, CORNERS = 4, 20, (0, 8, 16, 24)
TRAPS = set(range(32)) - LOCATIONS - {CAMPFIRE, CHEST, *CORNERS}


class Slow:
    """Notes of people at a table; seat 0 moves."""

    def __init__(self, chance: Random) -> None:
        self.hp = [chance.randint(1, 15) if chance.randrange(3) else 1 for _ in range(3)]
        self.place = [chance.randrange(32) for _ in range(3)]
        self.walls = set(chance.sample(range(32), chance.randint(0, 8)))
        self.stormed = set(chance.sample(range(32), chance.randint(0, 12)))
        self.owner = {
            at: chance.randrange(3) for at in LOCATIONS - self.stormed if chance.random() < 0.7
        }
        self.dropped = {at: f"item {at}" for at in chance.sample(range(32), 6)}
        self.items: list[str] = ["kit"]
        self.jailed: set[int] = set()
        self.due: list[str] = []
        self.crossed = self.over = False

    def move(self, steps: int) -> None:
        for _ in range(steps):
            self.enter((self.place[0] + 1) % 32)
            if self.place[0] in self.walls:
                break
        reached = self.place[0]
        self.settle(reached)
        self.walls.discard(reached)

    def enter(self, at: int) -> None:
        self.place[0] = at
        if at == 0:
            self.crossed = True
            if 0 not in self.stormed:
                self.gain(2)
        if at in self.dropped:
            self.items.append(self.dropped.pop(at))

    def settle(self, at: int) -> None:
        if at in self.stormed:
            self.pay(2)
        elif at in LOCATIONS:
            if at not in self.owner:
                self.owner[at] = 0
            elif self.owner[at] != 0:
                self.pay(1)
            elif self.owner.get(PARTNER[at]) == 0:
                self.gain(2)
        elif at == CHEST:
            self.due.append("chest")
        elif at == CAMPFIRE:
            self.gain(1)
        elif at in TRAPS:
            self.pay(1)
        elif at == 24:
            self.over = True
            self.due.append("storm")
            self.enter_jail()

    def enter_jail(self) -> None:
        self.place[0] = 8
        if 8 in self.dropped:
            self.items.append(self.dropped.pop(8))
        if 8 in self.stormed:
            self.pay(2)
        else:
            self.jailed.add(0)

    def gain(self, hp: int) -> None:
        self.hp[0] = min(15, self.hp[0] + hp)

    def pay(self, hp: int) -> None:
        self.hp[0] = max(0, self.hp[0] - hp)
        if self.hp[0] == 0:
            self.over = True
            self.due = [card for card in self.due if card == "storm"]
            if self.items:
                self.dropped[self.place[0]] = ", ".join(self.items)
            self.items = []
            self.stormed |= {at for at, who in self.owner.items() if who == 0}
            self.owner = {at: who for at, who in self.owner.items() if who != 0}


def set_up(storm: Storm, slow: Slow) -> None:
    def placed(found: Any, nothing: Any) -> tuple[Any, ...]:
        return tuple(found.get(at, nothing) for at in range(32))

    storm.set(
        hp=tuple(slow.hp),
        place=tuple(slow.place),
        walls=tuple(at in slow.walls for at in range(32)),
        stormed=tuple(at in slow.stormed for at in range(32)),
        owner=placed(slow.owner, -1),
        dropped=placed({at: (StormItem(name),) for at, name in slow.dropped.items()}, ()),
        items=((StormItem("kit"),), (), ()),
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_that_of_the_algorithm(seed: int) -> None:
    chance = Random(seed)
    ends = set()
    for _ in range(MOVES):
        slow, storm = Slow(chance), Storm(3)
        set_up(storm, slow)
        steps = chance.randint(1, 6)
        state = storm.goes(steps)
        slow.move(steps)
        if slow.over and not slow.due and slow.crossed:
            slow.due, slow.crossed = ["storm"], False  # FN-20, at the end of the turn
        assert list(state.hp) == slow.hp
        assert list(state.place) == slow.place
        assert {at for at, wall in enumerate(state.walls) if wall} == slow.walls
        assert {at for at, gone in enumerate(state.stormed) if gone} == slow.stormed
        assert {at: who for at, who in enumerate(state.owner) if who >= 0} == slow.owner
        assert [each.name for each in state.items[0]] == slow.items
        lying = {
            at: ", ".join(i.name for i in each) for at, each in enumerate(state.dropped) if each
        }
        assert lying == slow.dropped
        assert {seat for seat, tries in enumerate(state.jail) if tries >= 0} == slow.jailed
        assert (list(state.due), state.go_crossed) == (slow.due, slow.crossed)
        assert (state.turn != 0 or state.ending) == slow.over
        ends.add(
            (slow.hp[0] == 0, bool(slow.due), bool(slow.jailed), slow.place[0] in slow.stormed)
        )
    assert len(ends) >= 7
