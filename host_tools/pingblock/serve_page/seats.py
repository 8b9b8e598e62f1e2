"""The seats of the table's game, and the phones that play them."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.asker import Asker


class Seats:
    """The seats of one table, and the phones that have taken some of them.

    A phone is known by its key: a random text that its browser keeps. No other page gets it.
    """

    def __init__(self) -> None:
        self._players: tuple[str, ...] = ()
        self._keys: dict[int, str] = {}  # by seat

    @property
    def taken(self) -> list[int]:
        """Seats that a phone has, in order."""
        return sorted(self._keys)

    def key(self, seat: int) -> str:
        """Returns the key of the phone that has a seat; "" if no phone has it."""
        return self._keys.get(seat, "")

    def follow(self, players: Sequence[str], another: bool) -> None:
        """Takes the players of the table as it is now.

        Args:
            players: their names, in the order of the seats.
            another: another game has begun: each phone keeps the players that it had.
        """
        if another:
            had = {self._players[seat]: key for seat, key in self._keys.items()}
            self._keys = {seat: had[name] for seat, name in enumerate(players) if name in had}
        self._keys = {seat: key for seat, key in self._keys.items() if seat < len(players)}
        self._players = tuple(players)

    def take(self, seat: object, key: str) -> bool:
        """Gives a phone a seat; returns whether it has it, also if it had it before."""
        if type(seat) is not int or not 0 <= seat < len(self._players):
            return False
        return self._keys.setdefault(seat, key) == key

    def free(self, seat: object, key: str | None = None) -> bool:
        """Frees a seat; returns whether it is free now.

        Args:
            seat: 0 is the first.
            key: of the phone that gives it up; None: the host takes it back.
        """
        if type(seat) is not int or key not in (None, self._keys.get(seat)):
            return False
        self._keys.pop(seat, None)
        return True

    def host(self) -> Asker:
        """Returns what the host's page may move."""
        return Asker(None, frozenset(self._keys))

    def phone(self, key: str) -> Asker:
        """Returns what a phone may move."""
        own = frozenset(seat for seat, each in self._keys.items() if each == key)
        return Asker(own, frozenset(self._keys))
