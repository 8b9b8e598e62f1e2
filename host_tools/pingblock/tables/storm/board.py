"""Board of ``storm`` as data: spaces, Storm cards, the chest's items, and the lines of sight.

The places where the path turns are the four corners. A side goes from one corner to the next, and
includes both (FN-13).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

GO, JAIL, PARKING, GO_TO_JAIL = "go", "jail", "parking", "go_to_jail"
LOCATION, CHEST, CAMPFIRE, TRAP = "location", "chest", "campfire", "trap"
CORNERS = (GO, JAIL, PARKING, GO_TO_JAIL)
WALLS = 8  # FN-01
STORM_CARDS = 15
CHEST_CARDS = 16
HP_MOST = 15  # FN-05, FN-06
HP_TOKENS = 110


class StormSpace(NamedTuple):
    """One space. Only a location has ``cost`` and ``storm_cost``, in HP. Else they are 0."""

    kind: str
    name: str
    set: str = ""
    cost: int = 0
    storm_cost: int = 0


class StormItem(NamedTuple):
    """One item of the chest, with the entered text of its card (FN-33).

    Args:
        name: as on the card.
        once: whether it goes under the deck after one use. Else it lasts.
        gain: HP for its user, 0..15.
        damage: HP that the target loses, 0..15.
        far: whether it shoots beyond the line of sight.
    """

    name: str
    once: bool = True
    gain: int = 0
    damage: int = 0
    far: bool = False


ANY_ITEM = StormItem("Bandage kit", gain=2)  # an example, if a table does not know its deck


@dataclass(frozen=True)
class StormBoard:
    """A board, checked.

    Args:
        name: of the file.
        unverified: sentences about things that no source gives.
        spaces: in walking order from GO.
        storm_cards: the space that each Storm card names, or () if unknown.
        chest: the items of the deck, or () if unknown.
    """

    name: str
    unverified: tuple[str, ...]
    spaces: tuple[StormSpace, ...]
    storm_cards: tuple[int, ...] = ()
    chest: tuple[StormItem, ...] = ()
    jail: int = field(init=False)
    sides: tuple[frozenset[int], ...] = field(init=False)  # of each space, its sides
    partner: tuple[int, ...] = field(init=False)  # the other location of its colour, or -1
    names: tuple[str, ...] = field(init=False)  # with a number if several have the same name

    def __post_init__(self) -> None:
        kinds = [space.kind for space in self.spaces]
        corners = [at for at, kind in enumerate(kinds) if kind in CORNERS]
        ends = [*corners[1:], len(kinds)]
        sides = tuple(
            frozenset(
                side
                for side, (first, last) in enumerate(zip(corners, ends, strict=True))
                if first <= at <= last or (at == 0 and last == len(kinds))
            )
            for at in range(len(kinds))
        )
        names = [space.name for space in self.spaces]
        called = (
            f"{name} {at}" if names.count(name) > 1 else name for at, name in enumerate(names)
        )
        object.__setattr__(self, "names", tuple(called))
        object.__setattr__(self, "jail", kinds.index(JAIL))
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "partner", tuple(map(self._partner_of, range(len(kinds)))))

    def sees(self, here: int, there: int) -> bool:
        """Returns whether two spaces are on one side of the board (FN-13)."""
        return not self.sides[here].isdisjoint(self.sides[there])

    def _partner_of(self, at: int) -> int:
        for other, space in enumerate(self.spaces):
            if other != at and space.set and space.set == self.spaces[at].set:
                return other
        return -1
