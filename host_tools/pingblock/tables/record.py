"""Record of a table: what the folder of a game declares. Light to import: its parts come late."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections import Counter

    from pingblock.tables.board_form import BoardFiles
    from pingblock.tables.bots import Played
    from pingblock.tables.device_side import DeviceSide
    from pingblock.tables.game import TableGame
    from pingblock.tables.looks import Looks


class QuickGame(Protocol):
    """A faster way to play a game by bots; the same seed gives the same game as the referee."""

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played:
        """Plays a game to its end; ``seen`` gets the number of events of each kind."""


class Picture(NamedTuple):
    """Game that a picture in the docs shows: typed lines, or commands of bots by a seed."""

    typed: Sequence[str] = ()
    commands: int = 0
    seed: int = 0
    options: Sequence[str] = ()  # ``NAME=VALUE`` words


class TableParts(NamedTuple):
    """Parts of a game that are loaded when its table is asked for.

    Args:
        game: makes the referee.
        looks: its words for the panels; None: they show its ``view``.
        device: what it takes from a device and calls on it; None: nothing.
        boards: its board files; None: it has none.
        quick: makes a faster way to play it by bots, of options and bots; None: it has none.
    """

    game: Callable[[], TableGame[Any]]
    looks: Looks | None = None
    device: DeviceSide | None = None
    boards: BoardFiles | None = None
    quick: Callable[[Mapping[str, Any], Sequence[str]], QuickGame] | None = None


class TableRecord(NamedTuple):
    """One game with a referee.

    Args:
        name: as people type it.
        title: as it is called in sentences.
        say: a sentence about it.
        folder: of ``tables``, with ``rules.toml`` in it.
        sections: of that file, which hold this game's rules, in the order of the list.
        parts: loads its parts.
        press_games: games of the device that roll for it; the first that the device has is chosen.
        has_boards: it has board files.
        variants: ids of rules by the language whose booklet differs there.
        picture: for the docs.
        boxless: options by name where nobody has the box of the game, as on a page or in a study,
            and none are chosen.
    """

    name: str
    title: str
    say: str
    folder: str
    sections: tuple[str, ...]
    parts: Callable[[], TableParts]
    press_games: tuple[str, ...] = ()
    has_boards: bool = False
    variants: Mapping[str, str] = MappingProxyType({})
    picture: Picture = Picture()
    boxless: Mapping[str, str] = MappingProxyType({})
