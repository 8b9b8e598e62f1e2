"""Board of ``storm`` as data: spaces, Storm cards, items of the chest, and lines of sight.

The four corners are the places where the path turns. A side goes from one corner to the next, and
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
    """A space. ``cost`` and ``storm_cost`` are in HP, 0 if it is not a location."""

    kind: str
    name: str
    set: str = ""
    cost: int = 0
    storm_cost: int = 0


class StormItem(NamedTuple):
    """An item of the chest, with what its card says (FN-33).

    Args:
        name: name on the card.
        once: whether it goes to the bottom of the deck after one use. Otherwise the player keeps
            it.
        gain: HP that its user gets, 0..15.
        damage: HP that the target loses, 0..15.
        far: whether it reaches beyond the line of sight.
    """

    name: str
    once: bool = True
    gain: int = 0
    damage: int = 0
    far: bool = False


ANY_ITEM = StormItem("Bandage kit", gain=2)  # an example for a game whose deck is not known


@dataclass(frozen=True)
class StormBoard:
    """A board after all checks.

    Args:
        name: name in the file.
        unverified: sentences about things that no source gives.
        spaces: spaces in the direction of play, from GO.
        storm_cards: the space that each Storm card names, or () if unknown.
        chest: items in the deck, or () if unknown.
    """

    name: str
    unverified: tuple[str, ...]
    spaces: tuple[StormSpace, ...]
    storm_cards: tuple[int, ...] = ()
    chest: tuple[StormItem, ...] = ()
    jail: int = field(init=False)
    # for each space, the sides that it is on
    sides: tuple[frozenset[int], ...] = field(init=False)
    partner: tuple[int, ...] = field(init=False)  # the other location of the same colour, or -1
    # names of the spaces, with a number if several spaces have the same name
    names: tuple[str, ...] = field(init=False)

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
