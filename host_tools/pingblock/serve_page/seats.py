"""The seats of the current game, and the phones that play for them."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.asker import Asker


class Seats:
    """The seats of a game, and the phones that have taken some of them.

    A phone is identified by a key: a random text in its browser that other pages do not get.
    """

    def __init__(self) -> None:
        self._players: tuple[str, ...] = ()
        self._keys: dict[int, str] = {}  # seat -> key of its phone

    @property
    def taken(self) -> list[int]:
        """The seats that phones have taken, in order."""
        return sorted(self._keys)

    def key(self, seat: int) -> str:
        """Returns the key of the phone at a seat, or ""."""
        return self._keys.get(seat, "")

    def follow(self, players: Sequence[str], another: bool) -> None:
        """Adapts to the current players of the game.

        Args:
            players: their names, in the order of the seats.
            another: whether another game has begun. The phones keep the same players.
        """
        if another:
            had = {self._players[seat]: key for seat, key in self._keys.items()}
            self._keys = {seat: had[name] for seat, name in enumerate(players) if name in had}
        self._keys = {seat: key for seat, key in self._keys.items() if seat < len(players)}
        self._players = tuple(players)

    def take(self, seat: object, key: str) -> bool:
        """Gives a seat to a phone. Returns whether the phone has the seat now."""
        if type(seat) is not int or not 0 <= seat < len(self._players):
            return False
        return self._keys.setdefault(seat, key) == key

    def free(self, seat: object, key: str | None = None) -> bool:
        """Frees a seat. Returns whether it is free now.

        Args:
            seat: number of the seat, from 0.
            key: key of the phone that leaves, or None if the host frees the seat.
        """
        if type(seat) is not int or key not in (None, self._keys.get(seat)):
            return False
        self._keys.pop(seat, None)
        return True

    def host(self) -> Asker:
        """Returns the permissions of the host's page."""
        return Asker(None, frozenset(self._keys))

    def phone(self, key: str) -> Asker:
        """Returns the permissions of a phone."""
        own = frozenset(seat for seat, each in self._keys.items() if each == key)
        return Asker(own, frozenset(self._keys))
